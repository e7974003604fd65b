package proximity

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

// Advance moves a pair from x along dx, in steps that its distance proves safe (additive
// continuous collision detection: Li, Kaufman and Jiang 2021, Codimensional IPC, alg. 1).
// It returns the fraction t of the path up to which it found the pair apart, and whether it
// stops there because the pair comes too near for its thickness delta; d is the distance at x.
func Advance(k Kind, x, dx *[4]r3.Vec, d, delta float64) (t float64, hit bool) {
	if d <= 0 {
		return 0, true
	}
	l := Reach(k, dx)
	g := gap(d, delta)
	if l <= d-g {
		return 1, false
	}
	for range maxAdvance {
		next := min(1, t+0.9*d/l)
		y := At(x, dx, next)
		if d = Distance(k, &y); d < g {
			return t, true
		}
		if t = next; t == 1 {
			return 1, false
		}
	}
	return t, true
}

// At is x + t·dx.
func At(x, dx *[4]r3.Vec, t float64) (y [4]r3.Vec) {
	for i := range y {
		y[i] = r3.Add(x[i], r3.Scale(t, dx[i]))
	}
	return y
}
