package body

import (
	"fmt"
	"sort"
)

// CheckClosed returns an error unless the triangles form a closed, consistently oriented 2-manifold over vertices
// 0…nVerts−1: indices in range, no triangle with a repeated vertex, every directed edge used exactly once and its
// opposite exactly once, and the triangles around each vertex forming a single fan. The error has the first invalid
// triangle, edge or vertex. Unused vertices are an error as well, because a collider would treat them as part of the
// surface.
func CheckClosed(tris [][3]int32, nVerts int) error {
	if len(tris) == 0 {
		return fmt.Errorf("body: no triangles: expected a closed surface")
	}
	type edge struct {
		a, b int32
		tri  int
	}
	edges := make([]edge, 0, 3*len(tris))
	for i, t := range tris {
		for k := 0; k < 3; k++ {
			if t[k] < 0 || int(t[k]) >= nVerts {
				return fmt.Errorf("body: triangle %d: vertex index %d: expected 0…%d", i, t[k], nVerts-1)
			}
		}
		if t[0] == t[1] || t[1] == t[2] || t[2] == t[0] {
			return fmt.Errorf("body: triangle %d (%d,%d,%d) repeats a vertex", i, t[0], t[1], t[2])
		}
		for k := 0; k < 3; k++ {
			edges = append(edges, edge{t[k], t[(k+1)%3], i})
		}
	}
	less := func(p, q edge) bool {
		if p.a != q.a {
			return p.a < q.a
		}
		if p.b != q.b {
			return p.b < q.b
		}
		return p.tri < q.tri
	}
	sort.Slice(edges, func(i, j int) bool { return less(edges[i], edges[j]) })
	find := func(a, b int32) int {
		i := sort.Search(len(edges), func(i int) bool { return !less(edges[i], edge{a, b, -1}) })
		if i < len(edges) && edges[i].a == a && edges[i].b == b {
			return i
		}
		return -1
	}
	for i, e := range edges {
		if i+1 < len(edges) && edges[i+1].a == e.a && edges[i+1].b == e.b {
			return fmt.Errorf("body: edge %d→%d used in the same direction by triangles %d and %d: flipped triangle or "+
				"non-manifold edge",
				e.a, e.b, e.tri, edges[i+1].tri)
		}
		if find(e.b, e.a) < 0 {
			return fmt.Errorf("body: edge %d→%d of triangle %d has no neighbour: the surface is open there", e.a, e.b, e.tri)
		}
	}
	return checkFans(tris, nVerts)
}

// checkFans verifies that the triangles around each vertex form one closed fan, given
// that every directed edge has exactly one opposite.
func checkFans(tris [][3]int32, nVerts int) error {
	type corner struct{ v, next, prev int32 }
	corners := make([]corner, 0, 3*len(tris))
	for _, t := range tris {
		for k := 0; k < 3; k++ {
			corners = append(corners, corner{t[k], t[(k+1)%3], t[(k+2)%3]})
		}
	}
	sort.Slice(corners, func(i, j int) bool {
		if corners[i].v != corners[j].v {
			return corners[i].v < corners[j].v
		}
		return corners[i].next < corners[j].next
	})
	v := int32(0)
	for i := 0; i < len(corners); v++ {
		if corners[i].v != v {
			return fmt.Errorf("body: vertex %d is used by no triangle", v)
		}
		j := i
		for j < len(corners) && corners[j].v == v {
			j++
		}
		fan := corners[i:j]
		at, n := fan[0].next, 0
		for {
			k := sort.Search(len(fan), func(k int) bool { return fan[k].next >= at })
			at = fan[k].prev
			n++
			if at == fan[0].next || n > len(fan) {
				break
			}
		}
		if n != len(fan) {
			return fmt.Errorf("body: vertex %d joins %d triangles that do not form one fan: non-manifold vertex", v, len(fan))
		}
		i = j
	}
	if int(v) < nVerts {
		return fmt.Errorf("body: vertex %d is used by no triangle", v)
	}
	return nil
}
