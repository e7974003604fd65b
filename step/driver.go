package step

import (
	"fmt"

	"hysteron/cloth"
)

// Driver takes steps: it decides, and a Machine computes. The same decisions are taken on every backend.
type Driver struct {
	Machine
	Settings *Settings
	Floor    float64 // least share of a residual that the machine's numbers can resolve

	Costs LevelCosts // of coarse levels of its preconditioner; an eager machine goes by its own

	Steerable bool // the machine takes grabs that move within a step, see Moment.Open
	Turns     bool // its preconditioner has coarse levels that turn
	Eager     bool // it solves by over-relaxation: iterations of conjugate gradients are cheap, and it is not a machine that runs ahead
	Bare      bool // nothing but cloth is there: easy solves do not bring an eager machine back to over-relaxation
	Held      bool // grabs hold cloth: a machine that runs ahead does so by an iteration at most, so that steps are open after each

	forcing   Forcing
	precond   Precond
	proof     proof
	tolerance float64 // of the sub-step under way [m]
	begun     bool    // the machine knows which pieces fly
	usual     [2]int  // iterations of Newton's method in the last two steps
	odd       [2]bool // the first iteration of the step before, or the one before, did not take the first full step
	left      float64 // error that the last iteration left [m], as it tells
	wandered  float64 // bound on how far vertices are from where contacts were looked up [m]
	rep       *Report

	cramped      Cramped // in the last sub-step that did not converge and could not be halved
	crampedSteps int     // of these, in this step, without room

	stretched Stretched // in the last of the smallest sub-steps in which paths of cloth crossed
	tornSteps int       // of these, in this step, beyond what cloth bears
	crossed   bool      // paths of cloth have crossed in the sub-step

	halvings int  // with Settings.Adaptive: of the sub-step that comes next
	calm     bool // the sub-step under way changes little
	pierced  bool // a keen body has come through cloth
	slipped  bool // a body is in a triangle, between its contact points

	watch      Watch
	stopped    error   // by the watch
	whole      float64 // the step [s]
	from, size float64 // of the sub-step, both in s
	smallest   bool    // it cannot be halved
	last       bool    // it cannot be, whatever happens
	through    bool    // a keen body has come through cloth in it
	stage      Stage
	iteration  int
	semismooth bool    // see Machine
	jumps      int     // of Newton's method, where the potential did not fall
	open       bool    // see Moment.Open
	closed     bool    // see Moment.Closed
	steered    bool    // grabs have moved
	hurries    bool    // somebody waits for the end of the sub-step
	near       float64 // error that the last iteration left [m]; +Inf: unknown
}

// Reset forgets what is carried from step to step, but for how often the next one begins halved.
func (d *Driver) Reset(halvings int) {
	d.forcing, d.precond, d.proof, d.begun, d.halvings = Forcing{}, Precond{}, proof{}, false, halvings
	d.usual, d.odd, d.pierced, d.slipped = [2]int{}, [2]bool{}, false, false
}

// Halvings is how often the next step begins halved, see Settings.Adaptive.
func (d *Driver) Halvings() int { return d.halvings }

// Step moves the machine's state on from time t by h, both in s. A sub-step that fails is halved, up to
// Settings.MaxHalvings times, and beyond where prescribed vertices force cloth through itself; after a success the
// sub-step grows again. On error, a *StepError, the state is valid and
// finite, at the end of the last good sub-step. Times of stages are left to the machine.
func (d *Driver) Step(t, h float64) (rep Report, err error) {
	if !(h > 0) || !cloth.Finite(h) {
		return rep, fmt.Errorf("step of %g s: expected a finite number > 0", h)
	}
	d.rep, d.stopped, d.crampedSteps, d.tornSteps, d.whole = &rep, nil, 0, 0, h
	if d.Settings.Explicit() {
		return rep, d.explicit(t, h, &rep)
	}
	k, adaptive := newTicks(d.Settings.MaxHalvings+forcedHalvings), d.Settings.Adaptive
	if adaptive {
		k.start(min(d.halvings, d.Settings.MaxHalvings))
	}
	for k.done < k.all {
		at, size := t+k.part(h, k.done), k.part(h, k.size)
		d.last = k.size == 1
		out := d.attempt(at, size, k.size <= 1<<forcedHalvings)
		if out > Unconverged {
			if out == Interrupted {
				return rep, fmt.Errorf("step at t = %.6g s: %w", at, d.stopped)
			}
			why, smaller := d.Err()
			crowded := why != nil
			switch out {
			case NoRoom:
				why = &d.cramped
			case Torn:
				why = &d.stretched
			}
			if smaller && (out == ContactFailed || out == BodiesCross || !d.smallest) && k.halve() {
				rep.Halvings++
				continue
			}
			if crowded {
				out = Crowded
			}
			rep.Outcome = out
			err = &StepError{Time: at, H: size, Outcome: out}
			if why != nil {
				err = fmt.Errorf("%w: %w", err, why)
			}
			return rep, err
		}
		rep.Outcome = max(rep.Outcome, out)
		rep.Substeps++
		if rep.Smallest == 0 || size < rep.Smallest {
			rep.Smallest = size
		}
		if !adaptive {
			k.advance()
			continue
		}
		k.creep(d.calm)
		if d.halvings = k.halvings(); k.done == k.all && d.calm {
			d.halvings = max(0, d.halvings-1)
		}
	}
	return rep, nil
}

// attempt solves one sub-step and, if it succeeds, moves the state.
// Where a body may pass over cloth, a smaller one has to be taken; the smallest are taken as they are.
func (d *Driver) attempt(t, h float64, smallest bool) Outcome {
	d.from, d.size, d.smallest = t, h, smallest
	d.tolerance = d.Settings.tolerance(h)
	d.precond.costs, d.precond.turns = d.Costs, d.Turns
	d.precond.eager.on, d.precond.eager.bare, d.precond.eager.turns = d.Eager, d.Bare, d.Turns
	d.precond.Begin()
	d.iteration, d.hurries = 0, false
	d.enter(Preparing)
	d.Begin(t, h)
	if d.begun {
		d.foretell(0, true)
	}
	passes := d.Passes()
	if passes && !smallest {
		return ContactFailed
	}
	if !d.begun {
		d.lookUp(true)
		d.Evaluate(true)
		d.Balance(0)
		d.Astray() // is looked up at once
		d.begun = true
	}
	before := *d.rep
	d.crossed = false
	out := d.settle()
	if out <= ContactFailed && d.tooTorn() {
		return Torn
	}
	if out > Unconverged {
		return out
	}
	if d.tooCramped(out) {
		return NoRoom
	}
	slip := d.Slips(d.whole / h)
	if slip.Fast && !d.slipped && !d.last {
		return BodiesCross
	}
	if d.Settings.Adaptive {
		change, smooth := d.Strained(), out == Converged && d.rep.Rounds == before.Rounds && d.rep.RanOut.Foresee == before.RanOut.Foresee
		if d.calm = smooth && change < d.Settings.MostChange/calmer; !smallest && (!smooth || change > d.Settings.MostChange) {
			return TooCoarse
		}
	}
	d.pierced, d.slipped = d.through, slip.In
	if passes || slip.Any || d.pierced {
		d.rep.RanOut.Bodies++
	}
	projected, finite := d.Commit()
	d.rep.Projected += projected
	if !finite {
		return NonFinite
	}
	return out
}

// tooCramped tells whether a sub-step with this outcome is one too many in which there is no room.
func (d *Driver) tooCramped(out Outcome) bool {
	if !d.smallest || out != Unconverged {
		return false
	}
	if d.cramped = d.Cramped(); !d.cramped.Crushes() {
		return false
	}
	d.crampedSteps++
	return d.crampedSteps >= mostCramped
}
