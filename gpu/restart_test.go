//go:build cgo

package gpu

import (
	"slices"
	"testing"

	"hysteron/body"
	"hysteron/gpu/opengl"
	"hysteron/step"
)

// TestStartsAnew: a simulation that is given a state has the body where a new one has it, to the last bit, and takes
// the same steps: runs go on from checkpoints. Between the thighs one bit can become a millimetre within a step.
func TestStartsAnew(t *testing.T) {
	ctx := open(t, true)
	walker, err := body.NewMannequin(body.DefaultMeasurements(), "walk")
	if err != nil {
		t.Fatal(err)
	}
	const h = 1. / 120
	m, colliders := model(t, grid(5, 5, .1, .1, cotton())), []step.Collider{{Surface: walker, Friction: .5}}
	a := newGPU(t, ctx, m, nil, colliders, step.DefaultSettings())
	for range 3 {
		if _, err := a.Step(h); err != nil {
			t.Fatal(err)
		}
	}
	st := gpuState(t, a)
	b := newGPU(t, ctx, m, st, colliders, step.DefaultSettings())
	if err := a.SetState(st); err != nil {
		t.Fatal(err)
	}
	var start [2][][4]float32
	for k, s := range []*Sim{a, b} {
		if _, err := s.Step(h); err != nil {
			t.Fatal(err)
		}
		start[k] = make([][4]float32, walker.NumVertices())
		if err := ctx.Do(func() error {
			read(s.queue, s.contacts.obstacles[0].buffers["bodyStart"], start[k])
			return opengl.Error()
		}); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	for i := range start[0] {
		if start[0][i] != start[1][i] {
			n++
		}
	}
	if n > 0 {
		t.Errorf("%d of %d vertices of the body start elsewhere", n, len(start[0]))
	}
	if x, y := gpuState(t, a), gpuState(t, b); !slices.Equal(x.X, y.X) {
		t.Errorf("steps end up to %.3g m apart", farthest(x.X, y.X))
	}
}
