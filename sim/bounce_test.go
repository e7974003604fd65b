package sim

import (
	"math"
	"testing"

	"hysteron/cpu"
	"hysteron/scenes"
)

// TestBounce: of the scene that ships the level mat comes back to e² of the height that it fell from, again and again,
// less the error of backward Euler's steps (TestReboundHeight of package cpu); without restitution it stays where it
// lands.
func TestBounce(t *testing.T) {
	for _, change := range [][]string{nil, {"contact.restitution=0"}} {
		s, err := scenes.Load("bounce", change)
		if err != nil {
			t.Fatal(err)
		}
		setup, err := s.Build()
		if err != nil {
			t.Fatal(err)
		}
		set := setup.Settings
		e := set.Restitution
		if change == nil && !(e > 0 && e < 1) {
			t.Fatalf("restitution of %g: expected some", e)
		}
		run, err := cpu.New(setup.Model, nil, setup.Colliders, set)
		if err != nil {
			t.Fatal(err)
		}
		const h = 1. / 480
		height := func() float64 { return run.State.X[0].Y - set.Thickness }
		tops, up := []float64{height()}, false
		for range int(1 / h) {
			before := height()
			if _, err := run.Step(h); err != nil {
				t.Fatal(err)
			}
			switch now := height(); {
			case now > before:
				up = true
			case up && before > 1e-3:
				tops, up = append(tops, before), false
			default:
				up = false
			}
		}
		run.Close()
		if e == 0 {
			if len(tops) > 1 || height() > 1e-3 {
				t.Errorf("without restitution it comes back to %.3g m", tops[1:])
			}
			continue
		}
		if len(tops) != 3 {
			t.Fatalf("it comes back to %.3g m in a second: expected it to come back twice, from %g m", tops[1:], tops[0])
		}
		for k, top := range tops[1:] {
			if most := e * e * tops[k]; top > most || top < most-2*h*math.Sqrt(2*9.81*tops[k]) {
				t.Errorf("from %.4g m back to %.4g m: expected at most %.4g, and little less", tops[k], top, most)
			}
		}
		t.Logf("heights of %.4g m", tops)
	}
}
