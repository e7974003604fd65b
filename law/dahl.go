package law

import (
	"fmt"
	"math"
)

// Dahl is the internal friction between yarns: Dahl's model for a scalar strain (Miguel 2013 §3, §5),
//
//	dσ/dε = (S(ε) − sσ)/τ,  S(ε) = a + b|ε|,  s = sign ε̇
//
// The paper has a + bε; with |ε| the law is also dissipative for negative strains.
//
// Each step follows the exact path of the law from (ε_n, σ_n), for any size of the step, and so never gains energy. Its
// integral over the strain is the potential of the step, so friction is a term like others; it is convex except for
// slopes down to −b where |ε| decreases. The paper's linearisation (eq. 9) exceeds σ_max.
//
// The slope jumps where Δ = ε − ε_n changes sign, from 0 up to 2S/τ. Newton steps across the jump overshoot repeatedly,
// so after the first crossing within a step the slope is that of a parabola around Δ = 0 above the potential on both
// sides.
type Dahl struct {
	A   float64 `key:"a" unit:"stress" check:"required min=0 max=1e9" try:"2.2" doc:"friction at zero strain"`
	B   float64 `key:"b" unit:"stress/strain" default:"0" check:"min=0 max=1e9" try:"3" doc:"growth of the friction with the size of the strain"`
	Tau float64 `key:"tau" unit:"strain" check:"required min=0 max=1e9" try:"0.006" doc:"strain over which friction saturates"`
}

// Active reports whether the friction is not zero.
func (l Dahl) Active() bool { return l.A > 0 || l.B > 0 }

// leastTau is about the resolution of strains in single precision.
const leastTau = 1e-6

// Check requires a positive strain to saturation if there is friction.
func (l Dahl) Check() (string, error) {
	if l.Active() && l.Tau < leastTau {
		return "tau", fmt.Errorf("%g: expected a number ≥ %g where there is friction", l.Tau, leastTau)
	}
	return "", nil
}

// Respond adds the friction along the path from ε_n.
func (l Dahl) Respond(s *Strain, r *Response) {
	if l.Active() {
		psi, sigma, slope := l.response(s.Eps, s.EpsN, s.History[0], s.Crossed)
		r.add(psi, sigma, slope)
	}
}

// RespondAll implements Wide.
func (l Dahl) RespondAll(s *Strains, r *Responses) {
	if !l.Active() {
		return
	}
	for i := 0; i < len(s.Eps); {
		i = l.fours(s, r, i)
		for end := min(i+4, len(s.Eps)); i < end; i++ {
			psi, sigma, slope := l.response(s.Eps[i], s.EpsN[i], s.History[i*s.Stride], s.crossed(i))
			r.add(i, psi, sigma, slope)
		}
	}
}

// response returns the friction along the path from ε_n, and a slope for the matrix. With Δ = ε − ε_n, s = sign Δ, u =
// |Δ|/τ, q = 1 − e^{−u} and σ̃ = sσ_n, the exact path of the law from (ε_n, σ_n), as long as ε does not cross zero, is
//
//	sσ = σ̃ + (S_n − σ̃)·q + g·bτ·(u − q)
//	ψ = σ̃|Δ| + (S_n − σ̃)·τ(u − q) + g·bτ²·(u²/2 − (u − q))
//
// with g = 1 where |ε| increases and −1 where it decreases; across zero two such parts follow each other. Where |ε|
// decreases the slope can be as low as −b. At Δ = 0 it is the larger of the two one-sided slopes, m = (S_n + |σ_n|)/τ;
// after a crossing at least m/(1 + u/2): for b = 0 the stress increases over |Δ| by at most mτq, and q ≤ u/(1 + u/2).
func (l *Dahl) response(eps, epsN, sigmaN float64, crossed bool) (psi, sigma, slope float64) {
	most := l.A + l.B*math.Abs(epsN)
	sn := l.clamp(epsN, sigmaN)
	d := eps - epsN
	if d == 0 {
		return 0, sn, (most + math.Abs(sn)) / l.Tau
	}
	sgn := math.Copysign(1, d)
	switch {
	case l.B == 0 || epsN*sgn >= 0:
		psi, sigma, slope = l.path(sgn*sn, most, 1, math.Abs(d))
	case eps*epsN >= 0:
		psi, sigma, slope = l.path(sgn*sn, most, -1, math.Abs(d))
	default: // through zero
		p0, s0, _ := l.path(sgn*sn, most, -1, math.Abs(epsN))
		psi, sigma, slope = l.path(s0, l.A, 1, math.Abs(eps))
		psi += p0
	}
	if crossed {
		slope = max(slope, (most+math.Abs(sn))/(l.Tau+math.Abs(d)/2))
	}
	return psi, sigma * sgn, slope
}

// path follows the law over a strain y > 0 from the stress σ̃ (positive along the motion), with the maximum stress S_n
// + g·b·y.
func (l *Dahl) path(sn, s, g, y float64) (psi, sigma, slope float64) {
	u := y / l.Tau
	q, rest, second := decay(u)
	gb := g * l.B
	psi = sn*y + l.Tau*((s-sn)*rest+gb*l.Tau*second)
	sigma = sn + (s-sn)*q + gb*l.Tau*rest
	slope = (s-sn)/l.Tau*(1-q) + gb*q
	return psi, sigma, slope
}

// clamp bounds a stored stress to what the law can reach: where |ε| decreases, |σ| lags above S by up to bτ. Stresses
// from a file, or of other parameters, may exceed it.
func (l *Dahl) clamp(eps, sigma float64) float64 {
	most := l.A + l.B*(math.Abs(eps)+l.Tau)
	return max(-most, min(most, sigma))
}

// Commit stores the stress at the end of the step.
func (l Dahl) Commit(s *Strain) {
	sigma := 0.
	if l.Active() {
		_, sigma, _ = l.response(s.Eps, s.EpsN, s.History[0], s.Crossed)
	}
	s.History[0] = l.clamp(s.Eps, sigma) // despite round-off
}

// CommitAll implements WideKeeper.
func (l Dahl) CommitAll(s *Strains) {
	var psi, sigma, slope [64]float64
	for lo := 0; lo < len(s.Eps); lo += len(sigma) {
		part := s.part(lo, min(lo+len(sigma), len(s.Eps)))
		n := len(part.Eps)
		clear(sigma[:n])
		l.RespondAll(&part, &Responses{psi[:n], sigma[:n], slope[:n]})
		for i, eps := range part.Eps {
			part.History[i*part.Stride] = l.clamp(eps, sigma[i])
		}
	}
}

// decay returns q = 1 − e^{−u}, u − q and u²/2 − (u − q) for u ≥ 0, all to round-off. Small u, by far the most
// frequent, use the series, because differences cancel; the first omitted terms are below 1e-16 of the sums.
func decay(u float64) (q, rest, second float64) {
	if u < 1./32 {
		second = u * u * u * (1./6 - u*(1./24-u*(1./120-u*(1./720-u*(1./5040-u*(1./40320-u/362880))))))
		rest = u*u/2 - second
		return u - rest, rest, second
	}
	q = -math.Expm1(-u)
	rest = u - q
	return q, rest, u*u/2 - rest
}
