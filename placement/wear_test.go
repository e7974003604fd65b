package placement_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/pattern"
	"hysteron/placement"
)

// shirt is what lies 12 mm around a body between hips and neck, with sleeves that end at 0.42 m from the middle.
func shirt(t *testing.T, b body.Body) *pattern.Surface {
	t.Helper()
	x := make([]r3.Vec, b.NumVertices())
	b.Positions(x, -body.LeadOf(b))
	normal := make([]r3.Vec, len(x))
	for _, v := range b.Triangles() {
		n := r3.Cross(r3.Sub(x[v[1]], x[v[0]]), r3.Sub(x[v[2]], x[v[0]]))
		for _, k := range v {
			normal[k] = r3.Add(normal[k], n)
		}
	}
	s := &pattern.Surface{X: make([]r3.Vec, len(x)), Tri: b.Triangles()}
	for v := range x {
		s.X[v] = r3.Add(x[v], r3.Scale(0.012, r3.Unit(normal[v])))
	}
	out := make([]bool, len(s.Tri))
	for i, v := range s.Tri {
		for _, k := range v {
			y := x[k]
			out[i] = out[i] || y.Y < 0.95 || y.Y > 1.45 || math.Abs(y.X) > 0.42
		}
	}
	s.Leave(out)
	return s
}

// A shirt for raised arms, of other size and elsewhere, comes onto a figure that lets them hang: its sleeves are turned
// as the arms are.
func TestWear(t *testing.T) {
	m, err := body.NewMannequin(body.DefaultMeasurements(), "stand")
	if err != nil {
		t.Fatal(err)
	}
	const raised = 30
	s := shirt(t, m.Raised(raised))
	f, err := placement.New(m)
	if err != nil {
		t.Fatal(err)
	}
	for v, x := range s.X {
		s.X[v] = r3.Add(r3.Vec{X: 2, Y: -1, Z: 0.3}, r3.Scale(0.8, x))
	}
	scale := f.Scale(s)
	if scale < 1.1 || scale > 1.4 {
		t.Errorf("scale %.3f: expected about 1.25", scale)
	}
	for v, x := range s.X {
		s.X[v] = r3.Scale(scale, x)
	}
	w := f.Wear(s)
	if w.Inside > 0.1 || w.Empty > 0 {
		t.Errorf("%.1f %% of a part of it inside the figure, %d rings of its sleeves around nothing", 100*w.Inside, w.Empty)
	}
	if got := w.Turned * 180 / math.Pi; math.Abs(got-raised) > 12 {
		t.Errorf("sleeves turned by %.0f°: expected about %d°", got, raised)
	}
}
