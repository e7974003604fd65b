package step

import "fmt"

// Moment is how far a step is: what it has done so far, in its sub-step of H from Time.
type Moment struct {
	Time, H   float64 // [s]
	Stage     Stage   // what it does now
	Iteration int     // of Newton's method in this sub-step, from 1; it begins again where paths have crossed
	Most      int     // how many there may be, since grabs have moved last
	Open      bool    // a Sim.Steer that moves grabs acts at once, where the backend is one that can (Driver.Steerable)
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
	Preparing     Stage = "setting up"
	Between       Stage = "going on"
	Detecting     Stage = "looking for contacts"
	Evaluating    Stage = "evaluating forces"
	Solving       Stage = "solving"
	LineSearch    Stage = "searching along the Newton step"
	CheckingPaths Stage = "checking paths"
	Clamping      Stage = "stopping vertices whose paths cross"
)

// Accepted reports whether the positions are those that the iterations so far have led to, and not on trial.
func (m *Moment) Accepted() bool {
	return m.Newton > 0 && (m.Stage == Between || m.Stage == Detecting || m.Stage == Evaluating)
}

// Watch looks on while steps are taken: it is called before each stage of a Newton iteration and every few dozen
// iterations of a linear system. An error that it returns, such as a context's, ends the step as a failure does: at the
// end of the last good sub-step, with an error that wraps it.
type Watch func(Moment) error
