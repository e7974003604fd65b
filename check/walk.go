package check

import "math/bits"

// walk traverses two trees at once, or one with itself, over the pairs of nodes whose boxes meet; with itself, over
// each unordered pair once.
type walk struct {
	a, b *tree
	near func() float64 // if not nil, over the pairs nearer to each other than its root
}

// task is a node of each tree, of the same level.
type task struct{ level, p, q int }

// walkOf returns a walk over two trees, both raised to the same height; nil if one is empty.
func walkOf(a, b *tree, near func() float64) *walk {
	if len(a.order) == 0 || len(b.order) == 0 {
		return nil
	}
	for len(a.levels) < len(b.levels) {
		a.raise()
	}
	for len(b.levels) < len(a.levels) {
		b.raise()
	}
	return &walk{a, b, near}
}

func (w *walk) top() task { return task{level: len(w.a.levels) - 1} }

// portions is the largest number of parts of each tree into which a walk is divided for parallel work.
const portions = 128

func (w *walk) tasks() (tasks []task) {
	level := 0
	for len(w.a.levels[level]) > portions || len(w.b.levels[level]) > portions {
		level++
	}
	w.down(w.top(), level, func(p, q int, _ uint16) bool {
		tasks = append(tasks, task{level, p, q})
		return true
	})
	return tasks
}

// mask returns the pairs of boxes of the two nodes to be visited, see four.meetsGo.
func (w *walk) mask(t task) (m uint16) {
	f, g := &w.a.levels[t.level][t.p], &w.b.levels[t.level][t.q]
	if w.near != nil {
		return f.nearer(g, w.near())
	}
	if m = f.meets(g); w.a != w.b || t.p != t.q {
		return m
	}
	if t.level == 0 {
		return m & 0x08ce // no triangle with itself
	}
	return m & 0x8cef
}

// down calls f for the pairs of nodes of a level in or below those of t, with the mask of their boxes. It ends when f
// returns false, and then returns false.
func (w *walk) down(t task, level int, f func(p, q int, m uint16) bool) bool {
	m := w.mask(t)
	if t.level == level {
		return m == 0 || f(t.p, t.q, m)
	}
	for ; m != 0; m &= m - 1 {
		k := bits.TrailingZeros16(m)
		if !w.down(task{t.level - 1, 4*t.p + k/4, 4*t.q + k%4}, level, f) {
			return false
		}
	}
	return true
}
