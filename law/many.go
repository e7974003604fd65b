package law

import "math"

// Strains is one strain of many elements within a step, all with one law. The values of an element have the same index
// in each slice.
type Strains struct {
	Eps, EpsN []float64 // see Strain
	H         float64   // size of the step [s]
	Side      []Side    // at the last trial; nil if no law needs it
	History   []float64 // internal variables of the first strain; those of each following one are Stride further
	Stride    int
}

// Responses is the sum of the laws of these strains, see Response.
type Responses struct{ Psi, Sigma, Slope []float64 }

// Wide is a law that evaluates many strains in one call, for speed. Results equal those of Respond.
type Wide interface {
	Law
	RespondAll(s *Strains, r *Responses)
}

// RespondAll adds the response of a law at many strains.
func RespondAll(l Law, s *Strains, r *Responses) {
	if w, ok := l.(Wide); ok {
		w.RespondAll(s, r)
		return
	}
	var one Strain // a single variable, because arguments of laws escape to the heap
	var q Response
	for i := range s.Eps {
		q = Response{}
		s.at(i, &one)
		l.Respond(&one, &q)
		r.add(i, q.Psi, q.Sigma, q.Slope)
	}
}

// WideKeeper is a Keeper that commits many strains in one call. Results equal those of Commit.
type WideKeeper interface {
	Keeper
	CommitAll(s *Strains)
}

// CommitAll updates the internal variables of many strains at the end of the step.
func CommitAll(l Keeper, s *Strains) {
	if w, ok := l.(WideKeeper); ok {
		w.CommitAll(s)
		return
	}
	var one Strain
	for i := range s.Eps {
		s.at(i, &one)
		l.Commit(&one)
	}
}

// part returns strains [lo, hi).
func (s *Strains) part(lo, hi int) Strains {
	p := Strains{Eps: s.Eps[lo:hi], EpsN: s.EpsN[lo:hi], H: s.H, Stride: s.Stride}
	if s.Side != nil {
		p.Side = s.Side[lo:hi]
	}
	if s.Stride > 0 {
		p.History = s.History[lo*s.Stride:]
	}
	return p
}

// at copies strain i to one. It is not returned, because copying fields just written would stall on each.
func (s *Strains) at(i int, one *Strain) {
	one.Eps, one.EpsN, one.H = s.Eps[i], s.EpsN[i], s.H
	one.Crossed = s.crossed(i)
	if s.Stride > 0 {
		one.History = s.History[i*s.Stride:]
	}
}

// crossed reports whether strain i crossed ε_n within the step.
func (s *Strains) crossed(i int) bool {
	return s.Side != nil && s.Side[i].crosses(s.Eps[i]-s.EpsN[i])
}

// add adds to the response.
func (r *Response) add(psi, sigma, slope float64) {
	r.Psi += psi
	r.Sigma += sigma
	r.Slope += slope
}

// add adds to the response of strain i.
func (r *Responses) add(i int, psi, sigma, slope float64) {
	r.Psi[i] += psi
	r.Sigma[i] += sigma
	r.Slope[i] += slope
}

// Side is the side of ε_n of a strain at the last trial of a step: 1, −1, 0 before the first, or Crossed.
type Side int8

// Crossed means that a strain crossed ε_n within the step.
const Crossed Side = 2

// Next returns the side after a trial at ε − ε_n.
func (s Side) Next(delta float64) Side {
	if s.crosses(delta) {
		return Crossed
	}
	return Side(math.Copysign(1, delta))
}

// crosses reports whether a strain crosses ε_n, now or before.
func (s Side) crosses(delta float64) bool {
	return s == Crossed || s == 1 && delta < 0 || s == -1 && delta > 0
}
