package law

import "math"

// Elastic is a stiffness that grows with the strain, from a potential, so that it conserves energy (Miguel 2013 §2.1;
// thesis §3.3):
//
//	ψ = (k1/2 + k2/3·|ε|)ε²,  σ = (k1 + k2|ε|)ε
type Elastic struct {
	K1 float64 `key:"k1" unit:"stress/strain" check:"required min=0 max=1e9" try:"130" twist:"coupled" doc:"stiffness at zero strain"`
	K2 float64 `key:"k2" unit:"stress/strain2" default:"0" check:"min=0 max=1e9" try:"60" doc:"growth of the stiffness with the size of the strain"`
}

// Respond adds the elastic response.
func (l Elastic) Respond(s *Strain, r *Response) {
	psi, sigma, slope := l.response(s.Eps)
	r.add(psi, sigma, slope)
}

// RespondAll implements Wide.
func (l Elastic) RespondAll(s *Strains, r *Responses) {
	for i := l.fours(s, r); i < len(s.Eps); i++ {
		psi, sigma, slope := l.response(s.Eps[i])
		r.add(i, psi, sigma, slope)
	}
}

func (l Elastic) response(eps float64) (psi, sigma, slope float64) {
	a := math.Abs(eps)
	return (l.K1/2 + l.K2/3*a) * eps * eps, (l.K1 + l.K2*a) * eps, l.K1 + 2*l.K2*a
}
