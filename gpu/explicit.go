//go:build cgo

package gpu

import "hysteron/step"

var _ step.ExplicitOperations = operations{}

// EvaluateSplit computes the gradients of velocity-independent terms at the start of the step, and those of all other
// terms at the present positions. The present positions are reset by a step of 0 s.
func (s operations) EvaluateSplit() {
	idle, h := s.idleTerms, float64(s.stepParams.H)
	for _, rate := range []bool{false, true} {
		s.idleTerms = idle
		for i, t := range step.Terms {
			if t.Rate != rate {
				s.idleTerms |= 1 << i
			}
		}
		if rate {
			s.begin(h)
		} else {
			s.begin(0)
		}
		s.evaluate(true)
		s.gatherGradient()
		if !rate {
			s.queue.copyBuffer(s.queue.buffers["gradient"], s.queue.buffers["directionBefore"])
		}
	}
	s.idleTerms = idle
	s.writeParams(h)
}

// Kick changes velocities by −h·g/m.
func (s operations) Kick() {
	s.queue.run("kick", len(s.Model.X0), s.Settings.Integrator == step.Forward)
}
