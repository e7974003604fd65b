package pattern

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r2"
)

// Place is a point of a panel, in its own coordinates [m].
type Place struct {
	Panel int
	At    r2.Vec
}

// Button joins two points of the cloth: button and hole. The cloth turns freely about it.
type Button struct{ A, B Place }

// vertexRef is a vertex of a panel's flat mesh.
type vertexRef struct {
	panel  int
	vertex int32
}

// buttons is the vertices of the panels' meshes at buttons: points near the outline are the nearest one on it, the
// others get vertices of their own after those of the outline.
type buttons struct {
	pairs [][2]vertexRef
	extra [][]r2.Vec // of each panel
}

// place finds the vertices of the buttons.
func (p *Pattern) place(outlines [][]r2.Vec, o MeshOptions) (*buttons, error) {
	b := &buttons{extra: make([][]r2.Vec, len(outlines))}
	for i, button := range o.Buttons {
		var pair [2]vertexRef
		for k, at := range []Place{button.A, button.B} {
			if at.Panel < 0 || at.Panel >= len(outlines) {
				return nil, fmt.Errorf("%s: button %d: panel %d: expected one of %d", p.Name, i+1, at.Panel, len(outlines))
			}
			v, err := b.vertex(outlines[at.Panel], at, o.EdgeLength)
			if err != nil {
				return nil, fmt.Errorf("%s: button %d: %w of panel %q", p.Name, i+1, err, p.Panels[at.Panel].Name)
			}
			pair[k] = vertexRef{at.Panel, v}
		}
		if pair[0] == pair[1] {
			return nil, fmt.Errorf("%s: button %d: it and its hole are at one place: expected two", p.Name, i+1)
		}
		b.pairs = append(b.pairs, pair)
	}
	return b, nil
}

func (b *buttons) vertex(outline []r2.Vec, at Place, h float64) (int32, error) {
	near, nearest, off := 0, math.Inf(1), math.Inf(1)
	for i, v := range outline {
		if d := r2.Norm(r2.Sub(v, at.At)); d < nearest {
			near, nearest = i, d
		}
		off = min(off, segmentDistance(at.At, v, outline[(i+1)%len(outline)]))
	}
	if off <= clearance*h {
		return int32(near), nil
	}
	if !within(at.At, outline) {
		return 0, fmt.Errorf("(%.4g, %.4g) m is %.3g m outside", at.At.X, at.At.Y, off)
	}
	for k, v := range b.extra[at.Panel] {
		switch d := r2.Norm(r2.Sub(v, at.At)); {
		case d < 1e-9:
			return int32(len(outline) + k), nil
		case d < clearance*h:
			return 0, fmt.Errorf("(%.4g, %.4g) m is %.3g m from another one, for edges of %g m, ", at.At.X, at.At.Y, d, h)
		}
	}
	b.extra[at.Panel] = append(b.extra[at.Panel], at.At)
	return int32(len(outline) + len(b.extra[at.Panel]) - 1), nil
}

// within reports whether p is inside poly, by the even-odd rule.
func within(p r2.Vec, poly []r2.Vec) bool {
	in := false
	for i, a := range poly {
		c := poly[(i+1)%len(poly)]
		if (a.Y > p.Y) != (c.Y > p.Y) && p.X < a.X+(p.Y-a.Y)/(c.Y-a.Y)*(c.X-a.X) {
			in = !in
		}
	}
	return in
}

// joined is the numbering of the vertices of a sewn mesh: those of outlines by their root, then the others, panel by
// panel. The vertices of a button have one number.
type joined struct {
	w     *weld
	flat  []*flatMesh
	inner []int32 // number of each panel's first vertex that is not on its outline
	one   map[int32]int32
	n     int32
}

func newJoined(w *weld, flat []*flatMesh, b *buttons) *joined {
	j := &joined{w: w, flat: flat, one: map[int32]int32{}, n: int32(len(w.Forest))}
	for _, f := range flat {
		j.inner = append(j.inner, j.n)
		j.n += int32(len(f.pts) - f.boundary)
	}
	for _, pair := range b.pairs {
		x, y := j.of(pair[0]), j.of(pair[1])
		if x != y {
			j.one[max(x, y)] = min(x, y)
		}
	}
	return j
}

// of returns the number of a vertex.
func (j *joined) of(v vertexRef) int32 {
	var n int32
	if f := j.flat[v.panel]; int(v.vertex) < f.boundary {
		n = j.w.Find(j.w.base[v.panel] + v.vertex)
	} else {
		n = j.inner[v.panel] + v.vertex - int32(f.boundary)
	}
	for {
		m, ok := j.one[n]
		if !ok {
			return n
		}
		n = m
	}
}

// Side is an edge of a triangle on the outline of its panel: from corner Corner to the next.
type Side struct {
	Tri, Run int32
	Corner   int8
}

// Run is a part of a panel's outline.
type Run struct {
	Panel int32
	Label string
	Sewn  []int32 // panels to which it is sewn
}

// sides collects the edges on outlines. first is each panel's first triangle.
func (m *Mesh) sides(p *Pattern, s *sampler, flat []*flatMesh, first []int32) {
	for r := range s.runs {
		n := &s.runs[r]
		m.Runs = append(m.Runs, Run{Panel: int32(n.panel), Label: p.Panels[n.panel].Edges[n.edges[0]].Label})
	}
	for _, e := range s.seams {
		m.Runs[e.a].Sewn = append(m.Runs[e.a].Sewn, int32(s.runs[e.b].panel))
		m.Runs[e.b].Sewn = append(m.Runs[e.b].Sewn, int32(s.runs[e.a].panel))
	}
	for i, f := range flat {
		runAt := make([]int32, f.boundary) // of the edge from each vertex of the outline to the next
		for r := range s.runs {
			if s.runs[r].panel == i {
				for k := range s.segments(r) {
					runAt[s.vertex(r, k, f.boundary)] = int32(r)
				}
			}
		}
		for t, tri := range f.tri {
			for c := range 3 {
				a, b := int(tri[c]), int(tri[(c+1)%3])
				if a >= f.boundary || b >= f.boundary {
					continue
				}
				// Triangles follow the outline.
				if (a+1)%f.boundary == b {
					m.Sides = append(m.Sides, Side{first[i] + int32(t), runAt[a], int8(c)})
				}
			}
		}
	}
}
