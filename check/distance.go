package check

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// distance2 returns the squared distance of two triangles that do not intersect: the least one between a corner and a
// face, between a corner and an edge, or between inner points of two edges.
func distance2(a, b *triangle) float64 {
	m, n := a.normal(), b.normal()
	best := math.Inf(1)
	for k := range 3 {
		best = min(best, pointFace2(a[k], b, n), pointFace2(b[k], a, m))
		for l := range 3 {
			p, q, r, s := a[k], a[(k+1)%3], b[l], b[(l+1)%3]
			best = min(best, pointSegment2(p, r, s), pointSegment2(r, p, q), segments2(p, q, r, s))
		}
	}
	return best
}

func (t *triangle) normal() r3.Vec { return r3.Cross(r3.Sub(t[1], t[0]), r3.Sub(t[2], t[0])) }

// pointTriangle2 returns the squared distance from p to t: to the plane where p projects into the triangle, else to the
// nearest edge.
func pointTriangle2(p r3.Vec, t *triangle) float64 {
	if d2 := pointFace2(p, t, t.normal()); !math.IsInf(d2, 1) {
		return d2
	}
	return min(pointSegment2(p, t[0], t[1]), pointSegment2(p, t[1], t[2]), pointSegment2(p, t[2], t[0]))
}

// pointFace2 returns the squared distance from p to the plane of t, whose normal is n, if p projects into the triangle;
// else +Inf.
func pointFace2(p r3.Vec, t *triangle, n r3.Vec) float64 {
	l2 := r3.Norm2(n)
	if l2 == 0 {
		return math.Inf(1)
	}
	for k := range 3 {
		e := r3.Sub(t[(k+1)%3], t[k])
		if r3.Dot(r3.Cross(e, r3.Sub(p, t[k])), n) < 0 {
			return math.Inf(1)
		}
	}
	d := r3.Dot(r3.Sub(p, t[0]), n)
	return d * d / l2
}

func pointSegment2(p, a, b r3.Vec) float64 {
	e, w := r3.Sub(b, a), r3.Sub(p, a)
	s := 0.0
	if l2 := r3.Norm2(e); l2 > 0 {
		s = min(1, max(0, r3.Dot(e, w)/l2))
	}
	return r3.Norm2(r3.Sub(w, r3.Scale(s, e)))
}

// segments2 returns the squared distance of the lines of the segments ab and cd, if their common normal meets both
// segments; else +Inf.
func segments2(a, b, c, d r3.Vec) float64 {
	u, v, w := r3.Sub(b, a), r3.Sub(d, c), r3.Sub(c, a)
	n := r3.Cross(u, v)
	if l2 := r3.Norm2(n); l2 > 1e-24*r3.Norm2(u)*r3.Norm2(v) {
		s := r3.Dot(r3.Cross(w, v), n) / l2
		t := r3.Dot(r3.Cross(w, u), n) / l2
		if s >= 0 && s <= 1 && t >= 0 && t <= 1 {
			h := r3.Dot(w, n)
			return h * h / l2
		}
	}
	return math.Inf(1)
}
