package step

// Moment is how far a step is: what it has done so far, in its sub-step of H from Time.
type Moment struct {
	Time, H float64 // [s]
	Report
}

// Watch looks on while steps are taken: it is called before each Newton iteration and every few dozen iterations of
// a linear system. An error that it returns, such as a context's, ends the step as a failure does: at the end of the
// last good sub-step, with an error that wraps it.
type Watch func(Moment) error

// SetWatch has w look on from the next step on; nil: nobody.
func (d *Driver) SetWatch(w Watch) { d.watch = w }

// Interrupted asks who looks on, and tells whether the step is to end. Machines ask within what takes long, and
// leave it unfinished if so.
func (d *Driver) Interrupted() bool {
	if d.stopped == nil && d.watch != nil {
		d.stopped = d.watch(Moment{d.from, d.size, *d.rep})
	}
	return d.stopped != nil
}
