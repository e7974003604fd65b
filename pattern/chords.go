package pattern

import (
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
)

// splitChords removes inner edges that would coincide with another edge, or shrink to a point, when the outlines are
// welded. Where two panels are sewn on both sides of a corner, their outermost triangles would otherwise become the
// same triangle; in a narrow tube a vertex may be joined to both copies of a seam vertex. Such an edge is flipped if
// that gives well-shaped triangles, else it gets a vertex in its middle.
func (w *weld) splitChords(flat []*flatMesh) {
	// Welded vertices by their root; then inner ones, panel by panel.
	type vertex struct{ panel, v int32 } // panel −1: a welded one
	id := func(i int, v int32) vertex {
		if int(v) < flat[i].boundary {
			return vertex{-1, w.Find(w.base[i] + v)}
		}
		return vertex{int32(i), v}
	}
	key := func(i int, a, b int32) [2]vertex {
		p, q := id(i, a), id(i, b)
		if p.panel > q.panel || p.panel == q.panel && p.v > q.v {
			p, q = q, p
		}
		return [2]vertex{p, q}
	}
	type edge struct {
		panel int
		a, b  int32
	}
	count := map[[2]vertex]int{}
	touched := make([][]int32, len(flat))
	var inner []edge
	for i, f := range flat {
		n := int32(f.boundary)
		for v := range n {
			count[key(i, v, (v+1)%n)] = 1 // sides may coincide: they are a seam
		}
	}
	for i, f := range flat {
		n := int32(f.boundary)
		for _, t := range f.tri {
			for e := range 3 {
				a, b := t[e], t[(e+1)%3]
				// Each inner edge occurs once with a < b.
				if a < b && a < n && (b >= n || b-a != 1 && b-a != n-1) {
					inner = append(inner, edge{i, a, b})
					count[key(i, a, b)]++
				}
			}
		}
	}
	// New edges are checked in turn, as a new vertex may again be joined to two copies of a seam vertex; each split
	// leaves fewer of them, so the bound is only a guard.
	for k := 0; k < len(inner) && k < 1<<24; k++ {
		c := inner[k]
		old := key(c.panel, c.a, c.b)
		if old[0] != old[1] && count[old] < 2 {
			continue
		}
		free := func(a, b int32) bool {
			k := key(c.panel, a, b)
			return k[0] != k[1] && count[k] == 0
		}
		added, ok := flat[c.panel].removeEdge(c.a, c.b, free)
		if !ok {
			continue // flipped away meanwhile
		}
		count[old]--
		for _, e := range added {
			count[key(c.panel, e[0], e[1])]++
			inner = append(inner, edge{c.panel, e[0], e[1]})
			touched[c.panel] = append(touched[c.panel], e[0], e[1])
		}
	}
	w.splitTwins(flat)
	for i, f := range flat {
		f.improve(touched[i])
	}
}

// improve moves the given inner vertices and their neighbours towards the centroids of their fans as long as the
// smallest angle there grows. The connectivity stays.
func (f *flatMesh) improve(vs []int32) {
	if len(vs) == 0 {
		return
	}
	near := map[int32]bool{}
	for _, v := range vs {
		near[v] = true
	}
	fan := map[int32][]int{}
	for _, v := range f.tri {
		if near[v[0]] || near[v[1]] || near[v[2]] {
			for _, k := range v {
				if int(k) >= f.boundary {
					fan[k] = nil
				}
			}
		}
	}
	for t, v := range f.tri {
		for _, k := range v {
			if _, ok := fan[k]; ok {
				fan[k] = append(fan[k], t)
			}
		}
	}
	order := slices.Sorted(maps.Keys(fan))
	quality := func(v int32) float64 {
		least := math.Pi
		for _, t := range fan[v] {
			tr := f.tri[t]
			if !f.winds(tr[0], tr[1], tr[2]) {
				return -1
			}
			least = min(least, f.minAngle(tr[0], tr[1], tr[2]))
		}
		return least
	}
	const rounds = 8
	for range rounds {
		for _, v := range order {
			old, best := f.pts[v], quality(v)
			var mean r2.Vec
			for _, t := range fan[v] {
				for _, k := range f.tri[t] {
					mean = r2.Add(mean, r2.Scale(1/float64(3*len(fan[v])), f.pts[k]))
				}
			}
			f.pts[v] = mean
			if quality(v) <= best {
				f.pts[v] = old
			}
		}
	}
}

// splitTwins inserts a vertex in the middle of triangles whose three corners were welded to those of another one.
func (w *weld) splitTwins(flat []*flatMesh) {
	seen := map[[3]int32]bool{}
	for i, f := range flat {
		for t, v := range slices.Clone(f.tri) {
			if n := int32(f.boundary); v[0] >= n || v[1] >= n || v[2] >= n {
				continue
			}
			key := [3]int32{w.Find(w.base[i] + v[0]), w.Find(w.base[i] + v[1]), w.Find(w.base[i] + v[2])}
			slices.Sort(key[:])
			if !seen[key] {
				seen[key] = true
				continue
			}
			m := int32(len(f.pts))
			f.pts = append(f.pts, r2.Scale(1./3, r2.Add(f.pts[v[0]], r2.Add(f.pts[v[1]], f.pts[v[2]]))))
			f.tri[t] = [3]int32{v[0], v[1], m}
			f.tri = append(f.tri, [3]int32{v[1], v[2], m}, [3]int32{v[2], v[0], m})
		}
	}
}

// removeEdge flips the inner edge a–b to c–d if the triangles stay well shaped and free allows it, else splits it.
// It returns the edges added; ok is false if a–b is not an inner edge.
func (f *flatMesh) removeEdge(a, b int32, free func(c, d int32) bool) (added [][2]int32, ok bool) {
	t := [2]int{-1, -1}
	var c, d int32
	for i, v := range f.tri {
		for e := range 3 {
			switch {
			case v[e] == a && v[(e+1)%3] == b:
				t[0], c = i, v[(e+2)%3]
			case v[e] == b && v[(e+1)%3] == a:
				t[1], d = i, v[(e+2)%3]
			}
		}
	}
	if t[0] < 0 || t[1] < 0 {
		return nil, false
	}
	// Now a→b→c and b→a→d have the outline's winding.
	const wellShaped = 0.35 // rad, 20°
	if free(c, d) && min(f.minAngle(a, d, c), f.minAngle(b, c, d)) > wellShaped && f.winds(a, d, c) && f.winds(b, c, d) {
		f.tri[t[0]] = [3]int32{a, d, c}
		f.tri[t[1]] = [3]int32{b, c, d}
		return [][2]int32{{c, d}}, true
	}
	m := int32(len(f.pts))
	f.pts = append(f.pts, r2.Scale(0.5, r2.Add(f.pts[a], f.pts[b])))
	f.tri[t[0]] = [3]int32{a, m, c}
	f.tri[t[1]] = [3]int32{b, m, d}
	f.tri = append(f.tri, [3]int32{m, b, c}, [3]int32{m, a, d})
	return [][2]int32{{m, a}, {m, b}, {m, c}, {m, d}}, true
}

// winds reports whether the triangle has the winding of the outline.
func (f *flatMesh) winds(a, b, c int32) bool {
	area := r2.Cross(r2.Sub(f.pts[b], f.pts[a]), r2.Sub(f.pts[c], f.pts[a]))
	return area*f.winding > 0
}

func (f *flatMesh) minAngle(a, b, c int32) float64 {
	return minAngle([3]r2.Vec{f.pts[a], f.pts[b], f.pts[c]})
}
