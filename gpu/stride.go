//go:build cgo

package gpu

// farStride bounds how far a stride goes, in Newton steps, as in cpu.
const farStride = 10

// goOn goes on along the search direction beyond the full step where the potential falls on; before is the
// slope before the step, and move its longest way. It leaves the gradient of where it stays and returns how many
// Newton steps that is from where it began. Twin of cpu.Sim.stride.
func (s *Sim) goOn(before, move float64) (far float64) {
	after := s.slope()
	if after >= before/2 { // falls much less than before: the minimum is near
		return 1
	}
	// Where the slope would be zero if it went on to change as it did.
	alpha := farStride + 1.
	if before < after {
		alpha = min(alpha, before/(before-after))
	}
	s.trial(alpha - 1)
	st := s.status()
	if st.change() < (alpha-1)*after/4 {
		s.accept(alpha - 1)
		s.wandered += (alpha - 1) * move
		s.evaluate(false)
		s.gatherGradient()
		return alpha
	}
	s.trial(0)
	return 1
}

// slope is the derivative of the potential along the search direction [J]. It evaluates nothing beyond
// the present positions: contacts that were only tried would count as touched.
func (s *Sim) slope() float64 {
	end := s.timer.stage(stageElements)
	k, parts := s.kernels["trial_vertices"], s.parts(len(s.Model.X0))
	k.set("alpha", 0.)
	k.set("firstTally", 0)
	k.set("secondTally", parts)
	s.stride("trial_vertices", len(s.Model.X0))
	s.sum(parts, parts, tallyMeasure)
	end()
	st := s.status()
	return float64(st.Tallies[tallyMeasure][0])
}

// accept moves the trial positions on by alpha times the search direction.
func (s *Sim) accept(alpha float64) {
	s.kernels["accept"].set("alpha", alpha)
	s.over("accept", len(s.Model.X0), nil)
}
