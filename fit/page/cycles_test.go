package page

import (
	"math"
	"testing"

	"hysteron/scenes"
)

// TestCycles: stretch turns at 500 gf/cm, shear and bending go to both sides, and only parts that are asked for are
// drawn; friction makes loops.
func TestCycles(t *testing.T) {
	f, err := scenes.LoadFabric("worsted")
	if err != nil {
		t.Fatal(err)
	}
	list := Cycles(f, []string{"warp", "shear", "bend_weft"})
	if len(list) != 3 {
		t.Fatalf("%d drawings, expected 3", len(list))
	}
	for i, d := range list {
		lo, hi, x := 0., 0., 0.
		for k, y := range d.ModelY {
			lo, hi, x = min(lo, y), max(hi, y), max(x, math.Abs(d.ModelX[k]))
		}
		want := [3]float64{0, 8, 2.5}[i]
		if i == 0 && (math.Abs(hi-500) > 10 || lo < -10) || i > 0 && (math.Abs(lo/hi+1) > 0.02 || math.Abs(x-want) > 1e-9) {
			t.Errorf("%s: forces from %.4g to %.4g, to %.4g", d.Title, lo, hi, x)
		}
		if area := area(d.ModelX, d.ModelY); !(area > 0.005*hi*x) {
			t.Errorf("%s: a loop of %.3g", d.Title, area)
		}
	}
}

// area is the work that a path takes.
func area(x, y []float64) (w float64) {
	for i := 1; i < len(x); i++ {
		w += (y[i] + y[i-1]) / 2 * (x[i] - x[i-1])
	}
	return w
}
