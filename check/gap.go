package check

import (
	"math"
	"math/bits"
	"sync/atomic"

	"gonum.org/v1/gonum/spatial/r3"
)

// closer is a factor on the distances of boxes and slabs, since by rounding their triangles may be slightly nearer.
// With it the least distance does not depend on the order of the pairs.
const closer = 1 - 1e-9

// gap returns the smallest distance between the triangles of t and u: branch and bound over both trees, in parallel
// tasks that share the least distance so far, which starts with the triangles in the nearest boxes. The result is at
// most limit.
func (t *tree) gap(u *tree, limit float64) float64 {
	// Squared distances are not negative, so their bits have the same order.
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
	w := walkOf(t, u, func() float64 { return near() / closer })
	if w == nil {
		return limit
	}
	i, j := w.nearest()
	lower(distance2(&t.t[i], &u.t[j]))
	mine, other := t.slabs(), u.slabs()
	tasks := w.tasks()
	each(t.workers, len(tasks), t.end, func(k int) {
		look := turns{stop: t.end}
		w.down(tasks[k], 0, func(p, q int, m uint16) bool {
			if look.now() {
				return false
			}
			for ; m != 0; m &= m - 1 {
				k := bits.TrailingZeros16(m)
				i, j := 4*p+k/4, 4*q+k%4
				if d2 := near(); mine[i].off2(&t.t[i], &u.t[j]) < d2 && other[j].off2(&u.t[j], &t.t[i]) < d2 {
					lower(distance2(&t.t[i], &u.t[j]))
				}
			}
			return true
		})
	})
	return math.Sqrt(near())
}

// nearest returns the slots in the two nearest boxes of each level, from the top down.
func (w *walk) nearest() (p, q int) {
	for level := len(w.a.levels) - 1; level >= 0; level-- {
		i, j := w.a.levels[level][p].nearest(&w.b.levels[level][q])
		p, q = 4*p+i, 4*q+j
	}
	return p, q
}

// slab is a layer that contains a triangle: between two planes across its normal, at a distance thick. Except for a
// triangle without a normal, thick is of the size of rounding.
type slab struct {
	n     r3.Vec
	thick float64
}

// slabs returns the slabs of all triangles, by slot.
func (t *tree) slabs() []slab {
	if len(t.slab) == len(t.t) {
		return t.slab
	}
	t.slab = make([]slab, len(t.t))
	for k := range t.t {
		u, v := r3.Sub(t.t[k][1], t.t[k][0]), r3.Sub(t.t[k][2], t.t[k][0])
		n := r3.Cross(u, v)
		if l := math.Sqrt(r3.Norm2(n)); l > 0 {
			n = r3.Scale(1/l, n)
			t.slab[k] = slab{n, max(math.Abs(r3.Dot(n, u)), math.Abs(r3.Dot(n, v)))}
		}
	}
	return t.slab
}

// off2 returns the squared distance of triangle b from the slab s of a, less a bound on rounding: no point of b is
// nearer to a. It prunes pairs of cloth on a body, whose distances are about the same everywhere and whose boxes
// overlap.
func (s *slab) off2(a, b *triangle) float64 {
	d0, d1, d2 := r3.Dot(s.n, r3.Sub(b[0], a[0])), r3.Dot(s.n, r3.Sub(b[1], a[0])), r3.Dot(s.n, r3.Sub(b[2], a[0]))
	d := max(min(d0, d1, d2)-s.thick, -max(d0, d1, d2)-s.thick, 0)
	return d * d * closer
}

// depth returns the distance from p to the nearest point of the surface.
func (t *tree) depth(p r3.Vec) float64 {
	best := math.Inf(1)
	at := emptyFour()
	at.set(0, box{p, p})
	var visit func(level, n int)
	visit = func(level, n int) {
		f := &t.levels[level][n]
		var d2 [4]float64
		nearest := 0
		for k := range d2 {
			if d2[k] = at.distance2(0, f, k) * closer; d2[k] < d2[nearest] {
				nearest = k
			}
		}
		for k := range d2 {
			k ^= nearest // the nearest one first
			if d2[k] >= best {
				continue
			}
			if level > 0 {
				visit(level-1, 4*n+k)
			} else {
				best = min(best, pointTriangle2(p, &t.t[4*n+k]))
			}
		}
	}
	visit(len(t.levels)-1, 0)
	return math.Sqrt(best)
}
