package law

import "fmt"

// Stribeck is friction that sticks before it slips: the second-order model of Bliman and Sorine (Ngo Ngoc and Boivin
// 2004, eq. 2), a fast Dahl law minus a slow one:
//
//	σ = σ₁ − σ₂,  dσᵢ/dε = (fᵢ − sσᵢ)/εᵢ
//
// From rest the stress has a peak at ε₁ε₂/(ε₂ − ε₁)·ln(f₁ε₂/(f₂ε₁)) and decreases to the plateau f₁ − f₂. Both follow
// their exact paths, so the potential of a step is exact, too; beyond the peak it is concave, which the matrix omits.
// With f₁ ≥ f₂ and ε₁ ≤ ε₂ no cycle gains energy.
type Stribeck struct {
	F1   float64 `key:"f_1" unit:"stress" check:"required min=0 max=1e9" try:"3" doc:"limit of the fast part"`
	Eps1 float64 `key:"eps_1" unit:"strain" check:"required min=0 max=1e9" try:"0.006" doc:"strain over which it saturates"`
	F2   float64 `key:"f_2" unit:"stress" default:"0" check:"min=0 max=1e9" try:"1.4" doc:"limit of the slow part, which is subtracted"`
	Eps2 float64 `key:"eps_2" unit:"strain" default:"0" check:"min=0 max=1e9" try:"0.02" doc:"strain over which it saturates"`
}

// Check requires that no cycle gains energy.
func (l Stribeck) Check() (string, error) {
	switch {
	case l.F1 > 0 && l.Eps1 < leastTau:
		return "eps_1", fmt.Errorf("%g: expected a number ≥ %g where there is friction", l.Eps1, leastTau)
	case l.F2 > l.F1:
		return "f_2", fmt.Errorf("%g: expected at most f_1 = %g, as friction must not push", l.F2, l.F1)
	case l.F2 > 0 && l.Eps2 < l.Eps1:
		return "eps_2", fmt.Errorf("%g: expected at least eps_1 = %g, as cycles must not make energy", l.Eps2, l.Eps1)
	}
	return "", nil
}

// parts returns the fast and the slow law.
func (l Stribeck) parts() (fast, slow Dahl) {
	return Dahl{A: l.F1, Tau: l.Eps1}, Dahl{A: l.F2, Tau: l.Eps2}
}

// Respond adds the friction along the path from ε_n. After a crossing the slope is that of the fast part alone, an
// upper bound.
func (l Stribeck) Respond(s *Strain, r *Response) {
	fast, slow := l.parts()
	fast.Respond(s, r)
	if l.F2 == 0 {
		return
	}
	var q Response
	plain := Strain{Eps: s.Eps, EpsN: s.EpsN, H: s.H, History: s.History[1:]}
	slow.Respond(&plain, &q)
	r.Psi -= q.Psi
	r.Sigma -= q.Sigma
	if s.Eps != s.EpsN && !s.Crossed {
		r.Slope -= q.Slope
	}
}

// Commit stores the stresses of both parts.
func (l Stribeck) Commit(s *Strain) {
	fast, slow := l.parts()
	fast.Commit(s)
	second := *s
	second.History = s.History[1:]
	slow.Commit(&second)
}
