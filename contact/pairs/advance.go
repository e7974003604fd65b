package pairs

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Floor is the distance that moving pairs keep at least, unless they were nearer already [m]:
// far above the rounding of positions written as float32 (1e-7 m), far below any thickness.
const Floor = 2e-6

// maxAdvance bounds the steps of Advance; a pair that needs more grazes along at a distance
// near the gap, and counts as hitting.
const maxAdvance = 200

// gap is the distance below which a pair of thickness delta that starts at distance d counts as
// hitting.
func gap(d, delta float64) float64 { return min(0.5*d, max(0.1*min(d, delta), Floor)) }

// Reach bounds how much the distance of a pair can change over the displacements dx: the
// largest displacement of each feature, after that of their mean is taken off.
func Reach(k Kind, dx *[4]r3.Vec) float64 {
	var mean r3.Vec
	for _, v := range dx {
		mean = r3.Add(mean, r3.Scale(0.25, v))
	}
	var l [4]float64 // squares
	for i, v := range dx {
		l[i] = r3.Norm2(r3.Sub(v, mean))
	}
	if k == VertexTriangle {
		return math.Sqrt(l[0]) + math.Sqrt(max(l[1], l[2], l[3]))
	}
	return math.Sqrt(max(l[0], l[1])) + math.Sqrt(max(l[2], l[3]))
}

// Advance moves a pair from x along dx, in steps that prove safe. It returns the fraction t of the path up to which it
// found the pair apart, and whether it stops there because the pair comes too near for its thickness delta; d is the
// distance at x.
//
// Two bounds tell how far the next step may go, and the longer one is taken. The distance d falls by Reach over the
// whole path at most (additive continuous collision detection: Li, Kaufman and Jiang 2021, Codimensional IPC, alg. 1).
// And the features, which are convex, stay apart as long as the plane between their closest points separates them, see
// clear: that bound does not mind how far they slide along each other, which takes the first one l/d steps.
func Advance(k Kind, x, dx *[4]r3.Vec, d, delta float64) (t float64, hit bool) {
	if d <= 0 {
		return 0, true
	}
	l := Reach(k, dx)
	g := gap(d, delta)
	if l <= d-g {
		return 1, false
	}
	y := *x
	w := Closest(k, &y)
	for range maxAdvance {
		next := min(1, t+max(left*d/l, clearance(k, &w, &y, dx, d)))
		y = At(x, dx, next)
		w = Closest(k, &y)
		if d = math.Sqrt(r3.Norm2(Between(&w, &y))); d < g {
			return t, true
		}
		if t = next; t == 1 {
			return 1, false
		}
	}
	return t, true
}

// left is the share of the distance that a step of Advance may use up.
const left = 0.9

// clear is the fraction of the displacements dx over which vertices of the two features, at the positions y, with the
// weights w of their closest points and the distance d, come no nearer to each other along the direction between these
// points than what is left of d. Convex features are at least as far apart as they are along any direction. Each pair
// of vertices moves linearly along it, so that the bound is exact.
func clearance(k Kind, w *[4]float64, y, dx *[4]r3.Vec, d float64) float64 {
	n := r3.Scale(1/d, Between(w, y))
	first := 2 // vertices of the first feature
	if k == VertexTriangle {
		first = 1
	}
	s := math.Inf(1)
	for i := range first {
		for j := first; j < 4; j++ {
			if v := r3.Dot(n, r3.Sub(dx[j], dx[i])); v > 0 {
				s = min(s, (r3.Dot(n, r3.Sub(y[i], y[j]))-(1-left)*d)/v)
			}
		}
	}
	return s
}

// At is x + t·dx.
func At(x, dx *[4]r3.Vec, t float64) (y [4]r3.Vec) {
	for i := range y {
		y[i] = r3.Add(x[i], r3.Scale(t, dx[i]))
	}
	return y
}
