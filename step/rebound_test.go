package step

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// A vertex leaves e times as fast as it came, wherever in the step the ground has stopped it; where something else has slowed it down to a half, and the ground hardly
// touched it, by no more than backward Euler has taken, a/√2; and what rests, goes away or was not touched is left alone.
func TestKick(t *testing.T) {
	const m, h, a = .02, .01, 3.
	up := r3.Vec{Y: 1}
	for _, c := range []struct{ e, b, pushed, want float64 }{ // pushed: share of its loss of speed that the ground has made
		{1, 0, 1, a}, {1, a / 2, 1, a}, {.6, a / 3, 1, .6 * a}, {.95, a * .9, 1, .95 * a},
		{1, a / 2, 1e-9, a / math.Sqrt2}, {.5, a / 2, 1e-9, a / 2},
	} {
		var q Hit
		u := r3.Scale(-c.b*h, up)
		q.Feel(true, 1, c.pushed*m*(a-c.b)/h, 0, up, u, r3.Vec{})
		if got := q.Kick(c.e, m, h, r3.Scale(-a, up), u).Y - c.b; math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%+v: leaves at %g m/s", c, got)
		}
	}
	var q Hit
	if q.Kick(1, m, h, r3.Scale(-a, up), r3.Vec{}) != (r3.Vec{}) {
		t.Error("not touched, and kicked")
	}
	for _, v := range []float64{0, 2} {
		q = Hit{}
		q.Feel(true, 1, 5, 0, up, r3.Scale(v*h, up), r3.Vec{})
		if k := q.Kick(1, m, h, r3.Scale(v, up), r3.Scale(v*h, up)); r3.Norm(k) > 1e-12 {
			t.Errorf("%g m/s away: kicked by %v", v, k)
		}
	}
}
