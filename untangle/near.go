package untangle

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
)

// separate adds displacements to f that separate all features nearer than gap without a common vertex. It returns the
// smallest distance, at most gap.
func (m *mesh) separate(x []r3.Vec, checker check.Checker, gap float64, f *field) (float64, error) {
	least := gap
	seen := map[[4]int32]bool{}
	push := func(v [4]int32, w [4]float64) {
		var r r3.Vec
		for k, i := range v {
			r = r3.Add(r, r3.Scale(w[k], x[i]))
		}
		d := math.Sqrt(r3.Norm2(r))
		if d >= gap || seen[v] {
			return
		}
		seen[v] = true
		least = min(least, d)
		if d > 0 {
			f.apart(v[:], w[:], r3.Scale(1/d, r), 1.2*gap-d)
		}
	}
	cloth, bodies := m.meshes(x)
	self, with, more := checker.Near(cloth, bodies, gap)
	if more {
		return 0, fmt.Errorf("untangle: more than %d pairs of triangles are nearer than %g mm: expected cloth that is not "+
			"crushed", max(len(self), len(with)), 1e3*gap)
	}
	for _, p := range m.together(self, with) {
		for side := range 2 {
			s, t := m.tri[p[side]], m.tri[p[1-side]]
			c := m.corners(x, p[1-side])
			lo, hi := c[0], c[0]
			for _, q := range c[1:] {
				lo = r3.Vec{X: min(lo.X, q.X), Y: min(lo.Y, q.Y), Z: min(lo.Z, q.Z)}
				hi = r3.Vec{X: max(hi.X, q.X), Y: max(hi.Y, q.Y), Z: max(hi.Z, q.Z)}
			}
			for _, v := range s {
				if y := x[v]; slices.Contains(t[:], v) || y.X < lo.X-gap || y.X > hi.X+gap || y.Y < lo.Y-gap || y.Y > hi.Y+gap ||
					y.Z < lo.Z-gap || y.Z > hi.Z+gap {
					continue
				}
				b := pointTriangle(x[v], c)
				push([4]int32{v, t[0], t[1], t[2]}, [4]float64{1, -b[0], -b[1], -b[2]})
			}
		}
		for i := range 3 {
			e := m.edges[m.of[p[0]][i]]
			for j := range 3 {
				g := m.edges[m.of[p[1]][j]]
				if e[0] == g[0] || e[0] == g[1] || e[1] == g[0] || e[1] == g[1] {
					continue
				}
				s, t := segments(x[e[0]], x[e[1]], x[g[0]], x[g[1]])
				push([4]int32{e[0], e[1], g[0], g[1]}, [4]float64{1 - s, s, t - 1, -t})
			}
		}
	}
	return least, nil
}

// pointTriangle returns the barycentric coordinates of the point of a triangle nearest to p: its projection if inside,
// else the nearest point of an edge.
func pointTriangle(p r3.Vec, c [3]r3.Vec) (b [3]float64) {
	n := r3.Cross(r3.Sub(c[1], c[0]), r3.Sub(c[2], c[0]))
	if l2 := r3.Norm2(n); l2 > 0 {
		inside := true
		for k := range 3 {
			u, w := r3.Sub(c[(k+1)%3], p), r3.Sub(c[(k+2)%3], p)
			b[k] = r3.Dot(r3.Cross(u, w), n) / l2
			inside = inside && b[k] >= 0
		}
		if inside {
			return b
		}
	}
	best := math.Inf(1)
	var at [3]float64
	for k := range 3 {
		l := (k + 1) % 3
		e := r3.Sub(c[l], c[k])
		s := 0.0
		if l2 := r3.Norm2(e); l2 > 0 {
			s = min(1, max(0, r3.Dot(e, r3.Sub(p, c[k]))/l2))
		}
		if d := r3.Norm2(r3.Sub(p, r3.Add(c[k], r3.Scale(s, e)))); d < best {
			best, at = d, [3]float64{}
			at[k], at[l] = 1-s, s
		}
	}
	return at
}

// segments returns the parameters, 0 to 1, of the nearest points of two segments.
func segments(a, b, c, d r3.Vec) (s, t float64) {
	u, v, w := r3.Sub(b, a), r3.Sub(d, c), r3.Sub(a, c)
	uu, uv, vv, uw, vw := r3.Dot(u, u), r3.Dot(u, v), r3.Dot(v, v), r3.Dot(u, w), r3.Dot(v, w)
	on := func(num, den float64) float64 {
		if den > 0 {
			return min(1, max(0, num/den))
		}
		return 0
	}
	if det := uu*vv - uv*uv; det > 1e-24*uu*vv {
		s = min(1, max(0, (uv*vw-vv*uw)/det))
	}
	t = on(uv*s+vw, vv)
	return on(uv*t-uw, uu), t
}
