//go:build cgo

package gpu

import "math"

// farStride bounds how far a stride goes, in Newton steps, as in cpu.
const farStride = 10

// goOn goes on along the search direction beyond the full step where the potential falls on; before is the
// slope before the step. It leaves the gradient of where it stays. Twin of cpu.Sim.stride.
func (s *Sim) goOn(before float64) {
	s.trial(1) // measures the slope with the present gradient
	st := s.status()
	after := float64(st.Tallies[tallyMeasure][0])
	if after >= before/2 { // falls much less than before: the minimum is near
		s.trial(0) // back, for the terms that follow the iteration
		return
	}
	// Where the slope would be zero if it went on to change as it did.
	alpha := farStride + 1.
	if before < after {
		alpha = min(alpha, before/(before-after))
	}
	s.trial(alpha - 1)
	st = s.status()
	e := &st.Tallies[tallyEnergy]
	if change := float64(e[0]) + float64(e[1]); !math.IsNaN(change) && change < (alpha-1)*after/4 {
		s.accept(alpha - 1)
		s.evaluate(false)
		s.gatherGradient()
		return
	}
	s.trial(0)
}

// accept moves the trial positions on by alpha times the search direction.
func (s *Sim) accept(alpha float64) {
	s.kernels["accept"].set("alpha", alpha)
	s.over("accept", len(s.Model.X0), nil)
}
