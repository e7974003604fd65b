package cpu

import "time"

// MaxForesee is how often a search direction is found anew for the contacts that it leads to.
const MaxForesee = 3

// ForeseeBelow is the least share of the fall that the slope promises: a quadratic potential falls
// by half of it, one that runs into unseen walls by less than nothing.
const ForeseeBelow = 0.1

// foresee finds the search direction anew, with those contacts that the full step, tried last, ends
// in. Contact pushes but never pulls: what it adds to the matrix jumps at the rim of the layer, from
// nothing to far more than all else. A search direction that goes by the contacts at its start runs
// into walls that it does not see, and clings to those that it leaves. This is the primal-dual
// active set strategy (Hintermüller, Ito and Kunisch 2003) for the quadratic potential.
//
// The gradient is that of s.x again.
func (s *Sim) foresee(rep *Report) Outcome {
	start := time.Now()
	s.keep = append(s.keep[:0], s.g...)
	s.foreseen = true
	s.evaluatePoints(s.x)
	s.foreseen = false
	s.swap() // to the elements at s.x
	rep.Time.Elements += time.Since(start)
	start = time.Now()
	s.gatherGradient()
	s.gatherMatrix()
	s.swap()
	rep.Time.Gather += time.Since(start)
	s.cg.Tol, s.cg.AbsTol = 1e-9, s.target
	res := s.solve(rep)
	copy(s.g, s.keep)
	return outcomeOf(res)
}

// inLayer tells whether a contact at depth p counts, and notes it for foresee, or follows the note.
func (s *Sim) inLayer(p float64, in *bool) bool {
	if !s.foreseen {
		*in = p > 0
	}
	return *in
}
