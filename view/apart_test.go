package view

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// TestApart: two sheets that hang 6 mm apart are that far from each other where they lie over each other, and a sheet
// is not near itself until it is folded; neither is what is more than a centimetre away.
func TestApart(t *testing.T) {
	const two = `fps = 30
step_s = 0.00834
[[sheet]]
name = "a"
size_m = [0.2, 0.2]
vertices = [21, 21]
fabric = "cotton"
centre_m = [0, 1, 0]
[[sheet]]
name = "b"
size_m = [0.2, 0.2]
vertices = [21, 21]
fabric = "cotton"
centre_m = [0.1, 1.006, 0]
`
	s, _ := begun(t, two, "cpu")
	m := s.Setup.Model
	a, x := newApart(m), make([]r3.Vec, len(m.X0))
	copy(x, m.X0)
	met := 0
	for i, d := range a.distances(x) {
		over := x[i].X > -1e-9 && x[i].X < .1+1e-9
		if over {
			met++
		}
		if over && math.Abs(d-.006) > 1e-12 || (x[i].X < -.0085 || x[i].X > .1085) && !math.IsInf(d, 1) {
			t.Fatalf("vertex %d at %v is %g m from the other sheet", i, x[i], d)
		}
	}
	if met != 2*11*21 {
		t.Errorf("%d vertices lie over the other sheet", met)
	}
	// The first sheet alone, folded in its middle so that its halves are 4 mm apart; the other one is far away.
	for i := range x {
		switch {
		case m.Part[i] == 1:
			x[i].Y += 1
		case m.X0[i].X > 1e-9:
			x[i] = r3.Vec{X: -m.X0[i].X, Y: 1.004, Z: m.X0[i].Z}
		}
	}
	for i, d := range a.distances(x) {
		if far := math.Abs(m.X0[i].X); m.Part[i] == 1 && !math.IsInf(d, 1) || m.Part[i] == 0 && far > .031 &&
			math.Abs(d-.004) > 1e-9 {
			t.Fatalf("folded: vertex %d, %g m from the fold, is %g m from other cloth", i, far, d)
		}
	}
}
