package law

import "math"

// Radial is stiffness around one place in strain space: Hardy's multiquadric of the distance r from it,
//
//	ψ = k·w·(√(w² + r²) − w),   σ = k·r/√(1 + (r/w)²),   slope = k·(1 + (r/w)²)^(−3/2)
//
// It is convex, also as a function of several strains, see Around. So a sum with k ≥ 0 has a minimum without further
// conditions. Sums of Gaussians, as in the thesis, chapter 4, are convex only where that is checked.
type Radial struct {
	Width float64 `key:"width" unit:"strain" check:"required above=0 max=10" try:"0.04" doc:"distance over which the stiffness falls to a third"`
	K     float64 `key:"k" unit:"stress/strain" check:"required min=0 max=1e9" try:"240" doc:"stiffness at the place"`
}

// Respond adds the response at a distance.
func (l Radial) Respond(s *Strain, r *Response) {
	if !(l.Width > 0) {
		return
	}
	e := s.Eps / l.Width
	root := math.Sqrt(1 + e*e)
	r.add(l.K*s.Eps*s.Eps/(1+root), l.K*s.Eps/root, l.K/(root*root*root))
}
