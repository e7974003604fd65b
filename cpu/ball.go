package cpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
)

// ball bounds a feature for a quick look at pairs whose boxes meet: where cloth moves fast its paths, and so
// their boxes, are far longer than its features, which move alike and stay apart.
type ball struct {
	at, move r3.Vec  // its centre at the start of the step, and how far that moves [m]
	far      float64 // how far its points reach and move beside that, half of how near a pair must be, and the slack [m]
}

// ballOf is that of some vertices, whose pairs are no thicker than near, with the slack of FeatureSizes.
func ballOf(w *now, near, slack float64, v []int32) (b ball) {
	for _, k := range v {
		b.at = r3.Add(b.at, r3.Scale(1/float64(len(v)), w.State.X[k]))
		b.move = r3.Add(b.move, r3.Scale(1/float64(len(v)), r3.Sub(w.x[k], w.State.X[k])))
	}
	var radius, spread float64 // squares
	for _, k := range v {
		x := w.State.X[k]
		radius = max(radius, r3.Norm2(r3.Sub(x, b.at)))
		spread = max(spread, r3.Norm2(r3.Sub(r3.Sub(w.x[k], x), b.move)))
	}
	b.far = math.Sqrt(radius) + math.Sqrt(spread) + step.PairReach/2*min(near, w.Settings.SelfThickness) + slack + rounding
	return b
}

// rounding of positions within some hundred metres, with much to spare [m].
const rounding = 1e-9

// apart tells that consider would not take the pair: the distance of two features is at least that of their
// centres less their radii, and changes by as much as their motions differ (proximity.Reach is no more).
func (a *ball) apart(b *ball) bool {
	d, m := r3.Sub(a.at, b.at), r3.Sub(a.move, b.move)
	l := a.far + b.far + math.Abs(m.X) + math.Abs(m.Y) + math.Abs(m.Z)
	return r3.Norm2(d) > l*l
}
