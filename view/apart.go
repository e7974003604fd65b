package view

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/contact/pairs"
	"hysteron/linalg"
)

// Distances to other cloth are measured up to clothReach. Cloth within alongside of a vertex, along edges of the start
// state, does not count as other cloth [m].
const (
	clothReach     = 0.01
	sameClothReach = 3 * clothReach
)

// apart measures distances of vertices from other cloth.
type apart struct {
	tri                 [][3]int32
	own                 [][]int32 // per vertex, sorted: triangles that are not other cloth
	vertices, triangles *pairs.Tree
	pool                *linalg.Pool
}

func newApart(m *cloth.Model) *apart {
	a := &apart{tri: m.Tri, own: make([][]int32, len(m.X0)), pool: linalg.New(1)}
	points := make([][3]int32, len(m.X0))
	next, fan := make([][]int32, len(m.X0)), make([][]int32, len(m.X0))
	for i := range points {
		points[i] = [3]int32{int32(i), int32(i), int32(i)}
	}
	for t, v := range m.Tri {
		for k, i := range v {
			next[i] = append(next[i], v[(k+1)%3], v[(k+2)%3])
			fan[i] = append(fan[i], int32(t))
		}
	}
	for i := range a.own {
		way := map[int32]float64{int32(i): 0}
		for list := []int32{int32(i)}; len(list) > 0; list = list[1:] {
			at := list[0]
			a.own[i] = append(a.own[i], fan[at]...)
			for _, j := range next[at] {
				d := way[at] + r3.Norm(r3.Sub(m.X0[j], m.X0[at]))
				if old, met := way[j]; d < sameClothReach && (!met || d < old) {
					way[j] = d
					list = append(list, j)
				}
			}
		}
		slices.Sort(a.own[i])
		a.own[i] = slices.Compact(a.own[i])
	}
	a.vertices, a.triangles = pairs.NewTree(points, m.X0), pairs.NewTree(m.Tri, m.X0)
	return a
}

// distances returns the distances of vertices at x from other cloth [m]; +Inf beyond clothReach.
func (a *apart) distances(x []r3.Vec) []float64 {
	d, wide, narrow := make([]float64, len(x)), make([]pairs.Box, len(x)), make([]pairs.Box, len(x))
	reach := r3.Vec{X: clothReach, Y: clothReach, Z: clothReach}
	for i, p := range x {
		d[i] = math.Inf(1)
		wide[i], narrow[i] = pairs.Box{Lo: r3.Sub(p, reach), Hi: r3.Add(p, reach)}, pairs.Box{Lo: p, Hi: p}
	}
	a.vertices.Refit(a.pool, wide)
	a.triangles.Refit(a.pool, narrow)
	for leaf := range a.vertices.Leaves() {
		a.vertices.Pairs(leaf, a.triangles, func(i, t int32) {
			if _, own := slices.BinarySearch(a.own[i], t); own {
				return
			}
			v := a.tri[t]
			if r := pairs.Distance(pairs.VertexTriangle, &[4]r3.Vec{x[i], x[v[0]], x[v[1]], x[v[2]]}); r < clothReach {
				d[i] = min(d[i], r)
			}
		})
	}
	return d
}
