package cpu

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// TestBullets: balls of 4 mm to 12 cm that fly at 5 to 100 m/s at a hanging sheet with edges of 10 cm, between all of
// its vertices, take it along, or it is counted that they came through: cloth of flat triangles that has no vertex
// behind a ball has let it through. Those that fit between contact points are sharp, see step.SharpNear, and stopped up
// to 20 m/s. One that flies past the sheet is not counted.
func TestBullets(t *testing.T) {
	for _, c := range []struct {
		radius, speed, x float64
		stopped          bool
	}{
		{.002, 5, 0, true}, {.002, 20, 0, true}, {.002, 100, .05, false},
		{.005, 5, 0, true}, {.005, 20, 0, true}, {.005, 100, 0, false},
		{.01, 5, 0, true}, {.01, 20, 0, true}, {.01, 100, 0, false},
		{.02, 5, 0, true}, {.02, 20, 0, true}, {.04, 5, 0, true}, {.04, 20, 0, true},
		{.06, 5, 0, true}, {.06, 20, 0, true},
		{.005, 100, .3, false},
	} {
		p := grid(4, 4, .3, .3, cotton(), true)
		for i, x := range p.X {
			if p.X[i] = (r3.Vec{X: x.X - .15, Y: -x.Z}); p.X[i].Y > .299 || p.X[i].Y < .001 {
				p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: p.X[i]})
			}
		}
		const start = .15
		ball := newTestSphere(c.radius, r3.Vec{X: c.x, Y: .155, Z: start}, r3.Vec{Z: -c.speed})
		s := newSim(t, p, []step.Collider{{Surface: ball, Friction: .3}}, step.DefaultSettings())
		var ran step.Limits
		n := int(.3/c.speed*60 + .99)
		for range n {
			rep, err := s.Step(1. / 60)
			if err != nil {
				t.Fatal(err)
			}
			ran.Add(rep.Limits)
		}
		end, deepest := start-c.speed*float64(n)/60, 0.
		for _, x := range s.State.X {
			deepest = min(deepest, x.Z)
		}
		past, counted := c.x > .15, ran.Bodies > 0
		t.Logf("%+v: the ball at %g, the sheet to %g m, %d counted", c, end, deepest, ran.Bodies)
		switch {
		case past && counted:
			t.Errorf("%+v: %d counted beside the sheet", c, ran.Bodies)
		case !past && !counted && deepest > end:
			t.Errorf("%+v: the ball is at %g m, the sheet reaches to %g, and nothing was counted", c, end, deepest)
		case c.stopped && deepest > end:
			t.Errorf("%+v: the ball is at %g m, and the sheet reaches to %g: expected it before the ball", c, end, deepest)
		}
	}
}

// TestPressedThrough: a ball of 2 cm draws a fine sheet that is held at two edges out so far that it is pressed harder
// than the layer bears, and is let out behind the ball within one iteration, to a place that is good: it is counted. No
// place of such a ball is sharp for this sheet.
func TestPressedThrough(t *testing.T) {
	p := grid(26, 26, .3, .3, cotton(), true)
	for i, x := range p.X {
		if p.X[i] = (r3.Vec{X: x.X - .15, Y: -x.Z}); p.X[i].Y > .299 || p.X[i].Y < .001 {
			p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: p.X[i]})
		}
	}
	for _, c := range []struct {
		x       float64 // of the ball [m]
		counted bool
	}{{.004, true}, {.3, false}} {
		ball := newTestSphere(.01, r3.Vec{X: c.x, Y: .156, Z: .15}, r3.Vec{Z: -20})
		s := newSim(t, p, []step.Collider{{Surface: ball, Friction: .3}}, step.DefaultSettings())
		rep, err := s.Step(1. / 60)
		if err != nil {
			t.Fatal(err)
		}
		deepest := 0.
		for _, x := range s.State.X {
			deepest = min(deepest, x.Z)
		}
		t.Logf("the ball to %g m, the sheet to %g, %d counted", .15-20./60, deepest, rep.Limits.Bodies)
		if counted := rep.Limits.Bodies > 0; counted != c.counted && (counted || deepest > .15-20./60) {
			t.Errorf("the ball at %g m aside: the sheet to %g m, %d counted", c.x, deepest, rep.Limits.Bodies)
		}
	}
}
