package cpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cloth/clothtest"
	"hysteron/law"
	"hysteron/step"
)

// TestHemmedStrip: a strip with a heavier and stiffer hem hangs as far down as it must: 2.66 mm. Without the hem's
// weight it would be 1.33 mm, without its stiffness 3.05 mm.
func TestHemmedStrip(t *testing.T) {
	const g = 9.81
	p, want := clothtest.Hemmed(g)
	set := step.DefaultSettings()
	set.Gravity, set.Tolerance = r3.Vec{X: g}, 1e-7
	s := newSim(t, p, nil, set)
	settle(t, s, .05, 1e-8, 200)
	got, varies := clothtest.FreeEdge(&p, s.State.X)
	t.Logf("%.4f mm down, expected %.4f", 1e3*got, 1e3*want)
	if math.Abs(got/want-1) > 5e-3 || varies > 0.02*want {
		t.Errorf("the free edge is %.5g m down, give or take %.2g, expected %.5g", got, varies/2, want)
	}
}

// TestLayersAreCloth: layers everywhere are what a fabric is with so many times the mass and stresses.
func TestLayersAreCloth(t *testing.T) {
	scale := func(c cloth.Component, by float64) cloth.Component {
		return cloth.Component{Elastic: law.Scaled(c.Elastic, by), Friction: law.Scaled(c.Friction, by),
			Damping: law.Scaled(c.Damping, by)}
	}
	for _, bending := range []cloth.BendingLaw{cloth.HingeBending, cloth.CurvatureBending} {
		f := clothtest.Cotton()
		f.Bending, f.BendCoupling = bending, .2
		layered, heavy := grid(6, 5, .1, .08, f, true), grid(6, 5, .1, .08, f, true)
		for range layered.Tri {
			layered.Layers = append(layered.Layers, cloth.Layers{Mass: 2, Stretch: 4, Bend: 8})
		}
		h := &heavy.Fabric
		h.Density *= 2
		h.Warp, h.Weft, h.Shear = scale(h.Warp, 4), scale(h.Weft, 4), scale(h.Shear, 4)
		h.BendWarp, h.BendWeft = scale(h.BendWarp, 8), scale(h.BendWeft, 8)
		var x [2][]r3.Vec
		for k, p := range []cloth.Part{layered, heavy} {
			p.Pins = []cloth.Pin{{Vertex: 0, Point: p.X[0]}, {Vertex: 4, Point: p.X[4]}}
			s := newSim(t, p, nil, step.DefaultSettings())
			for range 10 {
				if _, err := s.Step(.01); err != nil {
					t.Fatal(err)
				}
			}
			x[k] = s.State.X
		}
		for i := range x[0] {
			if d := r3.Norm(r3.Sub(x[0][i], x[1][i])); d > 1e-9 {
				t.Fatalf("bending %d: vertex %d is %.2g m off", bending, i, d)
			}
		}
	}
}
