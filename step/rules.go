package step

import "math/bits"

// The rules of a step: functions of a few numbers, that know nothing of who measured them.

// lookUps is the number of Newton iterations after which the contact planes and normal forces
// are kept, until vertices wander (LooksAgain): the potential of contact is convex and the same from one
// look-up to the next.
const lookUps = 4

// LooksAgain tells whether contacts are looked up after Newton iteration it, when vertices have wandered
// so far [m] from where they were looked up: later than lookUps too if that is half of a layer, as where
// a sleeve buckles, since points that were out of reach may come to lie inside.
func (s *Settings) LooksAgain(it int, wandered float64) bool {
	return it < lookUps || wandered > s.Wander()
}

// Wander is how far vertices may wander until contacts are looked up again [m].
func (s *Settings) Wander() float64 { return min(s.Thickness, s.SelfThickness) / 2 }

// maxForesee is how often a search direction is found anew for the contacts that it leads to.
const maxForesee = 3

// foreseeBelow is the least share of the fall that the slope promises: a quadratic potential falls
// by half of it, one that runs into unseen walls by less than nothing.
const foreseeBelow = 0.1

// runsIntoWalls tells whether the full step that was tried runs into contacts that its direction does not
// know of. What is no number does.
func (t *Tally) runsIntoWalls() bool { return !(t.Change <= foreseeBelow*t.Slope) }

// leastFall is the share of the fall that the slope promises from which on a trial counts (Armijo 1966), and
// leastStep the least share of a Newton step that is tried.
const (
	leastFall = 1e-4
	leastStep = 1e-4
)

// falls tells whether the trial of alpha Newton steps lowered the potential enough; differences below the
// noise count as no rise.
func (t *Tally) falls(alpha float64) bool { return t.Change <= leastFall*alpha*t.Slope+t.Noise }

// maxJumps is how often a step may go on after a line search that found no descent. The
// potential jumps where a squashed triangle turns over, since the angles over its edges jump
// by π; no step to the far side lowers it, yet the near side is no minimum.
const maxJumps = 4

// jump is how many Newton steps of move [m] are taken where none lowers the potential: such that no vertex
// goes further than a quarter of the thickness.
func (s *Settings) jump(move float64) float64 { return min(1, s.Thickness/4/move) }

// farStride bounds how far a stride goes, in Newton steps.
const farStride = 10

// strides tells whether to go on beyond a full step, and how many Newton steps from where it began: where the
// slope would be zero if it went on to change as it did from before the step to after it. Positive
// semi-definite matrices leave out what makes the potential softer (negative stress, angles, friction that
// slips), so that near a buckle Newton's steps are many times too short.
func strides(before, after float64) (alpha float64, on bool) {
	if after >= before/2 { // falls much less than before: the minimum is near
		return 1, false
	}
	alpha = farStride + 1
	if before < after {
		alpha = min(alpha, before/(before-after))
	}
	return alpha, true
}

// shorter is the stride to try where one of alpha Newton steps did not pay; 1 is none. Where cloth buckles and touches, most
// of the longest do not: then a buckle ends within a few Newton steps, or contact begins.
func shorter(alpha float64) float64 {
	switch {
	case alpha > 4:
		return 4
	case alpha > 2:
		return 2
	}
	return 1
}

// pays tells whether the part of a stride beyond the full step lowered the potential by a quarter of what the
// slope there promises.
func (t *Tally) pays(alpha, after float64) bool { return t.Change < promised(alpha-1, after) }

func promised(beyond, after float64) float64 { return beyond * after / 4 }

// wholeStep is the step from which on Settings.Tolerance holds as it is [s].
const wholeStep = 1. / 240

// tolerance of the positions at the end of a step of h [m]. A step that errs by δ errs by δ/h² in its accelerations,
// and these add up to the same whatever the step is: so the tolerance falls with h². Were it fixed, a step of 1/10,000 s,
// in which a body at rest falls by 1e-7 m, would be free to leave out gravity. Long steps keep to the positions.
//
// Errors of accelerations that go on in one direction, as where a sheet that is held at an edge swings down, add up, whatever steps are solved to in positions: so
// these are bounded too.
func (s *Settings) tolerance(h float64) float64 {
	t := min(s.Tolerance, s.Acceleration*h*h)
	if h < wholeStep {
		t = min(t, s.Tolerance*h*h/(wholeStep*wholeStep))
	}
	return t
}

// Extent is how far the Newton step goes, to be compared with the tolerance [m]: its longest way where pieces move as a whole, which is no more than Typical times
// the root of the mean square. Where cloth lies in creases of a body, buckles or slips, some of a hundred vertices turn around long after all others have come to
// rest, and take most of the iterations. They count by that mean, and each by the part MostAside of its way at least.
func (t *Tally) Extent() float64 { return max(t.Move/MostAside, min(t.Move, Typical*t.Mean)) }

// Constants of Extent.
const (
	Typical   = 3
	MostAside = 10
)

// settled tells whether Newton's method has converged: far Newton steps that extend over move [m], of length alpha, which left the
// share left of the gradient. The full Newton step, or all of the stride beyond it, scaled by the drop of the gradient
// estimates the distance to the minimum, where the system of equations was solved.
func settled(far, move, left, alpha, tolerance float64) bool {
	return far*move*min(1, left) < tolerance && alpha == 1
}

// maxRounds is how often Newton's method goes on with pairs of cloth that came too near on the way, or with keen bodies that came through, and lastRounds how
// often with pairs in the smallest steps.
const (
	maxRounds  = 3
	lastRounds = 8
)

// Roll-back: a vertex of a pair that hits may go RollBack of the way that was safe; less than
// LeastWay is none at all, and from repetition stopAll on every vertex of a hit stops.
const (
	RollBack     = 0.8
	LeastWay     = 0.05
	stopAll      = 10
	maxRollBacks = 50
)

// forcedHalvings is how often a step may be halved beyond Settings.MaxHalvings where prescribed vertices force cloth through
// itself: it gives way where it is pushed by less than its layers at a time.
const forcedHalvings = 5

// calmer is how many times less than it may a strain has to change before an adaptive step grows: one of twice the size changes it by twice as much,
// or four times where it speeds up.
const calmer = 4

// ticks counts the way through a step: it is cut into 2^halvings ticks, and a sub-step is a power of two
// of them.
type ticks struct{ all, size, done int }

func newTicks(halvings int) ticks { return ticks{all: 1 << halvings, size: 1 << halvings} }

// part is a share of h.
func (k *ticks) part(h float64, ticks int) float64 { return h * float64(ticks) / float64(k.all) }

// halve makes the sub-step under way half as long, if it can be.
func (k *ticks) halve() bool {
	if k.size == 1 {
		return false
	}
	k.size /= 2
	return true
}

// advance passes over the sub-step under way; the next one is as long as fits.
func (k *ticks) advance() {
	k.done += k.size
	for k.fits() {
		k.size *= 2
	}
}

// creep passes over the sub-step under way; the next one is twice as long where cloth is calm and that fits.
func (k *ticks) creep(calm bool) {
	k.done += k.size
	if calm && k.fits() {
		k.size *= 2
	}
}

// fits tells whether a sub-step of twice the size fits next.
func (k *ticks) fits() bool {
	return k.size < k.all && k.done%(2*k.size) == 0 && k.done+2*k.size <= k.all
}

// halvings is how often the sub-step under way is halved, and start has the first one be halved so often.
func (k *ticks) halvings() int {
	return bits.TrailingZeros(uint(k.all)) - bits.TrailingZeros(uint(k.size))
}

func (k *ticks) start(halvings int) { k.size = k.all >> min(halvings, bits.TrailingZeros(uint(k.all))) }
