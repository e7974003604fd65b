//go:build cgo

package gpu

// farStride bounds how far a stride goes, in Newton steps, as in cpu.
const farStride = 10

// goOn goes on along the search direction beyond the full step where the potential falls on; before is the
// slope before the step, and move its longest way. It leaves the gradient of where it stays and returns how many
// Newton steps that is from where it began. Twin of cpu.Sim.stride.
func (s *Sim) goOn(before, move float64) (far float64) {
	s.elements.slope()
	st := s.status()
	after, _ := st.measure()
	if after >= before/2 { // falls much less than before: the minimum is near
		return 1
	}
	// Where the slope would be zero if it went on to change as it did.
	alpha := farStride + 1.
	if before < after {
		alpha = min(alpha, before/(before-after))
	}
	s.trial(alpha - 1)
	st = s.status()
	if st.change() < (alpha-1)*after/4 {
		s.motion.accept(alpha - 1)
		s.wandered += (alpha - 1) * move
		s.evaluate(false)
		s.gatherGradient()
		return alpha
	}
	s.trial(0)
	return 1
}
