package step

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// A vertex leaves e times as fast as it came, wherever in the step the ground has stopped it; where something else has
// slowed it down to a half, and the ground hardly touched it, by no more than backward Euler has taken, a/√2; and what
// rests, goes away or was not touched is left alone.
func TestKick(t *testing.T) {
	const m, h, a = .02, .01, 3.
	up := r3.Vec{Y: 1}
	// pushed: share of its loss of speed that the ground has made
	for _, c := range []struct{ e, b, pushed, want float64 }{
		{1, 0, 1, a}, {1, a / 2, 1, a}, {.6, a / 3, 1, .6 * a}, {.95, a * .9, 1, .95 * a},
		{1, a / 2, 1e-9, a / math.Sqrt2}, {.5, a / 2, 1e-9, a / 2}, {0, a / 3, 1, 0},
	} {
		var q Impact
		u := r3.Scale(-c.b*h, up)
		q.Own(&Touching{Normal: up, Force: c.pushed * m * (a - c.b) / h}, u)
		if got := q.Kick(c.e, m, h, Limit{}, r3.Scale(-a, up), u).Y - c.b; math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%+v: leaves at %g m/s", c, got)
		}
	}
	var q Impact
	if q.Kick(1, m, h, Limit{}, r3.Scale(-a, up), r3.Vec{}) != (r3.Vec{}) {
		t.Error("not touched, and kicked")
	}
	for _, v := range []float64{0, 2} {
		q = Impact{}
		u := r3.Scale(v*h, up)
		q.Own(&Touching{Normal: up, Force: 5}, u)
		if k := q.Kick(1, m, h, Limit{}, r3.Scale(v, up), u); r3.Norm(k) > 1e-12 {
			t.Errorf("%g m/s away: kicked by %v", v, k)
		}
	}
}

// TestKickThrowsNothing: a layer that was pressed before makes a vertex leave no faster than other forces do, or than
// it left already, and gives back the friction of the load that a rigid body would not have had.
// Columns: speeds away from the body before and after [m/s], impulse of the layer [m/s], and what is expected.
func TestKickThrowsNothing(t *testing.T) {
	const m, h, mu = .02, .01, .3
	up, along := r3.Vec{Y: 1}, r3.Vec{X: 1}
	for _, c := range []struct{ before, after, layer, left, friction float64 }{
		{0, .5, .5, 0, 0},
		{0, .5, .2, .3, 0},
		{.1, .5, .5, .1, .1 * mu},
		{.6, .5, .5, .5, .5 * mu},
		{-1, .2, 1.2, 0, mu},
	} {
		var q Impact
		u := r3.Add(r3.Scale(c.after*h, up), r3.Scale(2*h, along))
		force := c.layer * m / h
		q.Own(&Touching{Normal: up, Force: force, Friction: r3.Scale(-mu*force, along)}, u)
		kick := q.Kick(0, m, h, Limit{Mu: mu, Weak: 1}, r3.Scale(c.before, up), u)
		if got := c.after + kick.Y; math.Abs(got-c.left) > 1e-12 {
			t.Errorf("%+v: leaves at %g m/s", c, got)
		}
		if got := mu*c.layer - kick.X; math.Abs(got-c.friction) > 1e-12 {
			t.Errorf("%+v: friction has taken %g m/s", c, got)
		}
	}
}

// TestSlowed: what friction leaves of a slip solves r' + c·Qr'/√(r'ᵀQr') = r, and is zero where the limit holds
// it; with any ratio of limits, one of zero too.
func TestSlowed(t *testing.T) {
	n := r3.Unit(r3.Vec{X: 1, Y: 2, Z: -.5})
	axis := r3.Unit(r3.Cross(n, r3.Vec{Z: 1}))
	other := r3.Cross(n, axis)
	for _, weak := range []float64{1, .5, .01, 1e-4, 0} {
		g := Limit{Mu: .4, Weak: weak, Axis: axis}
		for k := range 24 {
			sin, cos := math.Sincos(float64(k) * math.Pi / 12.3)
			r := r3.Add(r3.Scale(2*cos, axis), r3.Scale(2*sin, other))
			for _, c := range []float64{1e-9, .01, .5, 1.9, 2.1, 50} {
				left := g.slowed(r, c)
				x, y := r3.Dot(left, axis), r3.Dot(left, other)
				if r3.Norm(left) == 0 {
					if over := 4 * (cos*cos + sin*sin/math.Max(weak, 1e-300)); over > c*c*(1+1e-9) {
						t.Errorf("weak %g, angle %d, limit %g: nothing is left", weak, k, c)
					}
					continue
				}
				l := math.Sqrt(x*x + weak*y*y)
				if l < 1e-12 {
					continue // the axis is held, and nothing acts across it
				}
				if a, b := x+c*x/l-2*cos, y+c*weak*y/l-2*sin; math.Hypot(a, b) > 1e-9 {
					t.Errorf("weak %g, angle %d, limit %g: leaves %g, %g, off by %g, %g", weak, k, c, x, y, a, b)
				}
			}
		}
	}
}
