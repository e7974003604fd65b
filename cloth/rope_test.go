package cloth

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/law"
)

// rope is a straight one of edges of 3 cm along x, from a point.
func rope(n int, at r3.Vec) Rope {
	r := Rope{Name: "rope", Radius: .01, Density: .2, Stretch: Component{Elastic: law.Elastic{K1: 100}},
		Bend: Component{Elastic: law.Elastic{K1: 1e-3}, Friction: law.Dahl{A: 1e-3, Tau: 4}}}
	for i := range n {
		r.X = append(r.X, r3.Add(at, r3.Vec{X: .03 * float64(i)}))
	}
	return r
}

func ropePart(t *testing.T, r Rope) Part {
	t.Helper()
	p, err := r.Part()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestRopeElements: masses, areas and radii of the vertices of ropes, open and closed, and what bends.
func TestRopeElements(t *testing.T) {
	ring := rope(6, r3.Vec{Y: 1})
	for i := range ring.X { // a hexagon of sides of 3 cm
		sin, cos := math.Sincos(math.Pi / 3 * float64(i))
		ring.X[i] = r3.Vec{X: .03 * cos, Y: 1 + .03*sin}
	}
	ring.Closed, ring.Bend.Friction = true, nil
	m, err := NewModel([]Part{ropePart(t, rope(4, r3.Vec{})), ropePart(t, ring)})
	if err != nil {
		t.Fatal(err)
	}
	if rods, bends, lines := len(m.Elements[Rods]), len(m.Elements[Bends]), len(m.Lines); rods != 9 || bends != 10 ||
		lines != 9 {
		t.Errorf("%d rods, %d bends, %d lines: expected 9, 10, 9", rods, bends, lines)
	}
	half := .01 * .03 // of the section of an edge, 2r·l
	for i, want := range []float64{1, 2, 2, 1, 2, 2, 2, 2, 2, 2} {
		if math.Abs(m.Area[i]-want*half) > 1e-15 || math.Abs(m.Mass[i]-want*.2*.015) > 1e-15 || m.Radius[i] != .01 {
			t.Errorf("vertex %d: area %g, mass %g, radius %g: expected %g, %g and 0.01", i, m.Area[i], m.Mass[i],
				m.Radius[i],
				want*half, want*.2*.015)
		}
	}
	if got := m.Elements[Bends][1].Rest; got != [MostRest]float64{.03, .03 * 4 * smoothingShare} {
		t.Errorf("a bend of friction has %v at rest: expected its length and a blunt angle of %g", got,
			.03*4*smoothingShare)
	}
	s := m.Submesh(func(v int32) bool { return v >= 4 })
	if len(s.Model.Lines) != 6 || s.Model.Lines[5].V != [2]int32{5, 0} || !slices.Equal(s.Model.Radius, m.Radius[4:]) {
		t.Errorf("a submesh has lines %v and radii %v: expected those of the ring", s.Model.Lines, s.Model.Radius)
	}
}

// TestLinesOnCloth: vertices of triangles keep the thickness of cloth, and edges that lines share with triangles count
// once.
func TestLinesOnCloth(t *testing.T) {
	p := strip("cloth", 2, 2, func(u, v float64) r2.Vec { return r2.Vec{X: u, Y: v} })
	a, b := p.Tri[0][0], p.Tri[0][1]
	l := r3.Norm(r3.Sub(p.X[b], p.X[a]))
	p.X = append(p.X, r3.Vec{X: -l})
	far := int32(len(p.X) - 1)
	for _, v := range [][2]int32{{a, b}, {a, far}} {
		p.Elements = append(p.Elements, Element{Kind: Rods, V: [MostCorners]int32{v[0], v[1]}, Density: 1,
			Rest: [MostRest]float64{l, l / 10}, Laws: [MostStrains]Component{{Elastic: law.Elastic{K1: 1}}}})
	}
	m, err := NewModel([]Part{p})
	if err != nil {
		t.Fatal(err)
	}
	if m.Radius[a] != 0 || m.Radius[far] != l/10 {
		t.Errorf("radii %g on cloth and %g beside it: expected 0 and %g", m.Radius[a], m.Radius[far], l/10)
	}
	edges := Edges(m.Tri, m.LineEnds(), nil)
	if bare := Edges(m.Tri, nil, nil); len(edges) != len(bare)+1 || edges[len(bare)] != [2]int32{a, far} {
		t.Errorf("edges %v: expected one more than %v", edges, bare)
	}
}

// TestRopesRefused: the vertex or the number is named.
func TestRopesRefused(t *testing.T) {
	for want, change := range map[string]func(r *Rope){
		"1 vertices: expected 2 at least":                 func(r *Rope) { r.X = r.X[:1] },
		"2 vertices: expected 3 at least":                 func(r *Rope) { r.X, r.Closed = r.X[:2], true },
		"vertices 1 and 2 are at one place":               func(r *Rope) { r.X[2] = r.X[1] },
		"density NaN kg/m":                                func(r *Rope) { r.Density = math.NaN() },
		"element 0: radius 0.011 m at a length of 0.03 m": func(r *Rope) { r.Radius = .011 },
		"thickness_m: NaN":                                func(r *Rope) { r.Radius = math.NaN() },
		"vertices 0 and 1 are at one place, or nowhere":   func(r *Rope) { r.X[1].Y = math.NaN() },
	} {
		r := rope(4, r3.Vec{})
		change(&r)
		p, err := r.Part()
		if err == nil {
			_, err = NewModel([]Part{p})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: expected %q", err, want)
		}
	}
}
