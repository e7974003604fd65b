//go:build cgo

package gpu

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
	"hysteron/step/steptest"
)

// TestBodiesOverlap: a ball that comes 2 cm into the floor with a sheet between, as in cpu's test of that name.
func TestBodiesOverlap(t *testing.T) {
	const deep, steps = .02, 96
	for _, c := range []struct {
		floor, ball int
		in          [2]bool // the sheet is in floor, ball
	}{{0, 0, [2]bool{false, true}}, {0, 1, [2]bool{true, false}}} {
		ball, err := steptest.NewPress(deep)
		if err != nil {
			t.Fatal(err)
		}
		sheet := grid(17, 17, .4, .4, cotton())
		for i, x := range sheet.X {
			sheet.X[i] = r3.Vec{X: x.X - .2, Y: .003, Z: x.Z + .2}
		}
		s := newGPU(t, open(t, true), model(t, sheet), nil, ball.Colliders(c.floor, c.ball), step.DefaultSettings())
		var most [2]float64
		newton := 0
		for k := range steps {
			rep, err := s.Step(steptest.PressTime / steps)
			if err != nil {
				t.Fatalf("%+v: step %d: %v", c, k, err)
			}
			newton += rep.Newton
			now := gpuState(t, s)
			floor, in := ball.Depth(now.X, now.Time)
			most = [2]float64{max(most[0], floor), max(most[1], in)}
		}
		t.Logf("%+v: %.1f mm in the floor, %.1f mm in the ball at most, %d Newton", c, 1e3*most[0], 1e3*most[1], newton)
		for k, in := range c.in {
			if in && most[k] < .8*deep || !in && most[k] > 2e-3 {
				t.Errorf("%+v: %.4f m in number %d at most", c, most[k], k)
			}
		}
		now := gpuState(t, s)
		if floor, in := ball.Depth(now.X, now.Time); max(floor, in) > 1e-3 {
			t.Errorf("%+v: at the end %.4f m in the floor, %.4f m in the ball", c, floor, in)
		}
	}
}
