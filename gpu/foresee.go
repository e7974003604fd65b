//go:build cgo

package gpu

import "github.com/go-gl/gl/v4.3-core/gl"

// foresee finds the search direction anew, with those contacts that the full step, tried last, ends in,
// and tries it; twin of cpu.Sim.foresee. The gradient is that of the trial positions again, its norm that by
// the new matrix.
func (s *Sim) foresee() status {
	s.setForeseen(true)
	s.evaluate(false)
	s.setForeseen(false)
	s.gatherGradient()
	s.gatherMatrix()
	gl.MemoryBarrier(barriers)
	copyBuffer(s.buffers["direction"], s.buffers["directionBefore"])
	s.solve(true)
	s.evaluate(false)
	s.gatherGradient()
	s.trial(1)
	return s.status()
}

func (s *Sim) setForeseen(on bool) {
	for _, name := range [...]string{"triangles", "vertices", "pairs"} {
		if k := s.kernels[name]; k != nil {
			k.set("foreseen", btoi(on))
		}
	}
}
