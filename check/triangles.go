package check

import "gonum.org/v1/gonum/spatial/r3"

// triangle has the three corners of a triangle.
type triangle [3]r3.Vec

// intersect reports exactly whether two triangles have a common point, touching included.
//
// Triangles that are not coplanar meet if and only if an edge of one meets the other. A triangle without area has no
// plane: every point counts as in it, and only its edges are tested.
func intersect(a, b *triangle) bool {
	sa, same := sides(b, a) // sides of the plane of b on which a's corners are
	if same {
		return false
	}
	sb, same := sides(a, b)
	if same {
		return false
	}
	noA, noB := sa == [3]int{}, sb == [3]int{}
	if noA && noB {
		return coplanarIntersect(a, b)
	}
	for k := range 3 {
		l := (k + 1) % 3
		if !noA && edgeMeets(a[k], a[l], sa[k], sa[l], b) || !noB && edgeMeets(b[k], b[l], sb[k], sb[l], a) {
			return true
		}
	}
	return false
}

// sides returns the side of the plane of p for each corner of t, and whether all are strictly on the same side.
func sides(p, t *triangle) (s [3]int, same bool) {
	for k := range 3 {
		s[k] = orient3(p[0], p[1], p[2], t[k])
	}
	return s, s[0] != 0 && s[0] == s[1] && s[1] == s[2]
}

// edgeMeets reports whether the segment from p to q meets the triangle t. sp and sq are the sides of t's plane of its
// ends.
func edgeMeets(p, q r3.Vec, sp, sq int, t *triangle) bool {
	if sp == 0 && sq == 0 {
		for axis := range 3 {
			if !coplanarEdgeMeets(flat(p, axis), flat(q, axis), flatten(t, axis)) {
				return false
			}
		}
		return true
	}
	if sp == sq {
		return false
	}
	// The line through p and q passes through t if all of t's edges wind around it in one sense.
	var pos, neg bool
	for k := range 3 {
		switch orient3(p, q, t[k], t[(k+1)%3]) {
		case 1:
			pos = true
		case -1:
			neg = true
		}
	}
	return !(pos && neg)
}

// point2 is a point of a coordinate plane.
type point2 [2]float64

// flat returns v without the coordinate of an axis. Figures in a common plane meet if and only if their projections
// along all three axes do: at least one of these maps the plane one to one.
func flat(v r3.Vec, axis int) point2 {
	switch axis {
	case 0:
		return point2{v.Y, v.Z}
	case 1:
		return point2{v.Z, v.X}
	}
	return point2{v.X, v.Y}
}

func flatten(t *triangle, axis int) (f [3]point2) {
	for k := range t {
		f[k] = flat(t[k], axis)
	}
	return f
}

func turn(a, b, c point2) int { return orient2(a[0], a[1], b[0], b[1], c[0], c[1]) }

// coplanarIntersect is intersect for triangles in one plane, or both without area.
func coplanarIntersect(a, b *triangle) bool {
	for k := range 3 { // two triangles without area may be in different planes
		for l := range 3 {
			if orient3(a[k], a[(k+1)%3], b[l], b[(l+1)%3]) != 0 {
				return false
			}
		}
	}
	for axis := range 3 {
		if !flatIntersect(flatten(a, axis), flatten(b, axis)) {
			return false
		}
	}
	return true
}

func flatIntersect(a, b [3]point2) bool {
	for k := range 3 {
		if coplanarEdgeMeets(a[k], a[(k+1)%3], b) {
			return true
		}
	}
	return within(b[0], a) // b is inside a, or there is no common point
}

// coplanarEdgeMeets reports whether the segment from p to q meets the triangle t in the plane.
func coplanarEdgeMeets(p, q point2, t [3]point2) bool {
	if within(p, t) {
		return true
	}
	for k := range 3 {
		if segmentsCross(p, q, t[k], t[(k+1)%3]) {
			return true
		}
	}
	return false
}

// within reports whether p is in the triangle t or on its border.
func within(p point2, t [3]point2) bool {
	o := turn(t[0], t[1], t[2])
	if o == 0 { // a segment
		return segmentsCross(p, p, t[0], t[1]) || segmentsCross(p, p, t[1], t[2]) || segmentsCross(p, p, t[2], t[0])
	}
	for k := range 3 {
		if turn(t[k], t[(k+1)%3], p) == -o {
			return false
		}
	}
	return true
}

// segmentsCross reports whether two closed segments in the plane have a common point.
func segmentsCross(a, b, c, d point2) bool {
	for k := range 2 { // disjoint boxes
		if max(a[k], b[k]) < min(c[k], d[k]) || max(c[k], d[k]) < min(a[k], b[k]) {
			return false
		}
	}
	return turn(a, b, c)*turn(a, b, d) <= 0 && turn(c, d, a)*turn(c, d, b) <= 0
}
