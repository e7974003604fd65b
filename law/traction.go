package law

import (
	"fmt"
	"math"
)

// Traction is the tension of yarns whose fibres align first: the priming zone (Ngo Ngoc and Boivin 2004, eq. 3, table
// 1), with ε the elongation and a = F₁:
//
//	F = (2a/ε_c − k)·ε + (k − a/ε_c)·ε²/ε_c   for 0 ≤ ε ≤ ε_c, the priming zone
//	F = k·(ε − ε_c) + a                       beyond
//	F = k·ε                                   below zero, in compression (yarns do not shorten, they bend)
//
// Value and slope are continuous at ε_c; the force grows and stiffens if ½ ≤ a/(k·ε_c) ≤ 1. Under the first tension
// fibres settle: the paper has ε₁ at first and ε₁′ after priming, without a rule in between. Here ε_c grows with the
// largest ε so far, linearly from ε₁ at ε₁ to ε₁′ at 2ε₁′; so first loading follows straight lines, and each return a
// curve below. The area in between is dissipated: the energy only decreases with ε_c.
//
// The energy is that of the force over the elongation, so that the nominal force per width of a strip is F.
type Traction struct {
	K     float64 `key:"k_t" unit:"stress/strain" check:"required above=0 max=1e9" try:"130" doc:"stiffness of aligned yarns, and of cloth that is pushed together"`
	F1    float64 `key:"f_1" unit:"stress" check:"required above=0 max=1e9" try:"1.2" doc:"force at the end of the priming zone; from k_t·eps_1_primed/2 to k_t·eps_1"`
	Eps1  float64 `key:"eps_1" unit:"strain" check:"required above=0 max=10" try:"0.012" doc:"elongation there, of new cloth"`
	Eps1P float64 `key:"eps_1_primed" unit:"strain" check:"required above=0 max=10" try:"0.017" doc:"the same once it has been pulled to twice that"`
}

// Check requires that the force stiffens, before and after priming.
func (l Traction) Check() (string, error) {
	if l.Eps1P < l.Eps1 {
		return "eps_1_primed", fmt.Errorf("%g: expected at least eps_1 = %g, as fibres that have settled stretch farther",
			l.Eps1P, l.Eps1)
	}
	low, high := l.K*l.Eps1P/2, l.K*l.Eps1
	if !(l.F1 >= low*(1-1e-9) && l.F1 <= high*(1+1e-9)) {
		return "f_1", fmt.Errorf("%g: expected from k_t·eps_1_primed/2 = %.6g, below which cloth would push before it "+
			"pulls, to k_t·eps_1 = %.6g, above which it would soften", l.F1, low, high)
	}
	return "", nil
}

// grows returns the slope of ε_c over the largest elongation.
func (l Traction) grows() float64 {
	if l.Eps1P > l.Eps1 {
		return (l.Eps1P - l.Eps1) / (2*l.Eps1P - l.Eps1)
	}
	return 0
}

// zone returns ε_c for the largest elongation top.
func (l Traction) zone(top float64) float64 {
	return l.Eps1 + l.grows()*(max(l.Eps1, min(2*l.Eps1P, top))-l.Eps1)
}

// settled returns the response for constant ε_c.
func (l Traction) settled(eps, zone float64) (psi, force, slope float64) {
	if eps >= zone {
		over := eps - zone
		return (4*l.F1-l.K*zone)*zone/6 + (l.F1+l.K/2*over)*over, l.F1 + l.K*over, l.K
	}
	a, b := 2*l.F1/zone-l.K, (l.K-l.F1/zone)/zone
	return (a/2 + b/3*eps) * eps * eps, (a + b*eps) * eps, a + 2*b*eps
}

// pull returns energy, force and slope over the elongation, along the path from a state with the largest elongation
// top.
func (l Traction) pull(eps, top float64) (psi, force, slope float64) {
	from := max(top, l.Eps1)
	switch {
	case eps <= 0:
		return l.K / 2 * eps * eps, l.K * eps, l.K
	case eps <= from:
		return l.settled(eps, l.zone(top))
	}
	psi, force, _ = l.settled(from, l.zone(from))
	soft, turn := l.K*(1-l.grows()), max(from, min(eps, 2*l.Eps1P))
	a, b := turn-from, eps-turn
	psi += (force + soft/2*a) * a
	force += soft * a
	psi += (force + l.K/2*b) * b
	force += l.K * b
	if b > 0 {
		return psi, force, l.K
	}
	return psi, force, soft
}

// Respond adds the tension.
func (l Traction) Respond(s *Strain, r *Response) {
	eps, _, _ := elongation(s.Eps)
	psi, force, slope := l.pull(eps, s.History[0])
	r.add(pulled(s.Eps, psi, force, slope))
}

// Commit stores the largest elongation.
func (l Traction) Commit(s *Strain) {
	eps, _, _ := elongation(s.Eps)
	s.History[0] = math.Max(s.History[0], eps)
}
