package check

import "gonum.org/v1/gonum/spatial/r3"

// Crossing reports exactly whether the edge from p to q and the triangle t have a common point. It also returns the
// sides of the triangle's plane of the ends: 1 above, where its corners appear counter-clockwise, -1 below, 0 in the
// plane.
func Crossing(p, q r3.Vec, t [3]r3.Vec) (sp, sq int, meet bool) {
	tri := triangle(t)
	sp, sq = -orient3(t[0], t[1], t[2], p), -orient3(t[0], t[1], t[2], q)
	return sp, sq, edgeMeets(p, q, sp, sq, &tri)
}

// Intersections returns the pairs of triangles of the cloth that intersect, as in Report.Self, and those of a triangle
// of the cloth and one of another surface, as in Report.Body. more reports whether there are more than Checker.Most of
// either.
func (c Checker) Intersections(cloth, other Mesh) (self, with []Pair, more bool) {
	t, most := newTree(cloth.X, cloth.Tri, 0, c.workers(), nil), c.most(len(cloth.Tri))
	self, moreSelf := t.selfPairs(most, new(Cache).starsOf(cloth, c.workers(), nil), cloth.X, c.Parted)
	with, moreWith := t.pairsWith(newTree(other.X, other.Tri, 0, c.workers(), nil), most)
	return self, with, moreSelf || moreWith
}

// Near returns the pairs of triangles of the cloth whose boxes are nearer than d to each other [m], lower index first,
// sorted, neighbours included; and those of a triangle of the cloth and one of another surface. more is as in
// Intersections.
func (c Checker) Near(cloth, other Mesh, d float64) (self, with []Pair, more bool) {
	all := func(i, j int) bool { return true }
	t, most := newTree(cloth.X, cloth.Tri, d/2, c.workers(), nil), c.most(len(cloth.Tri))
	self, moreSelf := search(t, t, most, nil, all)
	with, moreWith := search(t, newTree(other.X, other.Tri, d/2, c.workers(), nil), most, nil, all)
	return self, with, moreSelf || moreWith
}
