package step

import (
	"math"

	"hysteron/cloth"
)

// newton minimises the incremental potential from the present positions by projected Newton with backtracking;
// first is false where it goes on within a step.
func (d *Driver) newton(first bool) Outcome {
	out := d.iterations(first)
	if d.semismooth {
		d.matrixOfFriction(false)
	}
	return out
}

// matrixOfFriction selects the matrix of friction and evaluates it.
func (d *Driver) matrixOfFriction(semismooth bool) {
	d.semismooth = semismooth
	d.Semismooth(semismooth)
	d.Evaluate(false)
}

func (d *Driver) iterations(first bool) Outcome {
	set := d.Settings
	if first {
		defer func() { d.usual = [2]int{d.usual[1], d.iteration} }()
	}
	d.lookUp(true)
	d.Evaluate(first)
	d.forcing.Begin(d.tolerance)
	d.proof.unsolved, d.proof.settles = 0, set.Settling || set.Slivers
	d.near, d.jumps = math.Inf(1), 0
	for it, most := 0, set.MaxNewton; it < most; it++ {
		if d.offer(it) {
			most = it + set.MaxNewton
		}
		if d.stopped != nil {
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
	return Unconverged
}

// iterate is iteration it of Newton's method: it finds the Newton step, and goes as far along it as the potential falls. ends: the method ends there, with this
// outcome. more: another iteration may follow.
func (d *Driver) iterate(it int, first, more bool) (out Outcome, ends bool) {
	d.near = math.Inf(1)
	d.rep.Newton++
	d.iteration = it + 1
	d.foretell(it, false)
	t := d.search()
	if d.semismooth { // one Newton step is enough to leave the elastic slip; more may go back and forth over it
		d.semismooth = false
		d.Semismooth(false)
	}
	switch {
	case d.stopped != nil:
		return Interrupted, true
	case t.Solved != Converged:
		return t.Solved, true
	case t.Norm == 0:
		return Converged, true
	}
	if first && it == 0 {
		d.proof.begin(d.size, t.Unbalanced)
	}
	d.proof.judge(&t, d.tolerance)
	alpha, falls := d.lineSearch(t)
	full := falls && alpha == 1
	d.odd[1] = d.odd[1] || !full
	if it == 0 {
		d.odd[0] = d.odd[1]
	}
	switch {
	case falls:
	case t.Move < d.tolerance: // the minimum to within round-off
		d.Reject()
		return d.arrive(&t, t.Unbalanced, 0)
	case d.jumps == maxJumps:
		return LineSearchFailed, true
	default:
		d.jumps++
		d.rep.Jumps++
		alpha = d.Settings.jump(t.Move)
		d.Try(alpha) // the terms that follow the iteration see where it goes on
	}
	d.accept(alpha, t.Move)
	looks := d.Settings.LooksAgain(it, d.wandered)
	if full && more {
		d.foretellOn(it, &t, looks, nil)
	}
	if looks {
		d.lookUp(false)
	} else {
		d.enter(Evaluating)
	}
	d.Evaluate(false)
	if d.Settings.MaxNewton == 1 { // the linearised mode makes no promise beyond one system that is solved
		d.forcing.Done(it, t.Extent(), 0)
		if t.RanOut && t.Unsolved > d.tolerance {
			return Unconverged, true
		}
		return Converged, true
	}
	far := 1. // how many Newton steps it went
	var now Tally
	if full && it >= lookUps {
		far, now = d.stride(t, it, more)
	} else {
		now = d.Tally()
	}
	left := now.Norm / t.Norm
	d.forcing.Done(it, t.Extent(), left)
	if it == 0 && !d.odd[0] && far == 1 {
		d.forcing.Bent(&t, now.Unbalanced)
	}
	d.left = far * t.Extent() * min(1, left)
	if alpha == 1 && !t.RanOut {
		d.near = d.left
	}
	if far*t.Move < d.tolerance/100 || !t.RanOut && settled(far, t.Extent(), left, alpha, d.tolerance) {
		return d.arrive(&t, now.Unbalanced, far)
	}
	return Unconverged, false
}

// arrive ends Newton's method after far Newton steps t, with so much left unbalanced [m], unless that has to be proved
// first, or friction may have hidden the distance to the minimum.
func (d *Driver) arrive(t *Tally, unbalanced, far float64) (out Outcome, ends bool) {
	if d.proof.asks(t, unbalanced, d.tolerance, d.Floor) {
		return Unconverged, false
	}
	if far > 0 && !t.RanOut && !d.closeSlip(t) {
		d.matrixOfFriction(true)
		return Unconverged, false
	}
	return d.done(t), true
}

// done is the outcome of Newton's method after the Newton step t, which led as near to the minimum as it tells: a system
// that was left unsolved tells nothing.
func (d *Driver) done(t *Tally) Outcome {
	if t.RanOut {
		return Unconverged
	}
	if d.proof.fails(t, d.tolerance) {
		d.rep.RanOut.Digits++
		return Unconverged
	}
	return Converged
}

// lookUp finds the contacts at the present positions.
func (d *Driver) lookUp(first bool) {
	d.wandered = 0
	d.enter(LookingUp)
	d.LookUp(first)
	d.enter(Evaluating)
}

// accept moves on by alpha Newton steps of move [m].
func (d *Driver) accept(alpha, move float64) {
	d.Accept(alpha)
	d.wandered += alpha * move
}

// search finds the Newton step, as accurately as the tolerance makes worthwhile, anew for the contacts that it leads
// to where they are not those it went by. The full step is tried.
func (d *Driver) search() Tally {
	d.precond.Next()
	d.enter(Solving)
	d.Search(d.linear(&d.forcing, &d.precond, d.proof.most(d.tolerance)))
	t := d.tally()
	d.precond.Done(t.Iterations, t.Left)
	d.odd[1] = false
	if d.Settings.MaxNewton == 1 {
		return t
	}
	for n := 0; t.Solved == Converged && t.Norm > 0 && t.runsIntoWalls(); n++ {
		if n == maxForesee {
			d.rep.RanOut.Foresee++
			break
		}
		d.odd[1] = true
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

// linear says how the next system is to be solved, where a proof lets it leave most unsolved [m]; 0: there is none.
func (d *Driver) linear(f *Forcing, p *Precond, most float64) Linear {
	l := f.Linear(d.tolerance, d.Floor)
	l.Multilevel, l.Turning, l.Keep = p.Multilevel, p.Turning, p.Keep
	if most > 0 && (l.Unsolved == 0 || most < l.Unsolved) {
		l.Unsolved = most
	}
	if d.Eager {
		l = l.further(d.Floor)
	}
	return l
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

// lineSearch backtracks from the full Newton step t, which has been tried, until the potential falls enough.
func (d *Driver) lineSearch(t Tally) (alpha float64, ok bool) {
	d.enter(Trying)
	for alpha = 1; ; {
		if t.falls(alpha) {
			return alpha, true
		}
		if alpha /= 2; alpha <= leastStep {
			return 0, false
		}
		d.Try(alpha)
		now := d.Tally()
		t.Change, t.Noise = now.Change, now.Noise
	}
}

// stride goes on along the Newton step t beyond the full step, from where it led, where the potential falls on. It
// returns how many Newton steps that is from where it began, and what is known of the gradient there. more: another iteration may follow iteration it.
func (d *Driver) stride(t Tally, it int, more bool) (far float64, now Tally) {
	after := d.Slope()
	now = d.Tally()
	alpha, on := strides(t.Slope, after)
	if !on {
		return 1, now
	}
	for ; alpha > 1; alpha = shorter(alpha) {
		if more {
			d.foretellOn(it, &t, false, &Stride{alpha - 1, after})
		}
		d.Try(alpha - 1)
		if beyond := d.Tally(); beyond.pays(alpha, after) {
			d.accept(alpha-1, t.Move)
			d.Evaluate(false)
			return alpha, d.Tally()
		}
	}
	d.Reject()
	return 1, now
}
