package capture

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// TestRelease: springs that a bound kept from their size, with points that make up for it, and those along the threads
// that pull for them, come back from all tests at once.
func TestRelease(t *testing.T) {
	parts := []*Part{{Name: "warp", Points: []float64{250}}, {Name: "weft", Points: []float64{180}},
		{Name: "shear", Even: true, Points: []float64{40}}, {Name: "second", Points: []float64{60}},
		{Name: "second_weft", Points: []float64{50}}}
	tests := measured(t, fabric(Springs, .2, parts), Rig{N: 5, Frames: 2}, fitted...)
	s := &fitter{ctx: context.Background(), model: Springs, density: .2, n: 5, side: .1, tests: tests,
		rest: map[*Frame][]r3.Vec{}, rooms: map[string]float64{},
		parts: []*Part{{Name: "warp", Points: []float64{310}}, {Name: "weft", Points: []float64{240}},
			{Name: "shear", Even: true, Points: []float64{42}}, {Name: "second", High: .01, Points: []float64{20, 45, 45}},
			{Name: "second_weft", High: .01, Points: []float64{20, 45, 45}}}}
	if err := s.release(); err != nil {
		t.Fatal(err)
	}
	for i, p := range s.parts {
		if got, want := p.Points[0], parts[i].Points[0]; !(math.Abs(got/want-1) < .01) {
			t.Errorf("%s: %.4g: expected %g", p.Name, p.Points, want)
		}
	}
}

// TestWorse: no test may be told worse for the others, but where it is told by more than any rig reads.
func TestWorse(t *testing.T) {
	was := []float64{.05, .002}
	for _, c := range []struct {
		now  []float64
		want bool
	}{{[]float64{.0504, .001}, false}, {[]float64{.052, .001}, true}, {[]float64{.01, .004}, false},
		{[]float64{.01, .006}, true}, {[]float64{.01, math.Inf(1)}, true}} {
		if got := worse(c.now, was, 1+mostGain); got != c.want {
			t.Errorf("%g after %g: worse %v", c.now, was, got)
		}
	}
}
