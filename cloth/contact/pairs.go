package contact

// Pair is two triangles, by index.
type Pair [2]int32

// crossings calls f for each pair of triangles of a and b whose boxes meet, once. Where b is a
// itself, pairs come with the lower index first and no triangle with itself.
func crossings(a, b *tree, f func(i, j int32)) {
	if len(a.order) == 0 || len(b.order) == 0 {
		return
	}
	same := a == b
	var visit func(p, q span)
	visit = func(p, q span) {
		if !a.nodes[p.n].meets(&b.nodes[q.n]) {
			return
		}
		switch {
		case p.leaf() && q.leaf():
			for _, i := range a.order[p.lo:p.hi] {
				bi := a.t[i].box()
				for _, j := range b.order[q.lo:q.hi] {
					bj := b.t[j].box()
					switch {
					case !bi.meets(&bj):
					case !same:
						f(i, j)
					case p.n != q.n || i < j:
						f(min(i, j), max(i, j))
					}
				}
			}
		case same && p.n == q.n:
			l, r := p.split()
			visit(l, l)
			visit(l, r)
			visit(r, r)
		case q.leaf() || !p.leaf() && p.size() >= q.size():
			l, r := p.split()
			visit(l, q)
			visit(r, q)
		default:
			l, r := q.split()
			visit(p, l)
			visit(p, r)
		}
	}
	visit(a.root(), b.root())
}

// selfPairs lists the pairs of triangles of t that share no vertex and have a common point.
func (t *tree) selfPairs() (pairs []Pair) {
	crossings(t, t, func(i, j int32) {
		a, b := t.tri[i], t.tri[j]
		for _, v := range a {
			if v == b[0] || v == b[1] || v == b[2] {
				return
			}
		}
		if intersect(&t.t[i], &t.t[j]) {
			pairs = append(pairs, Pair{i, j})
		}
	})
	return pairs
}

// pairsWith lists the pairs of a triangle of t and one of u that have a common point.
func (t *tree) pairsWith(u *tree) (pairs []Pair) {
	crossings(t, u, func(i, j int32) {
		if intersect(&t.t[i], &u.t[j]) {
			pairs = append(pairs, Pair{i, j})
		}
	})
	return pairs
}
