package pattern_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/pattern"
	"hysteron/scenes"
)

// A pattern that is scaled has all its lengths, in its panels and in space, times the factor, and its top where it was:
// lines, curves and arcs of panels that lie flat or are rolled up.
func TestScale(t *testing.T) {
	for _, name := range []string{"tee", "trousers", "shirt", "skirt"} {
		p, err := scenes.ShippedPattern(name)
		if err != nil {
			t.Fatal(err)
		}
		q, err := scenes.ShippedPattern(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, of := range []*pattern.Pattern{p, q} { // none that ships has arcs
			c := &of.Panels[0].Edges[0].Curve
			a, b := c.Start, c.End
			mid := r2.Scale(.5, r2.Add(a, b))
			*c = pattern.Curve{Kind: pattern.Arc, Start: a, End: b, Center: mid, Radius: r2.Norm(r2.Sub(a, mid)),
				Angle0: math.Atan2(a.Y-mid.Y, a.X-mid.X), Sweep: math.Pi}
		}
		const factor = 1.25
		q.Scale(factor)
		top := p.Top()
		if math.Abs(q.Top()-top) > 1e-12 {
			t.Errorf("%s: its top went from %g to %g", name, top, q.Top())
		}
		for i := range p.Panels {
			a, b := p.Panels[i].Outline(9), q.Panels[i].Outline(9)
			if len(a) != len(b) {
				t.Fatalf("%s: %d points became %d", name, len(a), len(b))
			}
			for k := range a {
				x, y := p.Panels[i].Place(a[k]), q.Panels[i].Place(b[k])
				want := r3.Vec{X: factor * x.X, Y: top + factor*(x.Y-top), Z: factor * x.Z}
				if math.Hypot(b[k].X-factor*a[k].X, b[k].Y-factor*a[k].Y) > 1e-12 || r3.Norm(r3.Sub(y, want)) > 1e-12 {
					t.Fatalf("%s, panel %d, point %d: %v at %v became %v at %v, expected %v", name, i, k, a[k], x, b[k], y, want)
				}
			}
		}
	}
}
