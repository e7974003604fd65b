package capture

import (
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// TestWeigh: samples of one cloth weigh alike for their size, whichever table is wrong, and as cloth of a thickness
// can; of all that is said with the line of the mass.
func TestWeigh(t *testing.T) {
	for _, c := range []struct {
		grams     [4]float64
		thickness float64
		want      string // of the error; empty: none
		doubts    int
	}{
		{[4]float64{2, 2, 2.06, 1.96}, 3e-4, "", 0},
		{[4]float64{20, 2, 2, 2}, 3e-4, "a.csv:3: a sample of 20 g, which are 2000 g/m², and of d.csv one of 2 g, which " +
			"are 200 g/m²: expected samples of one cloth", 0},
		{[4]float64{2, 2, .2, 2}, 3e-4, "c.csv:3: a sample of 0.2 g, which are 20 g/m²,", 0},
		{[4]float64{2, 2, 2, 2.2}, 3e-4, "d.csv:3: ", 0},
		{[4]float64{20, 20, 20, 20}, 0, "c.csv:3: a sample of 20 g, 100 mm long and wide: density of 2 kg/m²: no " +
			"cloth is beyond 0.003 to 1.8", 0},
		{[4]float64{7, 7, 7, 7}, 3e-4, "", 1}, // by the thickness of a base, which refuses nothing,
		{[4]float64{7, 7, 7, 7}, 0, "", 0},
		{[4]float64{4, 4, 4, 4}, 3e-4, "", 0},
	} {
		var tests []*Test
		for i, g := range c.grams {
			tests = append(tests, &Test{Kind: Kinds()[i], Side: .1, Mass: 1e-3 * g, File: string(rune('a'+i)) + ".csv", line: 3})
		}
		doubts, err := Weigh(tests, c.thickness)
		if (err == nil) != (c.want == "") || err != nil && !strings.HasPrefix(err.Error(), c.want) ||
			err == nil && len(doubts) != c.doubts {
			t.Errorf("%g g: %v, doubts %v; expected %q", c.grams, err, doubts, c.want)
		}
	}
	var mixed []*Test
	for i, k := range fitted {
		mixed = append(mixed, &Test{Kind: k, N: 5, Side: .1, Mass: 2e-3 * float64(1+9*(i/4)), File: k,
			Frames: make([]Frame, 1)})
	}
	if _, err := Fit(t.Context(), StVK, mixed, nil); err == nil || !strings.Contains(err.Error(), "samples of one cloth") {
		t.Errorf("a fit of samples of 2 g and 20 g: %v", err)
	}
}

// TestSwappedAxes: swapped axes leave a fold that no stiffness explains: an error that names the table, and no cloth.
func TestSwappedAxes(t *testing.T) {
	tests := measured(t, fabric(StVK, .2, truth(StVK)), Rig{N: 5, Frames: 2}, fitted...)
	bend := tests[3]
	bend.File = "bend.csv"
	for k := range bend.Frames {
		for i, x := range bend.Frames[k].X {
			bend.Frames[k].X[i] = r3.Vec{X: x.X, Y: x.Z, Z: x.Y}
		}
	}
	if _, err := Fit(t.Context(), StVK, tests, nil); err == nil ||
		!strings.HasPrefix(err.Error(), "bend.csv: bend-warp: ") || !strings.Contains(err.Error(), "are axes swapped?") {
		t.Errorf("%v: expected bend.csv, and whether axes are swapped", err)
	}
}
