package step

import "math"

// The stiffness of friction in Newton's matrix is μλ/max(|q|, ℓ) in every direction of the contact plane: it bounds the
// potential from above, so that full steps descend. Along a slip friction itself has no stiffness. A Newton step from
// within the elastic slip ℓ is therefore at most some ℓ long, far less than the tolerance, however far the minimum is.
//
// With the curvature c = pᵀAp = −(slope before) of the matrix along the Newton step p, and the friction softening s,
// c − s is the curvature of the semismooth (generalised) Hessian at the end of the step. Friction leaves
//
//	min(s, −slope after)/(c − s)
//
// of Newton steps to the minimum along p. Iterations with the matrix A approach it by the factor s/c each.

const (
	// mostSlipLeft is the part of the tolerance that friction may leave. All of it is left on one side in every step,
	// so it adds up in velocities, where other errors of the end test alternate.
	mostSlipLeft = .1 // measured: TestSlides of cpu
	// mostSoftening is the share of the curvature of the matrix that friction does not have, up to which p counts as
	// the direction of a slip.
	mostSoftening = .5 // measured: docs/step.md
)

// closeSlip closes the line search of the Newton step t where friction left it short. It reports whether Newton's
// method may end there. Otherwise friction was most of the matrix, and t is not the direction of a slip.
func (d *Driver) closeSlip(t *Reductions) bool {
	c := -t.Slope
	soft := d.Softening()
	if soft <= 0 {
		return true
	}
	slope := d.Slope()
	beyond, left := slipLeft(c, slope, soft)
	if left*t.Extent() <= mostSlipLeft*d.sub.tolerance {
		return !d.drifts()
	}
	hidden := soft > mostSoftening*c
	by := d.extend(t, slope, min(beyond, d.Settings.Wander()/t.Move))
	if hidden && by*t.Extent() > d.sub.tolerance {
		return false
	}
	if by > 0 {
		soft = d.Softening()
		_, left = slipLeft(c, d.Slope(), soft)
	}
	return (left*t.Extent() <= mostSlipLeft*d.sub.tolerance || soft <= mostSoftening*c) && !d.drifts()
}

// mostDrift is the largest drift in tolerances: the error of the mean of a component.
const mostDrift = 1. / Typical // derived: see Reductions.Extent

// drifts reports whether the residual moves the unconstrained part of a component too far.
func (d *Driver) drifts() bool { return d.Drift() > mostDrift*d.sub.tolerance }

// slipLeft returns the number of Newton steps to the minimum along a step with the curvature c of the matrix, and the
// part of them due to friction.
func slipLeft(c, slope, soft float64) (all, friction float64) {
	if slope >= 0 || soft <= 0 {
		return 0, 0
	}
	if c <= soft {
		return math.Inf(1), math.Inf(1)
	}
	return -slope / (c - soft), min(soft, -slope) / (c - soft)
}

// extend continues along the Newton step t by alpha, or a quarter of that until the potential falls as the slope
// predicts. It returns the number of Newton steps.
func (d *Driver) extend(t *Reductions, slope, alpha float64) float64 {
	tried := false
	for ; alpha*t.Extent() > mostSlipLeft*d.sub.tolerance; alpha /= 4 {
		tried = true
		d.TrialStep(alpha)
		if now := d.Reductions(); now.pays(1+alpha, slope) {
			d.acceptStep(alpha, t.Move)
			d.Evaluate(false)
			return alpha
		}
	}
	if tried {
		d.RejectStep()
	}
	return 0
}
