package pairs

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Ball bounds a patch for a quick look at pairs whose boxes meet: where cloth moves fast its paths, and so
// their boxes, are far longer than its patches, which move alike and stay apart.
type Ball struct {
	at, move r3.Vec  // its centre at the start of the step, and how far that moves [m]
	far      float64 // how far its points reach and move beside that, and half of how near a pair must be [m]
}

// rounding of positions within some hundred metres, with much to spare [m].
const proximityRounding = 1e-9

// Separated tells that a pair comes no nearer: the distance of two features is at least that of their
// centres less their radii, and changes by as much as their motions differ (Reach is no more).
func (a *Ball) Separated(b *Ball) bool {
	d, m := r3.Sub(a.at, b.at), r3.Sub(a.move, b.move)
	l := a.far + b.far + math.Abs(m.X) + math.Abs(m.Y) + math.Abs(m.Z)
	return r3.Norm2(d) > l*l
}
