package law

import "math"

// Plastic is a spring that yields: beyond an elastic strain its zero follows, up to a limit (the elastic limit and the
// plastic limit of the springs of Rotenberg's course). Over a step from the plastic strain ε_p it has Huber's
// potential, with e = ε − ε_p:
//
//	ψ = k/2·e²                 for |e| ≤ ε_y
//	ψ = kε_y·(|e| − ε_y/2)     beyond, while the zero follows
//	ψ = that + kε_y·x + k/2·x² after it has reached its limit ±ε_pmax, over the strain x since
//
// which is convex and smooth. The force has its plateau at kε_y, and kε_y of work per strain is dissipated there.
type Plastic struct {
	K        float64 `key:"k1" unit:"stress/strain" check:"required min=0 max=1e9" try:"130" twist:"coupled" doc:"stiffness"`
	Yield    float64 `key:"yield" unit:"strain" check:"required above=0 max=1e9" try:"0.02" doc:"elastic strain beyond which the rest shape follows"`
	YieldMax float64 `key:"yield_max" unit:"strain" check:"required min=0 max=1e9" try:"0.03" doc:"how far the rest shape goes at most"`
}

// follows returns the change of the zero for an elastic strain e before yielding, and whether it is still below its
// limit.
func (l Plastic) follows(e, plastic float64) (by float64, goes bool) {
	plastic = max(-l.YieldMax, min(l.YieldMax, plastic))
	low, high := -l.YieldMax-plastic, l.YieldMax-plastic
	by = max(low, min(0, e+l.Yield)) + min(high, max(0, e-l.Yield))
	return by, by != 0 && by > low && by < high
}

// Respond adds the response.
func (l Plastic) Respond(s *Strain, r *Response) {
	e := s.Eps - s.History[0]
	by, goes := l.follows(e, s.History[0])
	e -= by
	r.Psi += l.K/2*e*e + l.K*l.Yield*math.Abs(by)
	r.Sigma += l.K * e
	if !goes {
		r.Slope += l.K
	}
}

// Commit updates the zero.
func (l Plastic) Commit(s *Strain) {
	by, _ := l.follows(s.Eps-s.History[0], s.History[0])
	s.History[0] += by
}
