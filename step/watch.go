package step

// Moment is how far a step is: what it has done so far, in its sub-step of H from Time.
type Moment struct {
	Time, H   float64 // [s]
	Stage     Stage   // what it does now
	Iteration int     // of Newton's method in this sub-step, from 1; it begins again where paths have crossed
	Most      int     // how many there may be
	Report
}

// Stage is what a step does.
type Stage string

// Stages of a step.
const (
	Preparing  Stage = "setting up"
	LookingUp  Stage = "looking for contacts"
	Evaluating Stage = "evaluating forces"
	Solving    Stage = "solving"
	Trying     Stage = "searching along the Newton step"
	Crossing   Stage = "checking paths"
	Stopping   Stage = "stopping vertices whose paths cross"
)

// Watch looks on while steps are taken: it is called before each stage of a Newton iteration and every few dozen
// iterations of a linear system. An error that it returns, such as a context's, ends the step as a failure does: at the end of the
// last good sub-step, with an error that wraps it.
type Watch func(Moment) error

// SetWatch has w look on from the next step on; nil: nobody.
func (d *Driver) SetWatch(w Watch) { d.watch = w }

// enter begins a stage.
func (d *Driver) enter(s Stage) {
	d.stage = s
	d.Interrupted()
}

// Interrupted asks who looks on, and tells whether the step is to end. Machines ask within what takes long, and
// leave it unfinished if so.
func (d *Driver) Interrupted() bool {
	if d.stopped == nil && d.watch != nil {
		d.stopped = d.watch(Moment{d.from, d.size, d.stage, d.iteration, d.Settings.MaxNewton, *d.rep})
	}
	return d.stopped != nil
}
