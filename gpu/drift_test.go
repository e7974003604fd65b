//go:build cgo

package gpu

import (
	"math"
	"testing"

	"hysteron/gpu/opengl"
	"hysteron/step"
	"hysteron/step/steptest"
)

// TestResidualDrift: the drift of a strip of which half has slipped, on the ground and on cloth, is that of the CPU.
func TestResidualDrift(t *testing.T) {
	slides, err := steptest.Slides()
	if err != nil {
		t.Fatal(err)
	}
	inForms(t, []int{0, 1, 2}, func(t *testing.T, ctx *opengl.Context, k int) {
		half := steptest.HalfDrifts[k]
		c := slides[half.Slide]
		m := model(t, c.Parts...)
		s := newGPU(t, ctx, m, nil, c.Colliders, c.Settings())
		if err := ctx.Do(func() error {
			s.bind()
			op := operations{s}
			op.Begin(0, c.H)
			x := append(m.X0[:0:0], m.X0...)
			slipped := map[int]bool{}
			for _, i := range steptest.SlipHalf(c.Parts[0], x, half.Press) {
				slipped[i] = true
			}
			moved := make([][4]float32, len(x))
			for k, i := range s.pack.Vertex {
				if slipped[int(i)] {
					moved[k][0], moved[k][1] = 5e-4, -float32(half.Press)
				}
			}
			hi, lo := s.pack.Halves(m.X0)
			put := func(hi, lo, moved [][4]float32) {
				write(s.queue, s.queue.buffers["positionHi"], hi)
				write(s.queue, s.queue.buffers["positionLo"], lo)
				write(s.queue, s.queue.buffers["moved"], moved)
			}
			put(hi, lo, make([][4]float32, len(x)))
			op.DetectContacts(true)
			op.Evaluate(true)
			s.gatherMatrix()
			if d := op.Drift(); d != 0 {
				t.Errorf("%s: drifts by %g m where nothing slips", c.Name, d)
			}
			hi, lo = s.pack.Halves(x)
			put(hi, lo, moved)
			op.Evaluate(false)
			s.gatherMatrix()
			got := op.Drift()
			t.Logf("%s, pressed by %g m: drifts by %.5g mm", c.Name, half.Press, 1e3*got)
			if !(math.Abs(got/half.Drift-1) < .003) {
				t.Errorf("%s, pressed by %g m: drifts by %.5g mm, expected %.5g mm", c.Name, half.Press, 1e3*got,
					1e3*half.Drift)
			}
			return opengl.Error()
		}); err != nil {
			t.Fatal(err)
		}
	})
}

// TestEndNorm: where only contact and friction have changed, the norm of the gradient is that of the matrix assembled
// there; twin of cpu's.
func TestEndNorm(t *testing.T) {
	slides, err := steptest.Slides()
	if err != nil {
		t.Fatal(err)
	}
	inForms(t, []int{0, 1}, func(t *testing.T, ctx *opengl.Context, k int) {
		c := slides[k]
		m := model(t, c.Parts...)
		s := newGPU(t, ctx, m, nil, c.Colliders, c.Settings())
		if err := ctx.Do(func() error {
			s.bind()
			op := operations{s}
			op.Begin(0, c.H)
			move := func(along, up float64) {
				x, moved := append(m.X0[:0:0], m.X0...), make([][4]float32, len(m.X0))
				for i := range c.Parts[0].X {
					x[i].X, x[i].Y = x[i].X+along, x[i].Y+up
				}
				for k, i := range s.pack.Vertex {
					if int(i) < len(c.Parts[0].X) {
						moved[k][0], moved[k][1] = float32(along), float32(up)
					}
				}
				hi, lo := s.pack.Halves(x)
				write(s.queue, s.queue.buffers["positionHi"], hi)
				write(s.queue, s.queue.buffers["positionLo"], lo)
				write(s.queue, s.queue.buffers["moved"], moved)
			}
			norm := func() float64 {
				op.Search(step.Linear{Tolerance: .1})
				n := op.Reductions().Norm
				op.RejectStep()
				return n
			}
			move(0, 0)
			op.DetectContacts(true)
			move(0, -steptest.EndNormPress)
			op.Evaluate(true)
			norm()
			move(steptest.EndNormSlip, steptest.EndNormPress)
			op.Evaluate(false)
			got := op.Reductions().Norm
			want := norm()
			t.Logf("%s: %.6g, in the matrix there %.6g √J", c.Name, got, want)
			if !(math.Abs(got/want-1) < 1e-3) {
				t.Errorf("%s: the norm is %.6g √J, expected %.6g", c.Name, got, want)
			}
			return opengl.Error()
		}); err != nil {
			t.Fatal(err)
		}
	})
}
