package body

import (
	"math"
	"slices"
	"sort"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

func mustMannequin(t *testing.T, clip string) *Mannequin {
	t.Helper()
	m, err := NewMannequin(DefaultMeasurements(), clip)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func positionsAt(b Body, t float64) []r3.Vec {
	p := make([]r3.Vec, b.NumVertices())
	b.Positions(p, t)
	return p
}

func volume(p []r3.Vec, tris [][3]int32) float64 {
	var v float64
	for _, t := range tris {
		v += r3.Dot(p[t[0]], r3.Cross(p[t[1]], p[t[2]])) / 6
	}
	return v
}

// slice cuts the mesh with the plane n·x = c and returns the closed loops of the cut.
func slice(p []r3.Vec, tris [][3]int32, n r3.Vec, c float64) [][]r3.Vec {
	type key [2]int32
	next := map[key]key{}
	at := map[key]r3.Vec{}
	cut := func(a, b int32) key {
		k := key{min(a, b), max(a, b)}
		da, db := r3.Dot(n, p[k[0]])-c, r3.Dot(n, p[k[1]])-c
		at[k] = r3.Add(p[k[0]], r3.Scale(da/(da-db), r3.Sub(p[k[1]], p[k[0]])))
		return k
	}
	var order []key
	for _, t := range tris {
		var from, to *key
		for i := range t {
			a, b := t[i], t[(i+1)%3]
			ia, ib := r3.Dot(n, p[a]) >= c, r3.Dot(n, p[b]) >= c
			if ia == ib {
				continue
			}
			k := cut(a, b)
			if ia {
				from = &k
			} else {
				to = &k
			}
		}
		if from != nil {
			next[*from] = *to
			order = append(order, *from)
		}
	}
	var loops [][]r3.Vec
	done := map[key]bool{}
	for _, k := range order {
		if done[k] {
			continue
		}
		var loop []r3.Vec
		for q := k; !done[q]; q = next[q] {
			done[q] = true
			loop = append(loop, at[q])
		}
		loops = append(loops, loop)
	}
	return loops
}

// girthAt is the tape length around the loop of the cut nearest to a point.
func girthAt(p []r3.Vec, tris [][3]int32, n, near r3.Vec) float64 {
	best, found := math.Inf(1), 0.0
	u := r3.Unit(r3.Cross(n, r3.Vec{X: 0.3, Y: 0.5, Z: 0.8}))
	w := r3.Cross(n, u)
	for _, loop := range slice(p, tris, n, r3.Dot(n, near)) {
		var c r3.Vec
		flat := make([]r2.Vec, len(loop))
		for i, q := range loop {
			c = r3.Add(c, r3.Scale(1/float64(len(loop)), q))
			flat[i] = r2.Vec{X: r3.Dot(u, q), Y: r3.Dot(w, q)}
		}
		if d := r3.Norm(r3.Sub(c, near)); d < best {
			best, found = d, hullLength(flat)
		}
	}
	return found
}

// selfIntersections counts pairs of triangles without a common vertex that cross.
func selfIntersections(p []r3.Vec, tris [][3]int32) (pairs [][2]int) {
	const cell = 0.03
	type box [3]int
	cells := map[box][]int{}
	var keys []box
	each := func(t [3]int32, f func(box)) {
		lo, hi := p[t[0]], p[t[0]]
		for _, v := range t {
			lo = r3.Vec{X: min(lo.X, p[v].X), Y: min(lo.Y, p[v].Y), Z: min(lo.Z, p[v].Z)}
			hi = r3.Vec{X: max(hi.X, p[v].X), Y: max(hi.Y, p[v].Y), Z: max(hi.Z, p[v].Z)}
		}
		fl := func(x float64) int { return int(math.Floor(x / cell)) }
		for x := fl(lo.X); x <= fl(hi.X); x++ {
			for y := fl(lo.Y); y <= fl(hi.Y); y++ {
				for z := fl(lo.Z); z <= fl(hi.Z); z++ {
					f(box{x, y, z})
				}
			}
		}
	}
	for i, t := range tris {
		each(t, func(b box) {
			if cells[b] == nil {
				keys = append(keys, b)
			}
			cells[b] = append(cells[b], i)
		})
	}
	hit := func(s, t [3]int32) bool { // does an edge of s pass through t?
		a, b, c := p[t[0]], p[t[1]], p[t[2]]
		vol := func(q, r, s, t r3.Vec) float64 { return r3.Dot(r3.Sub(r, q), r3.Cross(r3.Sub(s, q), r3.Sub(t, q))) }
		for k := range s {
			e, f := p[s[k]], p[s[(k+1)%3]]
			if vol(a, b, c, e)*vol(a, b, c, f) >= 0 {
				continue
			}
			x, y, z := vol(e, f, a, b), vol(e, f, b, c), vol(e, f, c, a)
			if (x > 0 && y > 0 && z > 0) || (x < 0 && y < 0 && z < 0) {
				return true
			}
		}
		return false
	}
	seen := map[[2]int]bool{}
	for _, k := range keys {
		for i, a := range cells[k] {
			for _, b := range cells[k][i+1:] {
				s, t := tris[a], tris[b]
				if slices.Contains(t[:], s[0]) || slices.Contains(t[:], s[1]) || slices.Contains(t[:], s[2]) || seen[[2]int{a, b}] {
					continue
				}
				seen[[2]int{a, b}] = true
				if hit(s, t) || hit(t, s) {
					pairs = append(pairs, [2]int{a, b})
				}
			}
		}
	}
	sort.Slice(pairs, func(i, j int) bool { return pairs[i][0] < pairs[j][0] })
	return pairs
}

var tetrahedron = [][3]int32{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}
