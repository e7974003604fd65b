package step

// The rules of a step: functions of a few numbers, that know nothing of who measured them.

// detections is the number of Newton iterations after which the contact planes and normal forces
// are kept, until vertices wander (DetectsAgain): the potential of contact is convex and the same from one
// look-up to the next.
const detections = 4 // measured: docs/step-constants.md

// DetectsAgain reports whether contacts are looked up after Newton iteration it, when vertices have wandered
// so far [m] from where they were looked up: later than detections too if that is half of a layer, as where
// a sleeve buckles, since points that were out of reach may come to lie inside.
func (s *Settings) DetectsAgain(it int, wandered float64) bool {
	return it < detections || wandered > s.Wander()
}

// Wander is how far vertices may wander until contacts are looked up again [m].
func (s *Settings) Wander() float64 { return min(s.Thickness, s.SelfThickness) / 2 }

// maxActiveSet is how often a search direction is found anew for the contacts that it leads to.
const maxActiveSet = 3 // measured: docs/step-constants.md

// leastQuadraticFall is the least share of the fall that the slope promises: a quadratic potential falls
// by half of it, one that runs into unseen walls by less than nothing.
const leastQuadraticFall = 0.1 // measured: docs/step-constants.md

// activeSetChanged reports whether the full step that was tried runs into contacts that its direction does not
// know of. What rounding makes of the change, which is all of it in free fall, is no contact. What is no number is one.
func (t *Reductions) activeSetChanged() bool {
	return !(t.Change <= leastQuadraticFall*t.Slope+t.Noise)
}

// fullToleranceStep is the step from which on Settings.Tolerance holds as it is [s]. With the default of
// Settings.Acceleration, which is stricter in all steps below 1/120 s, nothing depends on it.
const fullToleranceStep = 1. / 240 // guess

// tolerance of the positions at the end of a step of h [m]. A step that errs by δ errs by δ/h² in its accelerations,
// and these add up to the same whatever the step is: so the tolerance falls with h². Were it fixed, a step of 1/10,000
// s, in which a body at rest falls by 1e-7 m, would be free to leave out gravity. Long steps keep to the positions.
//
// Errors of accelerations that go on in one direction, as where a sheet that is held at an edge swings down, add up,
// whatever steps are solved to in positions: so these are bounded too.
func (s *Settings) tolerance(h float64) float64 {
	t := min(s.Tolerance, s.Acceleration*h*h)
	if h < fullToleranceStep {
		t = min(t, s.Tolerance*h*h/(fullToleranceStep*fullToleranceStep))
	}
	return t
}

// Extent is how far the Newton step goes, to be compared with the tolerance [m]: its longest way where pieces move as a
// whole, which is no more than Typical times the root of the mean square. Where cloth lies in creases of a body,
// buckles or slips, some of a hundred vertices turn around long after all others have come to rest, and take most of
// the iterations. They count by that mean, and each by the part MostAside of its way at least.
func (t *Reductions) Extent() float64 { return max(t.Move/MostAside, min(t.Move, Typical*t.Mean)) }

// Constants of Extent.
const (
	Typical   = 3  // measured: docs/step-constants.md
	MostAside = 10 // measured: docs/step-constants.md
)

// settled reports whether Newton's method has converged: far Newton steps that extend over move [m], of length alpha,
// which left the share left of the gradient. The full Newton step, or all of the stride beyond it, scaled by the drop
// of the gradient estimates the distance to the minimum, where the system of equations was solved.
func settled(far, move, left, alpha, tolerance float64) bool {
	return far*move*min(1, left) < tolerance && alpha == 1
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
