//go:build cgo

package gpu

import (
	"testing"

	"hysteron/step/steptest"
)

// TestRopes: the twin of that of the CPU.
func TestRopes(t *testing.T) { hang(t, steptest.Ropes()) }

// TestSoftPins: the twin of that of the CPU.
func TestSoftPins(t *testing.T) { hang(t, steptest.SoftPins()) }

// TestSolids: so do solids.
func TestSolids(t *testing.T) { hang(t, steptest.Solids()) }

func hang(t *testing.T, list []steptest.Hung) {
	t.Helper()
	for _, h := range list {
		t.Run(h.Name, func(t *testing.T) {
			m := model(t, h.Parts...)
			s := newGPU(t, open(t, true), m, h.State(m), h.Colliders, h.Set)
			newton := 0
			for k := range h.Steps {
				rep, err := s.Step(h.H)
				if err != nil {
					t.Fatalf("step %d: %v", k, err)
				}
				newton += rep.Newton
				if h.Watch != nil {
					if err := h.Watch(gpuState(t, s).X); err != nil {
						t.Fatalf("step %d: %v", k, err)
					}
				}
			}
			x := gpuState(t, s).X
			t.Logf("%.6g, expected %.6g (%+.3f %%); %d Newton steps", h.Got(x), h.Want, 100*(h.Got(x)/h.Want-1), newton)
			if !(h.Off(x) < h.Within) {
				t.Errorf("%.6g: expected %.6g within %g %%", h.Got(x), h.Want, 100*h.Within)
			}
			if h.End != nil {
				if err := h.End(x); err != nil {
					t.Error(err)
				}
			}
		})
	}
}
