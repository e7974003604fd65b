package law

// Damping is that of Baraff and Witkin on the rate of a strain: stress kε̇ with k a part of the elastic
// stiffness, as the step potential k/(2h)·(ε − ε_n)² (Miguel 2013 §6 takes from 1/100 to 1/10 of it).
type Damping struct {
	Ratio float64 `key:"damping" unit:"time" default:"0" check:"min=0 max=10" try:"0.001" twin:"-" doc:"viscous over elastic stiffness"`
	K     float64 // Ratio times the elastic stiffness at zero strain, see Binder
}

// Bind takes the stiffness that the damping is a part of.
func (l Damping) Bind(stiffness float64) Law { return Damping{l.Ratio, stiffness * l.Ratio} }

// Respond adds the damping.
func (l Damping) Respond(s *Strain, r *Response) {
	psi, sigma, slope := l.response(s.Eps-s.EpsN, s.H)
	r.add(psi, sigma, slope)
}

// RespondAll implements Wide.
func (l Damping) RespondAll(s *Strains, r *Responses) {
	for i, eps := range s.Eps {
		psi, sigma, slope := l.response(eps-s.EpsN[i], s.H)
		r.add(i, psi, sigma, slope)
	}
}

// response is that to a change of the strain over a step of h.
func (l Damping) response(d, h float64) (psi, sigma, slope float64) {
	k := l.K / h
	return k / 2 * d * d, k * d, k
}
