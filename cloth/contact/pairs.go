package contact

import "slices"

// Pair is two triangles, by index.
type Pair [2]int32

// portions is into how many parts of each tree a search is cut, to be shared by the cores.
const portions = 64

// task is a pair of nodes whose boxes meet.
type task struct{ p, q span }

// search lists the pairs of triangles of a and b whose boxes meet and that keep accepts, sorted,
// each pair once. Where b is a itself, the lower index comes first and no triangle meets itself.
// keep gets slots, from several goroutines.
func search(a, b *tree, keep func(i, j int) bool) []Pair {
	if len(a.order) == 0 || len(b.order) == 0 {
		return nil
	}
	var tasks []task
	coarse := max(leafSize, len(a.order)/portions, len(b.order)/portions)
	descend(a, b, task{a.root(), b.root()}, coarse, func(t task) { tasks = append(tasks, t) })
	found := make([][]Pair, len(tasks))
	each(a.workers, len(tasks), func(k int) {
		descend(a, b, tasks[k], leafSize, func(t task) {
			for i := t.p.lo; i < t.p.hi; i++ {
				first := t.q.lo
				if a == b && t.p.n == t.q.n {
					first = i + 1
				}
				for j := first; j < t.q.hi; j++ {
					if !a.boxes[i].meets(&b.boxes[j]) || !keep(i, j) {
						continue
					}
					p := Pair{a.order[i], b.order[j]}
					if a == b && p[0] > p[1] {
						p[0], p[1] = p[1], p[0]
					}
					found[k] = append(found[k], p)
				}
			}
		})
	})
	pairs := slices.Concat(found...)
	slices.SortFunc(pairs, func(p, q Pair) int { return slices.Compare(p[:], q[:]) })
	return pairs
}

// descend calls f for the pairs of nodes below t that meet, where neither has more than most
// triangles; in a tree with itself, for each unordered pair once.
func descend(a, b *tree, t task, most int, f func(task)) {
	p, q := t.p, t.q
	if !a.nodes[p.n].meets(&b.nodes[q.n]) {
		return
	}
	switch {
	case p.size() <= most && q.size() <= most:
		f(t)
	case a == b && p.n == q.n:
		l, r := p.split()
		descend(a, b, task{l, l}, most, f)
		descend(a, b, task{l, r}, most, f)
		descend(a, b, task{r, r}, most, f)
	case p.size() >= q.size():
		l, r := p.split()
		descend(a, b, task{l, q}, most, f)
		descend(a, b, task{r, q}, most, f)
	default:
		l, r := q.split()
		descend(a, b, task{p, l}, most, f)
		descend(a, b, task{p, r}, most, f)
	}
}

// selfPairs lists the pairs of triangles of t that intersect, as Report.Self has it.
func (t *tree) selfPairs() []Pair {
	return search(t, t, func(i, j int) bool {
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
func (t *tree) pairsWith(u *tree) []Pair {
	return search(t, u, func(i, j int) bool { return !apart(&t.t[i], &u.t[j]) && intersect(&t.t[i], &u.t[j]) })
}
