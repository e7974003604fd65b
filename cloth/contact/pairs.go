package contact

import (
	"slices"
	"sync/atomic"
)

// Pair is two triangles, by index.
type Pair [2]int32

// portions is into how many parts of each tree a search is cut, to be shared by the cores.
const portions = 64

// task is a pair of nodes whose boxes meet.
type task struct{ p, q span }

// search lists the pairs of triangles of a and b whose boxes meet and that keep accepts, sorted,
// each pair once. Where b is a itself, the lower index comes first and no triangle meets itself.
// keep gets slots, from several goroutines. Where there are more pairs than most, it lists the first as many in the order of the
// search, whoever searches.
func search(a, b *tree, most int, keep func(i, j int) bool) (pairs []Pair, more bool) {
	if len(a.order) == 0 || len(b.order) == 0 {
		return nil, false
	}
	var tasks []task
	coarse := max(leafSize, len(a.order)/portions, len(b.order)/portions)
	descend(a, b, task{a.root(), b.root()}, coarse, func(t task) bool { tasks = append(tasks, t); return true })
	found := make([][]Pair, len(tasks))
	var count atomic.Int64
	each(a.workers, len(tasks), a.end, func(k int) {
		found[k] = tasks[k].search(a, b, keep, func() bool { return count.Add(1) <= int64(most) })
	})
	if more = count.Load() > int64(most); !more {
		pairs = slices.Concat(found...)
	}
	for k := 0; more && k < len(tasks) && len(pairs) < most && !a.end.now(); k++ {
		found = nil
		left := most - len(pairs)
		pairs = append(pairs, tasks[k].search(a, b, keep, func() bool { left--; return left >= 0 })...)
	}
	slices.SortFunc(pairs, func(p, q Pair) int { return slices.Compare(p[:], q[:]) })
	return pairs, more
}

// search lists the pairs of a task, until room says that there is none for one more.
func (t task) search(a, b *tree, keep func(i, j int) bool, room func() bool) (found []Pair) {
	look := turns{stop: a.end}
	descend(a, b, t, leafSize, func(t task) bool {
		if look.now() {
			return false
		}
		for i := t.p.lo; i < t.p.hi; i++ {
			first := t.q.lo
			if a == b && t.p.n == t.q.n {
				first = i + 1
			}
			for j := first; j < t.q.hi; j++ {
				if !a.boxes[i].meets(&b.boxes[j]) || !keep(i, j) {
					continue
				}
				if !room() {
					return false
				}
				p := Pair{a.order[i], b.order[j]}
				if a == b && p[0] > p[1] {
					p[0], p[1] = p[1], p[0]
				}
				found = append(found, p)
			}
		}
		return true
	})
	return found
}

// descend calls f for the pairs of nodes below t that meet, where neither has more than most
// triangles; in a tree with itself, for each unordered pair once. It ends where f returns false, and tells whether it has not.
func descend(a, b *tree, t task, most int, f func(task) bool) bool {
	p, q := t.p, t.q
	if !a.nodes[p.n].meets(&b.nodes[q.n]) {
		return true
	}
	switch {
	case p.size() <= most && q.size() <= most:
		return f(t)
	case a == b && p.n == q.n:
		l, r := p.split()
		return descend(a, b, task{l, l}, most, f) && descend(a, b, task{l, r}, most, f) && descend(a, b, task{r, r}, most, f)
	case p.size() >= q.size():
		l, r := p.split()
		return descend(a, b, task{l, q}, most, f) && descend(a, b, task{r, q}, most, f)
	}
	l, r := q.split()
	return descend(a, b, task{p, l}, most, f) && descend(a, b, task{p, r}, most, f)
}

// selfPairs lists the pairs of triangles of t that intersect, as Report.Self has it.
func (t *tree) selfPairs(most int) (pairs []Pair, more bool) {
	return search(t, t, most, func(i, j int) bool {
		a, b := t.tri[t.order[i]], t.tri[t.order[j]]
		p, q := t.t[i], t.t[j]
		shared := 0
		for k := range 3 { // to the front of both
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
		return false // one triangle twice
	})
}

// pairsWith lists the pairs of a triangle of t and one of u that have a common point.
func (t *tree) pairsWith(u *tree, most int) (pairs []Pair, more bool) {
	return search(t, u, most, func(i, j int) bool { return !apart(&t.t[i], &u.t[j]) && intersect(&t.t[i], &u.t[j]) })
}
