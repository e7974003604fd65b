package placement_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/placement"
	"hysteron/scenes/scenestest"
)

// On the axis of a tube, its two open ends span a solid angle of 2π(1 − cos α) each, tan α = radius/distance: what is
// left is the tube's.
func TestWinding(t *testing.T) {
	const radius, low, high = 0.2, 0.0, 0.5
	s := scenestest.Upright(radius, low, high)
	for _, y := range []float64{0.25, 0.1, -0.3} {
		cap := func(d float64) float64 { return (1 - math.Abs(d)/math.Hypot(d, radius)) / 2 }
		want := 1 - cap(y-low) - cap(high-y)
		if y < low { // beside it: what the far end leaves of the near one
			want = -(cap(y-low) - cap(high-y))
		}
		if got := placement.Winding(r3.Vec{Y: y}, s.X, s.Tri); math.Abs(math.Abs(got)-math.Abs(want)) > 0.01 {
			t.Errorf("at %g m: %.4f, expected %.4f", y, got, want)
		}
	}
	if got := placement.Winding(r3.Vec{X: 1, Y: 0.25}, s.X, s.Tri); math.Abs(got) > 0.01 {
		t.Errorf("beside the tube: %g", got)
	}
}

// A tube encloses what stands in it, and not what stands beside it, though its box be around both.
func TestAround(t *testing.T) {
	s := scenestest.Upright(0.2, 0, 0.5)
	for _, c := range []struct {
		at     r3.Vec
		most   float64
		within bool
	}{{r3.Vec{Y: 0.25}, 0.5, true}, {r3.Vec{X: 0.19, Y: 0.25, Z: 0.19}, 0, true}, {r3.Vec{X: 2}, 0, false}} {
		b, err := body.NewSphere(0.03, c.at, 2)
		if err != nil {
			t.Fatal(err)
		}
		x := make([]r3.Vec, b.NumVertices())
		b.Positions(x, 0)
		most, ok := placement.Around(s.X, s.Tri, x, b.Triangles())
		if ok != c.within || ok && (math.Abs(most) > c.most+0.5 || math.Abs(most) < c.most) {
			t.Errorf("at %v: %g, %v", c.at, most, ok)
		}
	}
}
