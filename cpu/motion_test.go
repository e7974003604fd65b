package cpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// TestQuarterTurn: a quarter turn about an axis through the centre takes points a quarter around it, and no distance
// changes.
func TestQuarterTurn(t *testing.T) {
	b := RigidBody{Centre: r3.Vec{X: 1, Y: 2, Z: 3}, step: [6]float64{0, 0, .5, 0, 0, math.Pi / 2}}
	m := b.Motion()
	for _, c := range []struct{ from, to r3.Vec }{
		{r3.Vec{X: 3, Y: 2, Z: 3}, r3.Vec{X: 1, Y: 4, Z: 3.5}}, {r3.Vec{X: 1, Y: 1, Z: 0}, r3.Vec{X: 2, Y: 2, Z: .5}},
		{b.Centre, r3.Vec{X: 1, Y: 2, Z: 3.5}},
	} {
		if got := m.Move(c.from); !(r3.Norm(r3.Sub(got, c.to)) < 1e-14) {
			t.Errorf("%v goes to %v, expected %v", c.from, got, c.to)
		}
	}
}

// TestWay: a point goes no farther than the piece is shifted, and its farthest point is turned.
func TestWay(t *testing.T) {
	b := RigidBody{Centre: r3.Vec{Y: 1}}
	for _, x := range []r3.Vec{{X: 3, Y: 1}, {Y: .5}} {
		b.Add(x, r3.Vec{}, &Sym3{})
	}
	b.step = [6]float64{.3, 0, .4, 0, .2, 0}
	if got := b.MaxDisplacement(); math.Abs(got-(.5+3*.2)) > 1e-15 {
		t.Errorf("%g m, expected 1.1", got)
	}
}
