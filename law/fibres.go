package law

import (
	"fmt"
	"math"
)

// Fibres is the friction within yarns under tension: Dahl's law on their elongation, with a limit that grows over the
// priming zone, see Traction:
//
//	dF/dε = (S(ε) − sF)/ε_fr,  S = F_C·(w₀ + (1 − w₀)·ε/ε_c), at least w₀F_C and at most F_C
//
// Ngo Ngoc and Boivin 2004, eq. 3, multiplies the friction by a factor from 2 − k·ε_c/F₁ (their bracket over its value
// at ε_c) to 1. Applied to the limit instead of the friction the path stays exact, and no cycle gains energy.
type Fibres struct {
	FC    float64 `key:"f_c" unit:"stress" check:"required min=0 max=1e9" try:"2.2" doc:"friction of aligned fibres"`
	EpsFr float64 `key:"eps_fr" unit:"strain" check:"required min=0 max=1e9" try:"0.006" doc:"elongation over which friction saturates"`
	W0    float64 `key:"w_0" unit:"1" default:"1" check:"min=0 max=1" try:"0.4" doc:"part of it that is there at rest; beside the law traction 2 − k_t·eps_1/f_1"`
	EpsC  float64 `key:"eps_c" unit:"strain" default:"0" check:"min=0 max=10" try:"0.02" doc:"elongation from which all of it is there; beside the law traction eps_1"`
}

// Check requires a positive strain to saturation if there is friction, and a priming zone above the resolution of
// strains.
func (l Fibres) Check() (string, error) {
	if l.FC > 0 && l.EpsFr < leastTau {
		return "eps_fr", fmt.Errorf("%g: expected a number ≥ %g where there is friction", l.EpsFr, leastTau)
	}
	if l.EpsC > 0 && l.EpsC < leastTau { // the slope of the limit is proportional to 1/ε_c
		return "eps_c", fmt.Errorf("%g: expected 0, or a number ≥ %g", l.EpsC, leastTau)
	}
	return "", nil
}

// growth returns the slope of the limit over the priming zone.
func (l Fibres) growth() float64 {
	if l.EpsC > 0 {
		return (1 - l.W0) * l.FC / l.EpsC
	}
	return 0
}

// limit returns S(ε).
func (l Fibres) limit(eps float64) float64 {
	if l.EpsC > 0 {
		return l.FC * (l.W0 + (1-l.W0)*max(0, min(1, eps/l.EpsC)))
	}
	return l.FC
}

// clamp bounds a stored friction to what the law can reach; it lags where the limit decreases.
func (l Fibres) clamp(eps, force float64) float64 {
	most := min(l.FC, l.limit(eps)+l.growth()*l.EpsFr)
	return max(-most, min(most, force))
}

// path follows the law from (ε_n, F_n) over Δ: the parts below, in and above the priming zone, in the order in which
// they are traversed.
func (l Fibres) path(epsN, forceN, delta float64) (psi, force, slope float64) {
	piece := Dahl{B: l.growth(), Tau: l.EpsFr}
	sgn, eps := math.Copysign(1, delta), epsN+delta
	force = sgn * forceN
	edges := [4]float64{math.Inf(-1), 0, l.EpsC, math.Inf(1)}
	for i := range 3 {
		k := i
		if sgn < 0 {
			k = 2 - i
		}
		from, to := clip(epsN, edges[k], edges[k+1]), clip(eps, edges[k], edges[k+1])
		y, whole := math.Abs(to-from), from == epsN && to == eps
		if whole { // also if ε_n + Δ rounds to ε_n
			y = math.Abs(delta)
		}
		if y == 0 {
			continue
		}
		g := 0.0
		if k == 1 {
			g = sgn
		}
		var p float64
		p, force, slope = piece.path(force, l.limit(from), g, y)
		psi += p
		if whole {
			break
		}
	}
	return psi, sgn * force, slope
}

func clip(x, low, high float64) float64 { return max(low, min(high, x)) }

// Respond adds the friction along the path from E_n, with the slope of Dahl's law after a crossing.
func (l Fibres) Respond(s *Strain, r *Response) {
	if l.FC == 0 {
		return
	}
	epsN, _, _ := elongation(s.EpsN)
	delta := stretched(s.EpsN, s.Eps-s.EpsN)
	forceN := l.clamp(epsN, s.History[0])
	steepest := (l.limit(epsN) + math.Abs(forceN)) / (l.EpsFr + math.Abs(delta)/2)
	if delta == 0 {
		r.add(pulled(s.Eps, 0, forceN, steepest))
		return
	}
	psi, force, slope := l.path(epsN, forceN, delta)
	if s.Crossed {
		slope = max(slope, steepest)
	}
	r.add(pulled(s.Eps, psi, force, slope))
}

// Commit stores the friction at the end of the step.
func (l Fibres) Commit(s *Strain) {
	epsN, _, _ := elongation(s.EpsN)
	eps, _, _ := elongation(s.Eps)
	force := l.clamp(epsN, s.History[0])
	if delta := stretched(s.EpsN, s.Eps-s.EpsN); delta != 0 && l.FC > 0 {
		_, force, _ = l.path(epsN, force, delta)
	}
	s.History[0] = l.clamp(eps, force)
}
