package step

import (
	"math"

	"hysteron/cloth"
)

// minimise minimises the incremental potential from the present positions by projected Newton with a line search;
// first is false where it goes on within a sub-step.
func (d *Driver) minimise(first bool) Outcome {
	out := d.iterations(first)
	if first {
		d.ahead.usual = [2]int{d.ahead.usual[1], d.run.iteration}
	}
	if d.run.semismooth {
		d.matrixOfFriction(false)
	}
	return out
}

// iterations takes iterations until Newton's method ends.
func (d *Driver) iterations(first bool) Outcome {
	set := d.Settings
	d.lookUp(true)
	d.Evaluate(first)
	d.forcing.Begin(d.sub.tolerance)
	d.proof.unsolved, d.proof.settles = 0, set.Settling || set.Slivers
	d.run.error, d.run.jumps, d.run.limited = math.Inf(1), 0, false
	for it, most := 0, set.MaxNewton; it < most; it++ {
		if d.offer(it) {
			most = it + set.MaxNewton
		}
		if d.user.stopped != nil {
			return Interrupted
		}
		if d.enough(it) {
			d.proof.put()
			return Unconverged
		}
		if out, ends := d.iterate(it, first, it+1 < most); ends {
			return out
		}
	}
	d.rep.RanOut.Newton++
	d.run.limited = true
	return Unconverged
}

// iterate is iteration it of Newton's method: it finds the Newton step, and goes as far along it as the potential
// falls. ends: the method ends there, with this outcome. more: another iteration may follow.
func (d *Driver) iterate(it int, first, more bool) (out Outcome, ends bool) {
	r, tolerance := &d.run, d.sub.tolerance
	r.error, r.iteration = math.Inf(1), it+1
	d.rep.Newton++
	d.ahead.iterations(d, it, false)
	t := d.search()
	if r.semismooth { // one Newton step is enough to leave the elastic slip; more may go back and forth over it
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
		d.proof.begin(d.sub.size, t.Unbalanced)
	}
	d.proof.judge(&t, tolerance)

	alpha, falls := d.lineSearch(t)
	full := falls && alpha == 1
	r.unusual = r.unusual || !full
	if it == 0 {
		d.ahead.unusual = r.unusual
	}
	switch {
	case falls:
	case t.Move < tolerance: // the minimum to within round-off
		d.Reject()
		return d.arrive(&t, t.Unbalanced, 0)
	case r.jumps == maxJumps:
		return LineSearchFailed, true
	default:
		r.jumps++
		d.rep.Jumps++
		alpha = d.Settings.jump(t.Move)
		d.Try(alpha) // the terms that follow the iteration see where it goes on
	}
	d.accept(alpha, t.Move)

	looks := d.Settings.LooksAgain(it, r.wandered)
	if full && more {
		d.ahead.onward(d, it, &t, looks, nil)
	}
	if looks {
		d.lookUp(false)
	} else {
		d.enter(Evaluating)
	}
	d.Evaluate(false)
	if d.Settings.MaxNewton == 1 { // the linearised mode makes no promise beyond one system that is solved
		d.forcing.Done(it, t.Extent(), 0)
		if t.RanOut && t.Unsolved > tolerance {
			return Unconverged, true
		}
		return Converged, true
	}
	far := 1. // how many Newton steps it went
	var now Tally
	if full && it >= lookUps {
		far, now = d.extrapolate(t, it, more)
	} else {
		now = d.Tally()
	}

	left := now.Norm / t.Norm
	d.forcing.Done(it, t.Extent(), left)
	if it == 0 && !r.unusual && far == 1 {
		d.forcing.Bent(&t, now.Unbalanced)
	}
	d.ahead.left = far * t.Extent() * min(1, left)
	if alpha == 1 && !t.RanOut {
		r.error = d.ahead.left
	}
	if far*t.Move < tolerance/100 || !t.RanOut && settled(far, t.Extent(), left, alpha, tolerance) {
		return d.arrive(&t, now.Unbalanced, far)
	}
	return Unconverged, false
}

// arrive ends Newton's method after far Newton steps t, with so much left unbalanced [m], unless that has to be proved
// first, or friction may have hidden the distance to the minimum.
func (d *Driver) arrive(t *Tally, unbalanced, far float64) (out Outcome, ends bool) {
	if d.proof.asks(t, unbalanced, d.sub.tolerance, d.Floor) {
		return Unconverged, false
	}
	if far > 0 && !t.RanOut && !d.closeSlip(t) {
		d.matrixOfFriction(true)
		return Unconverged, false
	}
	return d.done(t), true
}

// done is the outcome of Newton's method after the Newton step t, which led as near to the minimum as it tells: a
// system that was left unsolved tells nothing.
func (d *Driver) done(t *Tally) Outcome {
	if t.RanOut {
		return Unconverged
	}
	if d.proof.fails(t, d.sub.tolerance) {
		d.rep.RanOut.Digits++
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

// lookUp detects contacts at the present positions.
func (d *Driver) lookUp(first bool) {
	d.run.wandered = 0
	d.enter(LookingUp)
	d.LookUp(first)
	d.enter(Evaluating)
}

// search finds the Newton step, as accurately as the tolerance makes worthwhile, anew for the contacts that it leads
// to where they are not those it went by. The full step is tried.
func (d *Driver) search() Tally {
	d.precond.Next()
	d.enter(Solving)
	d.Search(d.precond.system(&d.forcing, d.sub.tolerance, d.Floor, d.proof.most(d.sub.tolerance)))
	t := d.tally()
	d.precond.Done(t.Iterations, t.Left)
	d.run.unusual = false
	if d.Settings.MaxNewton == 1 {
		return t
	}
	for n := 0; t.Solved == Converged && t.Norm > 0 && t.runsIntoWalls(); n++ {
		if n == maxForesee {
			d.rep.RanOut.Foresee++
			break
		}
		d.run.unusual = true
		d.Foresee()
		next := d.tally()
		if next.Slope < 0 || next.Solved != Converged {
			t = next
			continue
		}
		d.Forget() // by the contacts at the present positions the foreseen step leads uphill
		back := d.Tally()
		t.Change, t.Noise, t.Norm = back.Change, back.Noise, back.Norm
		break
	}
	return t
}

// tally measures a search and counts its iterations. Numbers that are not finite are the outcome then.
func (d *Driver) tally() Tally {
	t := d.Tally()
	d.rep.CG += t.Iterations
	if t.RanOut {
		d.rep.RanOut.CG++
	}
	if !cloth.Finite(t.Norm) {
		t.Solved = NonFinite
	}
	return t
}
