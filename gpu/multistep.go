//go:build cgo

package gpu

// twoStep returns the kernels' parameters of the integrator for a step of h [s], see include/two_step.glsl.
func (s *Sim) twoStep(h float64) [4]float32 {
	q := s.Settings.TwoStep(h, s.motion.previousStep)
	return [4]float32{float32(q.W), float32(q.B), float32(q.K), float32(btoi(s.Settings.SecondOrder()))}
}

// usesBDF2 reports whether the current step is one of BDF2.
func (s *Sim) usesBDF2() bool { return s.stepParams.TwoStep[1] > 0 }

// findImpacts selects backward Euler for vertices that come into contact after free flight, as package cpu does, from
// the latest contact detection.
func (s *Sim) findImpacts() {
	n, pieces := len(s.Model.X0), s.queue.buffers["componentImpact"]
	s.inContact("coastHi", "coastLo")
	s.queue.clearBytes(pieces, 0, pieces.Bytes)
	s.queue.run("impacts", n, 0)
	if len(s.motion.p.Components) > 1 && s.pairs.bound > 0 {
		s.queue.run("impact_components", s.pairs.bound)
	}
	s.queue.run("impacts", n, 1)
	s.queue.run("begin_air", len(s.Model.Tri)) // depends on the integrators
}

// inContact computes the contacts of each vertex at the positions in two buffers.
func (s *Sim) inContact(hi, lo string) {
	at := map[string]*buffer{"atHi": s.queue.buffers[hi], "atLo": s.queue.buffers[lo]}
	s.queue.runWith(at, "in_contact", len(s.Model.X0))
	if s.pairs.enabled() {
		s.queue.runWith(at, "in_contact_pairs", s.pairs.bound)
	}
	s.rigid.share("inContact", false)
}
