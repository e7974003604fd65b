package law

import "math"

// Elastic is a stiffness that grows with the strain, from an energy, so that it conserves (Miguel 2013 §2.1;
// thesis §3.3):
//
//	ψ = (k1/2 + k2/3·|ε|)ε²,  σ = (k1 + k2|ε|)ε
type Elastic struct {
	K1 float64 `key:"k1" unit:"stress/strain" check:"required min=0 max=1e9" try:"130" twist:"coupled" doc:"stiffness at zero strain"`
	K2 float64 `key:"k2" unit:"stress/strain2" default:"0" check:"min=0 max=1e9" try:"60" doc:"growth of the stiffness with the size of the strain"`
}

// Respond adds the elastic response.
func (l Elastic) Respond(s *Strain, r *Response) {
	a := math.Abs(s.Eps)
	r.Psi += (l.K1/2 + l.K2/3*a) * s.Eps * s.Eps
	r.Sigma += (l.K1 + l.K2*a) * s.Eps
	r.Slope += l.K1 + 2*l.K2*a
}
