package cpu

import (
	"time"

	"hysteron/step"
)

// foresee finds the search direction anew, with those contacts that the full step, tried last, ends
// in. Contact pushes but never pulls: what it adds to the matrix jumps at the rim of the layer, from
// nothing to far more than all else. A search direction that goes by the contacts at its start runs
// into walls that it does not see, and clings to those that it leaves. This is the primal-dual
// active set strategy (Hintermüller, Ito and Kunisch 2003) for the quadratic potential.
//
// The gradient is that of s.x again.
func (s *Sim) foresee(rep *step.Report) step.Outcome {
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
