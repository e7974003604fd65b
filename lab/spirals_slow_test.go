//go:build slow

package lab

import (
	"testing"

	"hysteron/fit"
)

// Rolled strips: the friction of bending.
func TestSpirals(t *testing.T) {
	f := fabric(t, "felt")
	s, err := fit.ReadSpirals("bend.csv", measured(t, "bend", f, "bend_warp"))
	if err != nil {
		t.Fatal(err)
	}
	b := f.BendWarp
	e, err := fit.FitBend(s, b.Spring().K1, b.Spring().K2, fit.Options{Starts: 4, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range []float64{b.Dahl().A, b.Dahl().B, b.Dahl().Tau} {
		t.Log(fit.BendKeys[2+k], e.P[k], want, e.Intervals[k])
		if want != 0 {
			near(t, fit.BendKeys[2+k], e.P[k], want, 0.02)
		}
	}
}
