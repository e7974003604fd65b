package pattern

import (
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// onePlace is how far apart neighbours along a seam that lie at one place are at most, of the length of cloth between
// them.
const onePlace = 1e-3

// openPleats gives pleats a place to begin at: two sides of a panel that lie on one line and are sewn to each other, so
// that the cloth between them folds. All copies of their vertices have one mean, and the triangles there no area. The
// fold starts on the right side, away from who wears it, as far out as it is deep.
func (m *Mesh) openPleats(p *Pattern, s *sampler, flat []*flatMesh, welded func(r, k int) int32) {
	type folded struct {
		vertex  int32
		half    float64 // of the way from one copy to the other [m]
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
