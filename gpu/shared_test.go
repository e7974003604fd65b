//go:build cgo

package gpu

import (
	"slices"
	"testing"

	"github.com/go-gl/gl/v4.3-core/gl"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
)

// TestKernelsAreShared: simulations of one context whose kernels have the same text share them, step in turns as each
// does alone, to the last bit, and leave no program behind.
func TestKernelsAreShared(t *testing.T) {
	ctx := open(t, true)
	begin := func(n int) *Sim {
		s, err := New(ctx, model(t, hung(n, n, .1, .1, cotton())), nil, nil, step.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	sizes := []int{9, 5}
	var alone [][]r3.Vec
	for _, n := range sizes {
		s := begin(n)
		steps(t, s, 3)
		alone = append(alone, gpuState(t, s).X)
		s.Close()
	}
	a, b := begin(sizes[0]), begin(sizes[1])
	for name, k := range a.queue.kernels {
		if b.queue.kernels[name].program != k.program {
			t.Errorf("kernel %s is compiled twice", name)
		}
	}
	for range 3 {
		steps(t, a, 1)
		steps(t, b, 1)
	}
	for i, s := range []*Sim{a, b} {
		if x := gpuState(t, s).X; !slices.Equal(x, alone[i]) {
			t.Errorf("%d vertices along a side: %g m from where it is alone", sizes[i], farthest(x, alone[i]))
		}
	}
	left := func() (n int) {
		if err := ctx.Do(func() error {
			gl.UseProgram(0) // a program lives on while it is the current one
			for _, k := range a.queue.kernels {
				n += btoi(gl.IsProgram(k.program.ID))
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return n
	}
	a.Close()
	if n := left(); n != len(a.queue.kernels) {
		t.Errorf("%d of %d programs are left while they are in use", n, len(a.queue.kernels))
	}
	b.Close()
	if n := left(); n != 0 {
		t.Errorf("%d programs are left that nobody uses", n)
	}
}
