package pairs

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Ball bounds a patch for a fast test of pairs with overlapping boxes. Paths of fast cloth, and so their boxes, are far
// longer than its patches, which move alike and stay apart.
type Ball struct {
	at, move r3.Vec  // centre at the start of the step, and its displacement [m]
	far      float64 // radius, plus the largest relative displacement, plus half the largest distance of a near pair [m]
}

// proximityRounding is a generous bound of the rounding error of positions within some hundred metres [m].
const proximityRounding = 1e-9

// Separated reports that a pair comes no nearer: the distance of two features is at least that of the centres less the
// radii, and changes by at most the difference of their displacements (Reach is no more).
func (a *Ball) Separated(b *Ball) bool {
	d, m := r3.Sub(a.at, b.at), r3.Sub(a.move, b.move)
	l := a.far + b.far + math.Abs(m.X) + math.Abs(m.Y) + math.Abs(m.Z)
	return r3.Norm2(d) > l*l
}
