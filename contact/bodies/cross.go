package bodies

import (
	"math"
	"sync/atomic"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/contact/pairs"
	"hysteron/linalg"
)

// Crosses reports whether contact points of the cloth (vertices or centroids) pass through the surface from outside in
// a step from t to t + h, on straight paths, and move farther than most against it [m]. Contact detection uses
// positions at ends of steps and at iterates. A point that is pressed beyond the middle of a body is nearest to its far
// side and is projected out there, which no end shows.
func (c *Surface) Crosses(pool *linalg.Pool, t, h float64, w *Paths, most float64) bool {
	if c.all == nil {
		c.all = newTunnelling(c.Triangles(), c.x, w, make([]float64, len(c.Triangles())))
	}
	q := c.all
	x, y := c.begin(pool, q, t, h, w)
	tri := c.Triangles()
	var crosses atomic.Bool
	// Reach is at most the displacement of the point plus twice that of the surface.
	slow := sq(max(0, most-2*y.longest(pool)))
	pool.For(q.cloth.Leaves(), 1, func(lo, hi int) {
		for leaf := lo; leaf < hi && !crosses.Load(); leaf++ {
			if x.within(w.Tri, q.cloth.Leaf(leaf), slow) {
				continue
			}
			q.cloth.Pairs(leaf, q.body, func(i, j int32) {
				if crosses.Load() || w.Skip != nil && w.Skip[i] {
					return
				}
				if p := (faces{x.face(w.Tri[i]), y.face(tri[j])}); p.pierced(most) {
					crosses.Store(true)
				}
			})
		}
	})
	return crosses.Load()
}

// longest returns the largest displacement of a vertex [m].
func (m *moves) longest(pool *linalg.Pool) float64 {
	return math.Sqrt(pool.Max(len(m.from), func(lo, hi int) (l float64) {
		for i := lo; i < hi; i++ {
			l = max(l, m.displacement2(int32(i)))
		}
		return l
	}))
}

// within reports whether the displacements of all corners of some triangles are at most √displacement2; displacement2
// in m².
func (m *moves) within(tri [][3]int32, some []int32, way2 float64) bool {
	for _, t := range some {
		for _, v := range tri[t] {
			if !(m.displacement2(v) <= way2) {
				return false
			}
		}
	}
	return true
}

// displacement2 returns the squared displacement of a vertex [m²].
func (m *moves) displacement2(i int32) float64 { return r3.Norm2(r3.Sub(m.end(i), m.from[i])) }

func sq(x float64) float64 { return x * x }

// pierced reports whether a corner of the first face, or its centroid, passes through the second from above and moves
// farther than most against it [m].
func (p *faces) pierced(most float64) bool {
	g := &p[1]
	n := r3.Cross(r3.Sub(g[0][1], g[0][0]), r3.Sub(g[0][2], g[0][0]))
	var middle [2]r3.Vec
	for s, f := range p[0] {
		middle[s] = r3.Scale(1./3, r3.Add(f[0], r3.Add(f[1], f[2])))
	}
	for c := range 4 {
		from, to := middle[0], middle[1]
		if c < 3 {
			from, to = p[0][0][c], p[0][1][c]
		}
		if !(r3.Dot(n, r3.Sub(from, g[0][0])) > 0) {
			continue
		}
		x, dx := [4]r3.Vec{from}, [4]r3.Vec{r3.Sub(to, from)}
		for k := range 3 {
			x[k+1], dx[k+1] = g[0][k], r3.Sub(g[1][k], g[0][k])
		}
		if pairs.Reach(pairs.VertexTriangle, &dx) <= most {
			continue
		}
		if _, hit := pairs.Advance(pairs.VertexTriangle, &x, &dx, pairs.Distance(pairs.VertexTriangle, &x),
			pairs.Floor); hit {
			return true
		}
	}
	return false
}
