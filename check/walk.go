package check

import "math/bits"

// walk goes down two trees at once, or one with itself, over the pairs of nodes whose boxes meet; with itself, over
// each unordered pair once.
type walk struct {
	a, b *tree
	near func() float64 // if not nil: over those that are nearer to each other than the root of it
}

// task is a node of each tree, of one level.
type task struct{ level, p, q int }

// walkOf makes both trees as high as each other; nil if one is empty.
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

// portions is into how many parts of each tree a walk is cut at most, to be shared by the cores.
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

// mask tells which boxes of the two nodes are walked over, see four.meetsGo.
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

// down calls f for the pairs of nodes of a level in or below those of t, with what is walked over of them. It ends
// where f returns false, and reports whether it has not.
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
