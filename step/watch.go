package step

import (
	"fmt"
	"math"
)

// Moment is how far a step is: what it has done so far, in its sub-step of H from Time.
type Moment struct {
	Time, H   float64 // [s]
	Stage     Stage   // what it does now
	Iteration int     // of Newton's method in this sub-step, from 1; it begins again where paths have crossed
	Most      int     // how many there may be, since grabs have moved last
	Open      bool    // a Sim.Steer that moves grabs acts at once, where the machine is one that can (Driver.Steerable)
	Closed    bool    // it no longer does in this sub-step: a Sim.Hurry ends it sooner
	Report
}

// String says how far the step is, nil that it has only begun.
func (m *Moment) String() string {
	if m == nil {
		return "beginning"
	}
	text := string(m.Stage)
	if m.Iteration > 0 {
		text += fmt.Sprintf(" in Newton iteration %d of %d", m.Iteration, m.Most)
	}
	text += fmt.Sprintf("; %d Newton and %d CG iterations so far", m.Newton, m.CG)
	if m.Halvings > 0 {
		text += fmt.Sprintf(", halved %d times to %.2g s", m.Halvings, m.H)
	}
	if m.Rounds > 0 {
		text += fmt.Sprintf(", %d rounds for cloth that crosses", m.Rounds)
	}
	return text
}

// Stage is what a step does.
type Stage string

// Stages of a step.
const (
	Preparing  Stage = "setting up"
	Between    Stage = "going on"
	LookingUp  Stage = "looking for contacts"
	Evaluating Stage = "evaluating forces"
	Solving    Stage = "solving"
	Trying     Stage = "searching along the Newton step"
	Crossing   Stage = "checking paths"
	Stopping   Stage = "stopping vertices whose paths cross"
)

// Led tells whether the positions are those that the iterations so far have led to, and not on trial.
func (m *Moment) Led() bool {
	return m.Newton > 0 && (m.Stage == Between || m.Stage == LookingUp || m.Stage == Evaluating)
}

// Watch looks on while steps are taken: it is called before each stage of a Newton iteration and every few dozen
// iterations of a linear system. An error that it returns, such as a context's, ends the step as a failure does: at the end of the
// last good sub-step, with an error that wraps it.
type Watch func(Moment) error

// observer is the user's program, which looks on while steps are taken. It may move grabs, hurry a sub-step, and end it.
type observer struct {
	watch   Watch
	stopped error // by the watch
	stage   Stage
	open    bool // see Moment.Open
	closed  bool // see Moment.Closed
	steered bool // grabs have moved
	hurries bool // the user waits for the end of the sub-step
}

// SetWatch has w look on from the next step on; nil: nobody.
func (d *Driver) SetWatch(w Watch) { d.user.watch = w }

// enter begins a stage.
func (d *Driver) enter(s Stage) {
	d.user.stage = s
	d.Interrupted()
}

// offer lets the user move grabs after it iterations of Newton's method: not where the first one is still to come, and
// not later than after half of those that there may usually be, so that the step ends. It reports whether they have moved.
func (d *Driver) offer(it int) (moved bool) {
	u := &d.user
	if it > 0 {
		u.stage = Between
	}
	ahead := d.ahead.running()
	u.open, u.steered = d.Steerable && it > 0 && it <= d.Settings.MaxNewton/2 && !ahead, false
	u.closed = it > d.Settings.MaxNewton/2 && !ahead
	d.Interrupted()
	u.closed = false
	if u.open = false; u.steered {
		d.run.error = math.Inf(1)
		d.forcing.Begin(d.sub.tolerance)
		d.proof.unsolved, d.proof.judged = 0, false
		d.Evaluate(false)
	}
	return u.steered
}

// Steered tells that grabs have moved, and the machine evaluates them anew.
func (d *Driver) Steered() { d.user.steered = true }

// hurried is how many tolerances a step may err by that the user hurries.
const hurried = 10 // guess

// Hurry has the sub-step under way end once its error is about ten tolerances or less: for who looks on and has something wait for the end of the
// step. It counts as one that has not converged.
func (d *Driver) Hurry() { d.user.hurries = true }

// enough reports whether a sub-step that the user hurries has come near enough to its end.
func (d *Driver) enough(it int) bool {
	return d.user.hurries && it > 0 && d.run.error < hurried*d.sub.tolerance && !d.ahead.running()
}

// Interrupted calls the watch, and reports whether the step is to end. Machines call it within what takes long, and
// leave it unfinished if so.
func (d *Driver) Interrupted() bool {
	if u := &d.user; u.stopped == nil && u.watch != nil {
		u.stopped = u.watch(Moment{d.sub.from, d.sub.size, u.stage, d.run.iteration, d.Settings.MaxNewton, u.open, u.closed, *d.rep})
	}
	return d.user.stopped != nil
}
