package cpu

import (
	"errors"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
	"hysteron/step/steptest"
)

// TestBodiesOverlap: a ball that comes 2 cm into the floor with a sheet between leaves it no room. The run continues;
// the sheet stays out of the body of higher priority to within half of a layer, of equal ones out of the first. When
// the ball has gone the sheet is out of both. If the run is to stop, both push.
func TestBodiesOverlap(t *testing.T) {
	const deep, steps = .02, 96
	for _, c := range []struct {
		floor, ball int
		stop        bool
		in          [2]bool // the sheet is in floor, ball
	}{{0, 0, false, [2]bool{false, true}}, {1, 0, false, [2]bool{false, true}}, {0, 1, false, [2]bool{true, false}},
		{0, 0, true, [2]bool{true, true}}} {
		ball, err := steptest.NewPress(deep)
		if err != nil {
			t.Fatal(err)
		}
		set := step.DefaultSettings()
		if c.stop {
			set.OnNoRoom = step.StopOnNoRoom
		}
		sheet := place(grid(17, 17, .4, .4, cotton(), true), func(x r3.Vec) r3.Vec {
			return r3.Vec{X: x.X - .2, Y: .003, Z: x.Z + .2}
		})
		s := newSim(t, sheet, ball.Colliders(c.floor, c.ball), set)
		var most [2]float64
		newton := 0
		for k := range steps {
			rep, err := s.Step(steptest.PressTime / steps)
			newton += rep.Newton
			if c.stop && err != nil {
				var none *step.Cramped
				if !errors.As(err, &none) {
					t.Errorf("%+v: %v", c, err)
				}
				break
			}
			if err != nil {
				t.Fatalf("%+v: step %d: %v", c, k, err)
			}
			floor, in := ball.Depth(s.State.X, s.State.Time)
			most = [2]float64{max(most[0], floor), max(most[1], in)}
		}
		t.Logf("%+v: %.1f mm in the floor, %.1f mm in the ball at most, %d Newton", c, 1e3*most[0], 1e3*most[1], newton)
		for k, in := range c.in {
			if !c.stop && (in && most[k] < .8*deep || !in && most[k] > 2e-3) {
				t.Errorf("%+v: %.4f m in number %d at most", c, most[k], k)
			}
		}
		if c.stop && most[0] < deep {
			t.Errorf("%+v: %.4f m in the floor: expected that the ball pushes it there", c, most[0])
		}
		if floor, in := ball.Depth(s.State.X, s.State.Time); !c.stop && max(floor, in) > 1e-3 {
			t.Errorf("%+v: at the end %.4f m in the floor, %.4f m in the ball", c, floor, in)
		}
	}
}
