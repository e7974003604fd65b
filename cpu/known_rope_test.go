package cpu

import (
	"testing"

	"hysteron/cloth"
	"hysteron/step/steptest"
)

// TestRopes: ropes come to what is known of them. The twin of the GPU runs the same.
func TestRopes(t *testing.T) { hang(t, steptest.Ropes()) }

// TestSoftPins: what soft pins carry comes to what is known of it. The twin of the GPU runs the same.
func TestSoftPins(t *testing.T) { hang(t, steptest.SoftPins()) }

// TestSolids: so do solids.
func TestSolids(t *testing.T) { hang(t, steptest.Solids()) }

func hang(t *testing.T, list []steptest.Hung) {
	t.Helper()
	for _, h := range list {
		t.Run(h.Name, func(t *testing.T) {
			m, err := cloth.NewModel(h.Parts)
			if err != nil {
				t.Fatal(err)
			}
			s, err := New(m, h.State(m), h.Colliders, h.Set)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			newton := 0
			for k := range h.Steps {
				rep, err := s.Step(h.H)
				if err != nil {
					t.Fatalf("step %d: %v", k, err)
				}
				newton += rep.Newton
				if h.Watch != nil {
					if err := h.Watch(s.State.X); err != nil {
						t.Fatalf("step %d: %v", k, err)
					}
				}
			}
			t.Logf("%.6g, expected %.6g (%+.3f %%); %d Newton steps", h.Got(s.State.X), h.Want,
				100*(h.Got(s.State.X)/h.Want-1), newton)
			if !(h.Off(s.State.X) < h.Within) {
				t.Errorf("%.6g: expected %.6g within %g %%", h.Got(s.State.X), h.Want, 100*h.Within)
			}
			if h.End != nil {
				if err := h.End(s.State.X); err != nil {
					t.Error(err)
				}
			}
		})
	}
}
