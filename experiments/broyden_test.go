package experiments

import (
	"testing"

	"hysteron/cpu"
)

// TestBroyden: a step by Broyden's method ends where Newton's does, of swinging worsted with all its friction; and it
// takes more than a step does without any.
func TestBroyden(t *testing.T) {
	setup, err := setupOf("hanging-sheet", []string{"sheet.sheet.vertices=[12, 12]", "step_s=0.001", `sheet.sheet.fabric="worsted"`}, nil)
	if err != nil {
		t.Fatal(err)
	}
	sim, err := cpu.New(setup.Model, nil, nil, setup.Settings)
	if err != nil {
		t.Fatal(err)
	}
	defer sim.Close()
	for range 100 { // until it swings
		if _, err := sim.Step(1e-3); err != nil {
			t.Fatal(err)
		}
	}
	state := sim.State
	for _, h := range []float64{2.5e-4, 1e-3} {
		b, err := beside(setup.Model, state, setup.Settings, h, 1e-9)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("h = %g s: %+v", h, b)
		if !(b.apart < 1e-8 && b.apart < 1e-3*b.way) {
			t.Errorf("ends are %g m apart, of a way of %g m", b.apart, b.way)
		}
	}
}
