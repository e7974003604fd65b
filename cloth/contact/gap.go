package contact

import (
	"math"
	"sync/atomic"

	"gonum.org/v1/gonum/spatial/r3"
)

// gap is the smallest distance between the triangles of t and u: branch and bound over both
// trees, near nodes first, in portions that tell each other what they have found. The result is
// at most limit.
func (t *tree) gap(u *tree, limit float64) float64 {
	if len(t.order) == 0 || len(u.order) == 0 {
		return limit
	}
	var parts []span
	var divide func(p span)
	divide = func(p span) {
		if p.size() <= max(leafSize, len(t.order)/portions) {
			parts = append(parts, p)
			return
		}
		a, b := p.split()
		divide(a)
		divide(b)
	}
	divide(t.root())
	mine, other := t.slabs(), u.slabs()
	// Squared distances are not negative, so their bits are in their order.
	var best atomic.Uint64
	best.Store(math.Float64bits(limit * limit))
	near := func() float64 { return math.Float64frombits(best.Load()) }
	lower := func(d2 float64) {
		for old := best.Load(); d2 < math.Float64frombits(old); old = best.Load() {
			if best.CompareAndSwap(old, math.Float64bits(d2)) {
				return
			}
		}
	}
	var visit func(p, q span, d2 float64, look *turns)
	visit = func(p, q span, d2 float64, look *turns) {
		if d2 >= near() || look.now() {
			return
		}
		if p.leaf() && q.leaf() {
			for i := p.lo; i < p.hi; i++ {
				for j := q.lo; j < q.hi; j++ {
					if d2 := near(); t.boxes[i].distance2(&u.boxes[j]) < d2 &&
						mine[i].off2(&t.t[i], &u.t[j]) < d2 && other[j].off2(&u.t[j], &t.t[i]) < d2 {
						lower(distance2(&t.t[i], &u.t[j]))
					}
				}
			}
			return
		}
		var p1, p2, q1, q2 span
		if q.leaf() || !p.leaf() && p.size() >= q.size() {
			p1, p2 = p.split()
			q1, q2 = q, q
		} else {
			p1, p2 = p, p
			q1, q2 = q.split()
		}
		d1 := t.nodes[p1.n].distance2(&u.nodes[q1.n])
		d2 = t.nodes[p2.n].distance2(&u.nodes[q2.n])
		if d2 < d1 {
			p1, q1, d1, p2, q2, d2 = p2, q2, d2, p1, q1, d1
		}
		visit(p1, q1, d1, look)
		visit(p2, q2, d2, look)
	}
	each(t.workers, len(parts), t.end, func(k int) {
		look := turns{stop: t.end}
		visit(parts[k], u.root(), t.nodes[parts[k].n].distance2(&u.nodes[0]), &look)
	})
	return math.Sqrt(near())
}

// slab is what a triangle lies in: between planes that are thick apart, across its normal. Only where it has none is that more than rounding.
type slab struct {
	n     r3.Vec
	thick float64
}

func (t *tree) slabs() []slab {
	s := make([]slab, len(t.t))
	for k := range t.t {
		u, v := r3.Sub(t.t[k][1], t.t[k][0]), r3.Sub(t.t[k][2], t.t[k][0])
		n := r3.Cross(u, v)
		if l := math.Sqrt(r3.Norm2(n)); l > 0 {
			n = r3.Scale(1/l, n)
			s[k] = slab{n, max(math.Abs(r3.Dot(n, u)), math.Abs(r3.Dot(n, v)))}
		}
	}
	return s
}

// off2 is the squared distance of triangle b to the slab s of a, less what rounding makes of it: no point of b is nearer to a. Cloth that
// lies on a body is about as far from it everywhere, and boxes of its triangles overlap those of the body.
func (s *slab) off2(a, b *triangle) float64 {
	d0, d1, d2 := r3.Dot(s.n, r3.Sub(b[0], a[0])), r3.Dot(s.n, r3.Sub(b[1], a[0])), r3.Dot(s.n, r3.Sub(b[2], a[0]))
	d := max(min(d0, d1, d2)-s.thick, -max(d0, d1, d2)-s.thick, 0)
	return d * d * (1 - 1e-9)
}

// depth is the distance from p to the nearest point of the surface.
func (t *tree) depth(p r3.Vec) float64 {
	best := math.Inf(1)
	at := box{p, p}
	var visit func(s span, d2 float64)
	visit = func(s span, d2 float64) {
		if d2 >= best {
			return
		}
		if s.leaf() {
			for k := s.lo; k < s.hi; k++ {
				best = min(best, pointTriangle2(p, &t.t[k]))
			}
			return
		}
		a, b := s.split()
		da, db := t.nodes[a.n].distance2(&at), t.nodes[b.n].distance2(&at)
		if db < da {
			a, b, da, db = b, a, db, da
		}
		visit(a, da)
		visit(b, db)
	}
	visit(t.root(), 0)
	return math.Sqrt(best)
}

// distance2 is the squared distance of two triangles that do not intersect: it is taken on
// between a corner and a face or between two edges.
func distance2(a, b *triangle) float64 {
	best := math.Inf(1)
	for k := range 3 {
		best = min(best, pointTriangle2(a[k], b), pointTriangle2(b[k], a))
		for l := range 3 {
			best = min(best, segments2(a[k], a[(k+1)%3], b[l], b[(l+1)%3]))
		}
	}
	return best
}

// pointTriangle2 is the squared distance from p to t: to the plane where p projects into the
// triangle, else to the nearest edge.
func pointTriangle2(p r3.Vec, t *triangle) float64 {
	n := r3.Cross(r3.Sub(t[1], t[0]), r3.Sub(t[2], t[0]))
	if l2 := r3.Norm2(n); l2 > 0 {
		over := true
		for k := range 3 {
			e := r3.Sub(t[(k+1)%3], t[k])
			if r3.Dot(r3.Cross(e, r3.Sub(p, t[k])), n) < 0 {
				over = false
				break
			}
		}
		if over {
			d := r3.Dot(r3.Sub(p, t[0]), n)
			return d * d / l2
		}
	}
	return min(pointSegment2(p, t[0], t[1]), pointSegment2(p, t[1], t[2]), pointSegment2(p, t[2], t[0]))
}

func pointSegment2(p, a, b r3.Vec) float64 {
	e, w := r3.Sub(b, a), r3.Sub(p, a)
	s := 0.0
	if l2 := r3.Norm2(e); l2 > 0 {
		s = min(1, max(0, r3.Dot(e, w)/l2))
	}
	return r3.Norm2(r3.Sub(w, r3.Scale(s, e)))
}

// segments2 is the squared distance of the segments ab and cd: between their inner points if the
// common normal meets both, else from an end of one to the other.
func segments2(a, b, c, d r3.Vec) float64 {
	u, v, w := r3.Sub(b, a), r3.Sub(d, c), r3.Sub(c, a)
	n := r3.Cross(u, v)
	best := min(pointSegment2(a, c, d), pointSegment2(b, c, d), pointSegment2(c, a, b), pointSegment2(d, a, b))
	if l2 := r3.Norm2(n); l2 > 1e-24*r3.Norm2(u)*r3.Norm2(v) {
		s := r3.Dot(r3.Cross(w, v), n) / l2
		t := r3.Dot(r3.Cross(w, u), n) / l2
		if s >= 0 && s <= 1 && t >= 0 && t <= 1 {
			h := r3.Dot(w, n)
			best = min(best, h*h/l2)
		}
	}
	return best
}
