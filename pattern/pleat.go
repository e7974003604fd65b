package pattern

import (
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// onePlace is the largest distance of neighbours along a seam that coincide, relative to the length of cloth between
// them.
const onePlace = 1e-3

// openPleats opens pleats at the start: two sides of a panel on one line that are sewn to each other, so that the cloth
// between them folds. All copies of their vertices have one mean, and the triangles there no area. The fold starts on
// the right side, away from the wearer, as far out as it is deep.
func (m *Mesh) openPleats(p *Pattern, s *sampler, flat []*flatMesh, welded func(r, k int) int32) {
	type folded struct {
		vertex  int32
		half    float64 // half of the distance between copies [m]
		at, out r3.Vec
	}
	var list []folded
	seen := map[int32]bool{}
	for _, e := range s.seams {
		i := s.runs[e.a].panel
		if s.runs[e.b].panel != i || !e.against {
			continue
		}
		pan, f, n := &p.Panels[i], flat[i], s.segments(e.a)
		copyOf := func(r, k int) r2.Vec { return f.pts[s.vertex(r, k, f.boundary)] }
		origin := pan.Place(r2.Vec{})
		out := r3.Scale(f.winding, r3.Cross(r3.Sub(pan.Place(r2.Vec{X: 1}), origin), r3.Sub(pan.Place(r2.Vec{Y: 1}), origin)))
		for k := range n {
			apart := r3.Norm(r3.Sub(m.X[welded(e.a, k)], m.X[welded(e.a, k+1)]))
			if apart > onePlace*r2.Norm(r2.Sub(copyOf(e.a, k), copyOf(e.a, k+1))) {
				continue
			}
			for j := k; j <= k+1; j++ {
				if v := welded(e.a, j); !seen[v] {
					seen[v] = true
					list = append(list, folded{v, r2.Norm(r2.Sub(copyOf(e.a, j), copyOf(e.b, n-j))) / 2, m.X[v], out})
				}
			}
		}
	}
	for _, v := range list {
		deepest := 0.0 // of the pleat
		for _, o := range list {
			if r3.Norm(r3.Sub(o.at, v.at)) <= onePlace*(v.half+o.half) {
				deepest = max(deepest, o.half)
			}
		}
		m.X[v.vertex] = r3.Add(v.at, r3.Scale(deepest-v.half, v.out))
	}
}
