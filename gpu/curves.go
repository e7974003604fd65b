//go:build cgo

package gpu

import (
	"github.com/go-gl/gl/v4.3-core/gl"

	"hysteron/cloth"
)

// curveKernels lists the kernels of curvature bending, see cloth.Curve.
var curveKernels = []string{"curves", "collect_curves", "trial_curves", "commit_curves"}

// buildCurves makes the buffers of curves.
func (s *Sim) buildCurves() error {
	p := &s.pack.curves
	n, hinges := len(p.curve), len(s.Model.Hinges)
	for _, b := range []struct {
		name   string
		format uint32
		count  int
	}{
		{"curveHinges", gl.RGBA32I, len(p.hinges)}, {"curveWeights", gl.RGBA32F, len(p.weights)}, {"curveLaws", gl.RGBA32F, len(p.laws)},
		{"hingeCurveStart", gl.R32I, len(p.start)}, {"hingeCurve", gl.R32I, len(p.of)},
		{"curveMemory", gl.RGBA32F, 2 * n}, {"curveSide", gl.R32I, n}, {"curveSlot", gl.RGBA32F, 3 * n},
		{"hingeTrial", gl.R32F, hinges},
	} {
		buf, err := s.memory.alloc(b.name, b.format, b.count)
		if err != nil {
			return err
		}
		s.buffers[b.name] = buf
	}
	write(s.buffers["curveHinges"], p.hinges)
	write(s.buffers["curveWeights"], p.weights)
	write(s.buffers["curveLaws"], p.laws)
	write(s.buffers["hingeCurveStart"], p.start)
	write(s.buffers["hingeCurve"], p.of)
	return nil
}

// evaluateCurves evaluates the terms on curves and passes what they say on to the hinges, which have
// been evaluated.
func (s *Sim) evaluateCurves(first bool) {
	n := len(s.Model.Curves)
	if n == 0 {
		return
	}
	k := s.kernels["curves"]
	k.set("begin", btoi(first))
	k.set("count", n)
	s.over("curves", n, nil)
	s.over("collect_curves", len(s.Model.Hinges), nil)
}

// commitCurves moves the history of curves on after that of hinges, or wipes it.
func (s *Sim) commitCurves(reset bool) {
	if n := len(s.Model.Curves); n > 0 {
		k := s.kernels["commit_curves"]
		k.set("reset", btoi(reset))
		k.set("count", n)
		s.over("commit_curves", n, nil)
	}
}

// uploadCurves copies the history of curves to the device.
func (s *Sim) uploadCurves(state *cloth.State) {
	memory := make([][2][4]float32, len(state.Curve))
	for k, i := range s.pack.curves.curve {
		for c, m := range state.Curve[i] {
			memory[k][0][c], memory[k][1][c] = float32(m.Eps), float32(m.Sigma)
		}
	}
	write(s.buffers["curveMemory"], memory)
}

// readCurves copies it back.
func (s *Sim) readCurves(state *cloth.State) {
	memory := make([][2][4]float32, len(state.Curve))
	read(s.buffers["curveMemory"], memory)
	for k, i := range s.pack.curves.curve {
		for c := range 3 {
			state.Curve[i][c] = cloth.Memory{Eps: float64(memory[k][0][c]), Sigma: float64(memory[k][1][c])}
		}
	}
}
