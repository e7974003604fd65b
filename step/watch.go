package step

import "math"

// SetWatch sets the observer from the next step on; nil: none.
func (d *Driver) SetWatch(w Watch) { d.user.watch = w }

// enter begins a stage.
func (d *Driver) enter(s Stage) {
	d.user.stage = s
	d.Interrupted()
}

// offer lets the user move grabs after it iterations of Newton's method: not before the first one, and not after half
// of the usual limit, so that the step ends. It reports whether they have moved.
func (d *Driver) offer(it int) (moved bool) {
	u := &d.user
	if it > 0 {
		u.stage = Between
	}
	ahead := d.speculation.running()
	u.open, u.steered = d.Steerable && it > 0 && it <= d.Settings.MaxNewton/2 && !ahead, false
	u.closed = it > d.Settings.MaxNewton/2 && !ahead
	d.Interrupted()
	u.closed = false
	if u.open = false; u.steered {
		d.run.error = math.Inf(1)
		d.forcing.Begin(d.sub.tolerance)
		d.certificate.residual, d.certificate.judged = 0, false
		d.Evaluate(false)
	}
	return u.steered
}

// Steered records that grabs have moved. The backend evaluates them anew.
func (d *Driver) Steered() { d.user.steered = true }

// hurried is the error of a step that the user hurries, in tolerances: that of single vertices in any step.
const hurried = MostAside

// Hurry ends the present sub-step once its error is about ten tolerances or less, for an observer that waits for the
// end of the step. The sub-step counts as unconverged.
func (d *Driver) Hurry() { d.user.hurries = true }

// enough reports whether a sub-step that the user hurries is near enough to its end.
func (d *Driver) enough(it int) bool {
	return d.user.hurries && it > 0 && d.run.error < hurried*d.sub.tolerance && !d.speculation.running()
}

// Interrupted calls the watch, and reports whether the step is to end. Backends call it within long operations, and
// leave them unfinished if so.
func (d *Driver) Interrupted() bool {
	if u := &d.user; u.stopped == nil && u.watch != nil {
		u.stopped = u.watch(Moment{d.sub.from, d.sub.size, u.stage, d.run.iteration, d.Settings.MaxNewton, u.open, u.closed,
			*d.rep})
	}
	return d.user.stopped != nil
}
