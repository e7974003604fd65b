//go:build cgo

package gpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth/clothtest"
	"hysteron/step"
)

// TestHemmedStrip: the twin of that of the CPU. Backward Euler with long steps damps what does not move rigidly.
func TestHemmedStrip(t *testing.T) {
	const g = 9.81
	p, want := clothtest.Hemmed(g)
	set := step.DefaultSettings()
	set.Gravity, set.Tolerance = r3.Vec{X: g}, 1e-6
	s := newGPU(t, open(t, true), model(t, p), nil, nil, set)
	for range 20 {
		if _, err := s.Step(.05); err != nil {
			t.Fatal(err)
		}
	}
	got, varies := clothtest.FreeEdge(&p, gpuState(t, s).X)
	t.Logf("%.4f mm down, expected %.4f", 1e3*got, 1e3*want)
	if math.Abs(got/want-1) > 5e-3 || varies > 0.02*want {
		t.Errorf("the free edge is %.5g m down, give or take %.2g, expected %.5g", got, varies/2, want)
	}
}
