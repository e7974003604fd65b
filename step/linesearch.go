package step

// lineSearch backtracks from the full Newton step t, which has been tried, until the potential falls enough. alpha is
// the accepted number of Newton steps; falls is false if none lowers the potential.
func (d *Driver) lineSearch(t Reductions) (alpha float64, falls bool) {
	d.enter(LineSearch)
	for alpha = 1; ; {
		if t.falls(alpha) {
			return alpha, true
		}
		if alpha *= backtracking; alpha <= leastStep {
			return 0, false
		}
		d.TrialStep(alpha)
		now := d.Reductions()
		t.Change, t.Noise = now.Change, now.Noise
	}
}

// backtracking is the ratio of successive trials. leastFall is the share of the linear prediction by which the
// potential must fall (Armijo 1966), and leastStep the smallest trial in Newton steps.
const (
	backtracking = 0.5  // paper: Armijo 1966
	leastFall    = 1e-4 // paper: Armijo 1966; the value is that of Nocedal and Wright 2006, §3.1
	leastStep    = 1e-4 // measured: docs/step-constants.md
)

// falls reports whether the trial of alpha Newton steps lowered the potential enough; differences below the noise count
// as no rise.
func (t *Reductions) falls(alpha float64) bool { return t.Change <= leastFall*alpha*t.Slope+t.Noise }

// maxBlindSteps is how often a step may continue after a line search that found no descent. The potential jumps where a
// squashed triangle turns over, since the angles at its edges jump by π. No step to the far side lowers it, yet the
// near side is no minimum.
const maxBlindSteps = 4 // guess

// blindStep returns how many Newton steps of move [m] are taken if none lowers the potential, so that no vertex moves
// farther than a quarter of the thickness.
func (s *Settings) blindStep(move float64) float64 { return min(1, s.Thickness/4/move) }

// acceptStep accepts alpha Newton steps of move [m].
func (d *Driver) acceptStep(alpha, move float64) {
	d.AcceptStep(alpha)
	d.run.wandered += alpha * move
}

// extrapolate continues along the Newton step t beyond the full step, where the potential keeps falling. far is the
// number of Newton steps from the start, now the reductions there. more: another iteration may follow iteration it.
func (d *Driver) extrapolate(t Reductions, it int, more bool) (far float64, now Reductions) {
	after := d.Slope()
	now = d.Reductions()
	alpha, on := extrapolates(t.Slope, after)
	if !on {
		return 1, now
	}
	for ; alpha > 1; alpha = shorterExtrapolation(alpha) {
		if more {
			d.speculation.onward(d, it, &t, false, &Extrapolation{alpha - 1, after})
		}
		d.TrialStep(alpha - 1)
		if beyond := d.Reductions(); beyond.pays(alpha, after) {
			d.acceptStep(alpha-1, t.Move)
			d.Evaluate(false)
			return alpha, d.Reductions()
		}
	}
	d.RejectStep()
	return 1, now
}

// maxExtrapolation is the largest extrapolation, in Newton steps.
const maxExtrapolation = 10 // measured: docs/step-constants.md

// extrapolates reports whether to extrapolate beyond a full step. alpha is the number of Newton steps at which the
// slope would be zero if it changed linearly from before the step to after it. Positive semi-definite matrices omit
// negative curvature (negative stress, angles, friction that slips), so that near a buckle Newton steps are many times
// too short.
func extrapolates(before, after float64) (alpha float64, on bool) {
	if after >= before/2 { // the slope falls much less than before: the minimum is near
		return 1, false
	}
	alpha = maxExtrapolation + 1
	if before < after {
		alpha = min(alpha, before/(before-after))
	}
	return alpha, true
}

// shorterExtrapolation returns the next extrapolation to try after one of alpha Newton steps failed; 1 is none. Where
// cloth buckles and touches, most of the longest ones fail: a buckle ends within a few Newton steps, or contact begins.
func shorterExtrapolation(alpha float64) float64 {
	switch {
	case alpha > 4:
		return 4
	case alpha > 2:
		return 2
	}
	return 1
}

// pays reports whether the part beyond the full step lowered the potential by a quarter of the prediction of the slope
// there.
func (t *Reductions) pays(alpha, after float64) bool { return t.Change < expectedFall(alpha-1, after) }

func expectedFall(beyond, after float64) float64 { return beyond * after / 4 }
