//go:build cgo

package gpu

// foresee finds the search direction anew, with those contacts that the full step, tried last, ends in,
// and tries it; twin of cpu.Sim.foresee. The gradient is that of the trial positions again, its norm that by
// the new matrix.
func (s *Sim) foresee() status {
	s.look(false, true)
	s.gatherGradient()
	s.gatherMatrix()
	s.queue.duplicate(s.queue.buffers["direction"], s.queue.buffers["directionBefore"])
	s.solve(true)
	s.evaluate(false)
	s.gatherGradient()
	s.trial(1)
	return s.status()
}
