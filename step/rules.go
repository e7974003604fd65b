package step

// The rules of a step: functions of a few numbers, independent of their source.

// detections is the number of Newton iterations after which contact planes and normal forces are kept, until vertices
// have moved far (DetectsAgain): the potential of contact is convex and the same between two detections.
const detections = 4 // measured: docs/step-constants.md

// DetectsAgain reports whether contacts are detected after Newton iteration it, when vertices have moved by wandered
// since the last detection [m]. After more than detections iterations they are, if that is half of a layer, as where a
// sleeve buckles, since points that were out of reach may be inside.
func (s *Settings) DetectsAgain(it int, wandered float64) bool {
	return it < detections || wandered > s.Wander()
}

// Wander returns the motion of vertices since the last detection of contacts after which they are detected again [m].
func (s *Settings) Wander() float64 { return min(s.Thickness, s.SelfThickness) / 2 }

// maxActiveSet is the largest number of active-set re-solves of a search direction.
const maxActiveSet = 3 // measured: docs/step-constants.md

// leastQuadraticFall is the least fall of the potential as a share of the prediction of the slope: a quadratic
// potential falls by half of it, one that runs into contacts that are not in the matrix rises.
const leastQuadraticFall = 0.1 // measured: docs/step-constants.md

// activeSetChanged reports whether the full step that was tried runs into contacts that are not in its matrix. A change
// within rounding, as all of it in free fall, is no contact. NaN is one.
func (t *Reductions) activeSetChanged() bool {
	return !(t.Change <= leastQuadraticFall*t.Slope+t.Noise)
}

// fullToleranceStep is the smallest step for which Settings.Tolerance is not reduced [s]. With the default of
// Settings.Acceleration, which is stricter in all steps below 1/120 s, it has no effect.
const fullToleranceStep = 1. / 240 // guess

// tolerance returns the tolerance of the positions at the end of a step of h [m]. An error δ of a step is an error δ/h²
// of its accelerations, and these add up to the same whatever the step is: so the tolerance falls with h². With a fixed
// one, a step of 1/10,000 s, in which a body at rest falls by 1e-7 m, could leave out gravity. In long steps the error
// of the positions counts.
//
// Errors of accelerations that keep one direction, as where a sheet that is held at an edge swings down, add up,
// whatever the tolerance of the positions: so they are bounded too.
func (s *Settings) tolerance(h float64) float64 {
	t := min(s.Tolerance, s.Acceleration*h*h)
	if h < fullToleranceStep {
		t = min(t, s.Tolerance*h*h/(fullToleranceStep*fullToleranceStep))
	}
	return t
}

// Extent returns the length of the Newton step for the comparison with the tolerance [m]: its largest displacement
// where components move as a whole, which is no more than Typical times the root mean square. Where cloth lies in
// creases of a body, buckles or slips, some of a hundred vertices keep moving long after all others are at rest, and
// take most of the iterations. They count by that mean, and each by at least 1/MostAside of its displacement.
func (t *Reductions) Extent() float64 { return max(t.Move/MostAside, min(t.Move, Typical*t.Mean)) }

// Constants of Extent.
const (
	Typical   = 3  // measured: docs/step-constants.md
	MostAside = 10 // measured: docs/step-constants.md
)

// settled reports whether Newton's method has converged after far Newton steps of extent move [m], of length alpha,
// that left the share left of the gradient. The full Newton step, or all of the extrapolation beyond it, times the drop
// of the gradient estimates the distance to the minimum, if the linear system was solved.
func settled(far, move, left, alpha, tolerance float64) bool {
	return far*move*min(1, left) < tolerance && alpha == 1
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
