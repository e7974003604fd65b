package law

// Damping is the damping of Baraff and Witkin on the rate of a strain: stress kε̇ with k proportional to the elastic
// stiffness, as the step potential k/(2h)·(ε − ε_n)² (Miguel 2013 §6 uses 1/100 to 1/10 of it).
type Damping struct {
	Ratio float64 `key:"damping" unit:"time" default:"0" check:"min=0 max=10" try:"0.001" twin:"-" doc:"viscous over elastic stiffness"`
	K     float64 // Ratio times the elastic stiffness at zero strain, see Binder
}

// Bind sets the stiffness to which the damping is proportional.
func (l Damping) Bind(stiffness float64) Law { return Damping{l.Ratio, stiffness * l.Ratio} }

// Respond adds the damping.
func (l Damping) Respond(s *Strain, r *Response) {
	psi, sigma, slope := rated(s.Eps-s.EpsN, l.over(s.H))
	r.add(psi, sigma, slope)
}

// RespondAll implements Wide.
func (l Damping) RespondAll(s *Strains, r *Responses) {
	k := l.over(s.H)
	for i := dampingFours(s, r, k); i < len(s.Eps); i++ {
		psi, sigma, slope := rated(s.Eps[i]-s.EpsN[i], k)
		r.add(i, psi, sigma, slope)
	}
}

// over returns the stiffness over a step of h.
func (l *Damping) over(h float64) float64 { return l.K / h }

// rated returns the response of a stiffness k to a strain change d over a step.
func rated(d, k float64) (psi, sigma, slope float64) { return k / 2 * d * d, k * d, k }
