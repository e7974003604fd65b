package cpu

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// TestSwings: a sheet that is held along an edge swings down as it does when solved a thousand times finer, at the
// tolerance that scenes have.
func TestSwings(t *testing.T) {
	f := cotton()
	f.Warp, f.Weft, f.Shear = stiff(f.Warp, 10), stiff(f.Weft, 10), stiff(f.Shear, 10)
	swing := func(tolerance float64) []r3.Vec {
		p := grid(14, 14, 1, 1, f, true)
		for v, x := range p.X {
			if x.X < 1e-9 {
				p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(v), Point: x})
			}
		}
		set := step.DefaultSettings()
		if tolerance > 0 {
			set.Tolerance, set.MaxNewton, set.MaxCG = tolerance, 100, 4000
		}
		s := newSim(t, p, nil, set)
		for range 60 {
			take(t, s, 1, 1./240)
		}
		return s.State.X
	}
	x, want := swing(0), swing(1e-8)
	worst := 0.0
	for v := range x {
		worst = max(worst, r3.Norm(r3.Sub(x[v], want[v])))
	}
	if worst > 2e-3 {
		t.Errorf("after a quarter of a second a vertex is off by %.3g mm, expected at most 2", 1e3*worst)
	}
	t.Logf("%.3g mm", 1e3*worst)
}

// stiff is a component of so many times the stiffness.
func stiff(c cloth.Component, by float64) cloth.Component {
	e := c.Spring()
	e.K1, e.K2 = by*e.K1, by*e.K2
	c.Elastic = e
	return c
}
