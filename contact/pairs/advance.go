package pairs

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Floor is the least distance of moving pairs, unless they were nearer already [m]: far above the rounding error of
// positions in float32 (1e-7 m), far below any thickness.
const Floor = 2e-6

// maxAdvance limits the iterations of Advance. A pair that needs more moves tangentially at a distance near the gap,
// and counts as a hit.
const maxAdvance = 200

// hitDistance returns the distance below which a pair of thickness delta, at distance d at the start, counts as a hit.
func hitDistance(d, delta float64) float64 { return min(0.5*d, max(0.1*min(d, delta), Floor)) }

// Reach returns an upper bound of the change of a pair's distance over the displacements dx: the largest displacement
// of each feature relative to the mean.
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

// Advance moves a pair from x along dx by conservative advancement. It returns the fraction t of the path up to which
// the pair is separated, and whether it stops there because the pair comes too near for its thickness delta. d is the
// distance at x.
//
// Each iteration uses the longer of two bounds. The distance d decreases by at most Reach over the whole path (additive
// continuous collision detection: Li, Kaufman and Jiang 2021, Codimensional IPC, alg. 1). And the features, which are
// convex, are separated as long as the plane between their closest points separates them, see clearance. The second
// bound is independent of tangential motion, for which the first would need l/d iterations.
func Advance(k Kind, x, dx *[4]r3.Vec, d, delta float64) (t float64, hit bool) {
	if d <= 0 {
		return 0, true
	}
	l := Reach(k, dx)
	g := hitDistance(d, delta)
	if l <= d-g {
		return 1, false
	}
	y := *x
	w := Closest(k, &y)
	for range maxAdvance {
		next := min(1, t+max(maxConsumedShare*d/l, clearance(k, &w, &y, dx, d)))
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

// maxConsumedShare is the share of the distance that an iteration of Advance may consume.
const maxConsumedShare = 0.9

// clearance returns the fraction of the displacements dx over which vertices of the two features, at positions y,
// approach each other along the direction of their closest points by at most the consumable share of d. w are the
// weights of the closest points. The separation of convex features along a direction is a lower bound of their
// distance, and vertices move linearly along it, so the bound is exact.
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
				s = min(s, (r3.Dot(n, r3.Sub(y[i], y[j]))-(1-maxConsumedShare)*d)/v)
			}
		}
	}
	return s
}

// At returns x + t·dx.
func At(x, dx *[4]r3.Vec, t float64) (y [4]r3.Vec) {
	for i := range y {
		y[i] = r3.Add(x[i], r3.Scale(t, dx[i]))
	}
	return y
}
