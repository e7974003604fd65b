package cpu

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// TestFastBall: a ball of 2 cm that flies at a hanging sheet at 6 m/s, 10 cm in a step, does not pass through it unseen:
// the steps are cut, and the sheet is carried along. Slow steps would take it there too.
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
