package step

import (
	"math"

	"hysteron/cloth"
)

// minimise minimises the incremental potential from the present positions by projected Newton with a line search; first
// is false in later rounds of a sub-step.
func (d *Driver) minimise(first bool) Outcome {
	out := d.iterations(first)
	if first {
		d.speculation.newtonBefore = [2]int{d.speculation.newtonBefore[1], d.run.iteration}
	}
	if d.run.semismooth {
		d.matrixOfFriction(false)
	}
	return out
}

// iterations repeats iterations until Newton's method ends.
func (d *Driver) iterations(first bool) Outcome {
	set := d.Settings
	d.detectContacts(true)
	d.Evaluate(first)
	d.forcing.Begin(d.sub.tolerance)
	d.certificate.residual, d.certificate.settles = 0, set.Settling || set.Slivers
	d.run.error, d.run.blindSteps, d.run.limited = math.Inf(1), 0, false
	for it, most := 0, set.MaxNewton; it < most; it++ {
		if d.offer(it) {
			most = it + set.MaxNewton
		}
		if d.user.stopped != nil {
			return Interrupted
		}
		if d.enough(it) {
			d.certificate.postpone()
			return Unconverged
		}
		if out, ends := d.iterate(it, first, it+1 < most); ends {
			return out
		}
	}
	d.rep.Limits.Newton++
	d.run.limited = true
	return Unconverged
}

// iterate is iteration it of Newton's method: it finds the Newton step, and moves along it as far as the potential
// falls. ends: the method ends there, with this outcome. more: another iteration may follow.
func (d *Driver) iterate(it int, first, more bool) (out Outcome, ends bool) {
	r, tolerance := &d.run, d.sub.tolerance
	r.error, r.iteration = math.Inf(1), it+1
	d.rep.Newton++
	d.speculation.iterations(d, it, false)
	t := d.search()
	if r.semismooth { // one Newton step is enough to leave the elastic slip; more may alternate about it
		r.semismooth = false
		d.Semismooth(false)
	}
	switch {
	case d.user.stopped != nil:
		return Interrupted, true
	case t.Solved != Converged:
		return t.Solved, true
	case t.Norm == 0:
		return Converged, true
	}
	if first && it == 0 {
		d.certificate.begin(d.sub.size, t.Residual)
	}
	d.certificate.judge(&t, tolerance)

	alpha, falls := d.lineSearch(t)
	full := falls && alpha == 1
	r.unusual = r.unusual || !full
	if it == 0 {
		d.speculation.unusual = r.unusual
	}
	switch {
	case falls:
	case t.Move < tolerance: // the minimum to within round-off
		d.RejectStep()
		return d.finish(&t, t.Residual, 0)
	case r.blindSteps == maxBlindSteps:
		return LineSearchFailed, true
	default:
		r.blindSteps++
		d.rep.BlindSteps++
		alpha = d.Settings.blindStep(t.Move)
		d.TrialStep(alpha) // the terms that follow the iteration are updated to its positions
	}
	d.acceptStep(alpha, t.Move)

	looks := d.Settings.DetectsAgain(it, r.wandered)
	if full && more {
		d.speculation.onward(d, it, &t, looks, nil)
	}
	if looks {
		d.detectContacts(false)
	} else {
		d.enter(Evaluating)
	}
	d.Evaluate(false)
	if d.Settings.MaxNewton == 1 { // the linearised mode promises no more than one solved system
		d.forcing.Done(it, t.Extent(), 0)
		if t.LimitReached && t.LinearResidual > tolerance {
			return Unconverged, true
		}
		return Converged, true
	}
	far := 1. // number of Newton steps taken
	var now Reductions
	if full && it >= detections {
		far, now = d.extrapolate(t, it, more)
	} else {
		now = d.Reductions()
	}

	left := now.Norm / t.Norm
	d.forcing.Done(it, t.Extent(), left)
	if it == 0 && !r.unusual && far == 1 {
		d.forcing.Bent(&t, now.Residual)
	}
	d.speculation.left = far * t.Extent() * min(1, left)
	if alpha == 1 && !t.LimitReached {
		r.error = d.speculation.left
	}
	if far*t.Move < tolerance/100 || !t.LimitReached && settled(far, t.Extent(), left, alpha, tolerance) {
		return d.finish(&t, now.Residual, far)
	}
	return Unconverged, false
}

// finish ends Newton's method after far Newton steps t with a residual [m], unless a certificate is due, or friction
// may have hidden the distance to the minimum.
func (d *Driver) finish(t *Reductions, residual, far float64) (out Outcome, ends bool) {
	if d.certificate.continues(t, residual, d.sub.tolerance, d.Floor) {
		return Unconverged, false
	}
	if far > 0 && !t.LimitReached {
		if d.drowns(t, residual) {
			return Unconverged, false
		}
		if !d.closeSlip(t) {
			d.matrixOfFriction(true)
			return Unconverged, false
		}
	}
	return d.done(t), true
}

// drowns reports whether the norm of the gradient may hide a residual [m]. The residual bounds the error, as the matrix
// is no softer than inertia, see certificate.go. One beyond maxResidual tolerances is that of soft motion, where the
// step has released a tension that the diagonal blocks of the norm still contain. Or it is that of stiff cloth; then
// the next Newton step is within the tolerance.
func (d *Driver) drowns(t *Reductions, residual float64) bool {
	c := &d.certificate
	return c.motion && !c.settles && t.Extent() > d.sub.tolerance &&
		residual > max(maxResidual*d.sub.tolerance, floorResidual*d.Floor, t.Rounding)
}

// done returns the outcome of Newton's method after its last Newton step t. An inexactly solved system does not prove
// convergence.
func (d *Driver) done(t *Reductions) Outcome {
	if t.LimitReached {
		return Unconverged
	}
	if d.certificate.fails(t, d.sub.tolerance) {
		d.rep.Limits.Digits++
		return Unconverged
	}
	return Converged
}

// matrixOfFriction selects the matrix of friction and evaluates it.
func (d *Driver) matrixOfFriction(semismooth bool) {
	d.run.semismooth = semismooth
	d.Semismooth(semismooth)
	d.Evaluate(false)
}

// detectContacts detects contacts at the present positions.
func (d *Driver) detectContacts(first bool) {
	d.run.wandered = 0
	d.enter(Detecting)
	d.DetectContacts(first)
	d.enter(Evaluating)
}

// search finds the Newton step, as exactly as the tolerance requires, and solves again for the contacts that it leads
// to where these differ from those at its start. The full step is tried.
func (d *Driver) search() Reductions {
	d.precond.Next()
	d.enter(Solving)
	d.Search(d.precond.system(&d.forcing, d.sub.tolerance, d.Floor, d.certificate.most(d.sub.tolerance)))
	t := d.reductions()
	d.precond.Done(t.Iterations, t.Left)
	d.run.unusual = false
	if d.Settings.MaxNewton == 1 {
		return t
	}
	for n := 0; t.Solved == Converged && t.Norm > 0 && t.activeSetChanged(); n++ {
		if n == maxActiveSet {
			d.rep.Limits.Foresee++
			break
		}
		d.run.unusual = true
		d.ResolveActiveSet()
		next := d.reductions()
		if next.Slope < 0 || next.Solved != Converged {
			t = next
			continue
		}
		d.RevertActiveSet() // with the contacts at the present positions the re-solved step leads uphill
		back := d.Reductions()
		t.Change, t.Noise, t.Norm = back.Change, back.Noise, back.Norm
		break
	}
	return t
}

// reductions returns the reductions of a search and counts its iterations. The outcome is NonFinite if numbers are not
// finite.
func (d *Driver) reductions() Reductions {
	t := d.Reductions()
	d.rep.CG += t.Iterations
	if t.LimitReached {
		d.rep.Limits.CG++
	}
	if !cloth.Finite(t.Norm) {
		t.Solved = NonFinite
	}
	return t
}
