package cpu

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// TestSmallBallBetweenVertices: balls of 1 and 2 cm that fly at a hanging sheet of vertices 7.5 cm apart, between all
// of them, do not pass through it unseen, slow or fast: they take it along.
func TestSmallBallBetweenVertices(t *testing.T) {
	for _, c := range []struct{ radius, speed float64 }{{.005, 1}, {.01, 3}, {.005, 6}, {.01, 20}} {
		p := grid(5, 5, .3, .3, cotton(), true)
		for i, x := range p.X {
			if p.X[i] = (r3.Vec{X: x.X - .15, Y: -x.Z}); p.X[i].Y > .299 || p.X[i].Y < .001 {
				p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: p.X[i]})
			}
		}
		ball := newTestSphere(c.radius, r3.Vec{X: .3 / 8, Y: .155, Z: .15}, r3.Vec{Z: -c.speed})
		s := newSim(t, p, []step.Collider{{Surface: ball, Friction: .3}}, step.DefaultSettings())
		n := int(.25/c.speed*60 + .99)
		rep := take(t, s, n, 1./60)
		end, deepest := .15-c.speed*float64(n)/60, 0.
		for _, x := range s.State.X {
			deepest = min(deepest, x.Z)
		}
		t.Logf("%+v: %d halvings, the ball at %g, the sheet to %g m", c, rep.Halvings, end, deepest)
		if !(deepest < end) {
			t.Errorf("%+v: the sheet reaches to z = %g m: expected it before the ball at %g, which has not passed through", c,
				deepest, end)
		}
	}
}

// TestFastBall: a ball of 2 cm that flies at a hanging sheet at 6 m/s, 10 cm in a step, does not pass through it
// unseen: the steps are cut, and the sheet is carried along. Slow steps would take it there too.
func TestFastBall(t *testing.T) {
	p := grid(9, 9, .16, .16, cotton(), true)
	for i, x := range p.X {
		if p.X[i] = (r3.Vec{X: x.X - .08, Y: -x.Z}); p.X[i].Y > .159 || p.X[i].Y < .001 {
			p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: p.X[i]})
		}
	}
	ball := newTestSphere(.02, r3.Vec{Y: .08, Z: .2}, r3.Vec{Z: -6})
	s := newSim(t, p, []step.Collider{{Surface: ball, Friction: .3}}, step.DefaultSettings())
	rep := take(t, s, 3, 1./60)
	if rep.Halvings == 0 {
		t.Error("no step was cut")
	}
	var deepest float64
	for _, x := range s.State.X {
		deepest = min(deepest, x.Z)
	}
	// The ball is at z = −.1 then.
	if !(deepest < -.09) {
		t.Errorf("the sheet reaches to z = %g m: expected it around the ball, that has not passed through", deepest)
	}
}
