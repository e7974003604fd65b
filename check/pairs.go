package check

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"gonum.org/v1/gonum/spatial/r3"
)

// Pair is two triangles, by index.
type Pair [2]int32

// search returns the pairs of triangles of a and b whose boxes meet and that keep accepts, sorted, each pair once. If b
// is a, the lower index comes first, and no triangle is paired with itself. Pairs with a common corner in around, if
// that is not nil, are left out. keep gets slots, from several goroutines. If there are more pairs than most, the first
// of them in the order of the search are returned, whatever the number of goroutines.
func search(a, b *tree, most int, around []corners, keep func(i, j int) bool) (pairs []Pair, more bool) {
	w := walkOf(a, b, nil)
	if w == nil {
		return nil, false
	}
	tasks := w.tasks()
	found := make([][]Pair, len(tasks))
	var count atomic.Int64
	each(a.workers, len(tasks), a.end, func(k int) {
		found[k] = w.search(tasks[k], around, keep, func() bool { return count.Add(1) <= int64(most) })
	})
	if more = count.Load() > int64(most); !more {
		pairs = slices.Concat(found...)
	}
	for k := 0; more && k < len(tasks) && len(pairs) < most && !a.end.now(); k++ {
		found = nil
		left := most - len(pairs)
		pairs = append(pairs, w.search(tasks[k], around, keep, func() bool { left--; return left >= 0 })...)
	}
	slices.SortFunc(pairs, func(p, q Pair) int { return slices.Compare(p[:], q[:]) })
	return pairs, more
}

// search returns the pairs of a task, until room returns false.
func (w *walk) search(t task, around []corners, keep func(i, j int) bool, room func() bool) (found []Pair) {
	look := turns{stop: w.a.end}
	w.down(t, 0, func(p, q int, m uint16) bool {
		if look.now() {
			return false
		}
		if around != nil {
			m &^= around[p].share(&around[q])
		}
		for ; m != 0; m &= m - 1 {
			k := bits.TrailingZeros16(m)
			i, j := 4*p+k/4, 4*q+k%4
			if !keep(i, j) {
				continue
			}
			if !room() {
				return false
			}
			p := Pair{w.a.order[i], w.b.order[j]}
			if w.a == w.b && p[0] > p[1] {
				p[0], p[1] = p[1], p[0]
			}
			found = append(found, p)
		}
		return true
	})
	return found
}

// selfPairs returns the pairs of triangles of t that intersect, as in Report.Self. Pairs around vertices with clear
// stars are skipped; s nil: none is known. Pairs of two parted triangles are skipped too, whatever their number. x are
// the vertices.
func (t *tree) selfPairs(most int, s *stars, x []r3.Vec, parted []bool) (pairs []Pair, more bool) {
	if !slices.Contains(parted, true) {
		return search(t, t, most, t.around(s), t.intersects(t))
	}
	whole, panels := t.half(x, parted, false), t.half(x, parted, true)
	if pairs, more = search(whole, whole, most, whole.around(s), whole.intersects(whole)); more {
		return pairs, true
	}
	between, more := search(whole, panels, most-len(pairs), nil, whole.intersects(panels))
	for _, p := range between {
		pairs = append(pairs, Pair{min(p[0], p[1]), max(p[0], p[1])})
	}
	slices.SortFunc(pairs, func(p, q Pair) int { return slices.Compare(p[:], q[:]) })
	return pairs, more
}

// half returns a tree over the triangles of t that are parted, or over the others, with their numbers in t.
func (t *tree) half(x []r3.Vec, parted []bool, which bool) *tree {
	var number []int32
	var tri [][3]int32
	for i, v := range t.tri {
		if parted[i] == which {
			number, tri = append(number, int32(i)), append(tri, v)
		}
	}
	h := newTree(x, tri, 0, t.workers, t.end)
	for k, i := range h.order {
		h.order[k] = number[i]
	}
	h.tri = t.tri
	return h
}

// intersects returns a function that reports whether the triangles in slots of two trees over the same cloth are a pair
// of Report.Self.
func (t *tree) intersects(u *tree) func(i, j int) bool {
	return func(i, j int) bool {
		a, b := t.tri[t.order[i]], u.tri[u.order[j]]
		p, q := t.t[i], u.t[j]
		shared := 0
		for k := range 3 { // moves common corners to the front of both
			for l := shared; l < 3; l++ {
				if k >= shared && a[k] == b[l] {
					a[k], a[shared], p[k], p[shared] = a[shared], a[k], p[shared], p[k]
					b[l], b[shared], q[l], q[shared] = b[shared], b[l], q[shared], q[l]
					shared++
					break
				}
			}
		}
		switch shared {
		case 0:
			return !apart(&p, &q) && intersect(&p, &q)
		case 1:
			return intersectBeyondCorner(&p, &q)
		case 2:
			return foldedFlat(&p, &q)
		}
		return false // the same vertices twice
	}
}

// around returns the corners with clear stars of the triangles of each node; other corners have unique numbers.
func (t *tree) around(s *stars) []corners {
	if s == nil || len(t.order) == 0 {
		return nil
	}
	c := make([]corners, len(t.levels[0]))
	for k := range 4 * len(c) {
		for l := range 3 {
			own := ^int32(3*k + l)
			if k < len(t.order) {
				if v := t.tri[t.order[k]][l]; s.clear[v] {
					own = v
				}
			}
			c[k/4][l][k%4] = own
		}
	}
	return c
}

// pairsWith returns the pairs of a triangle of t and one of u that have a common point.
func (t *tree) pairsWith(u *tree, most int) (pairs []Pair, more bool) {
	return search(t, u, most, nil, func(i, j int) bool { return !apart(&t.t[i], &u.t[j]) && intersect(&t.t[i], &u.t[j]) })
}
