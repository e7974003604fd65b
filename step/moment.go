package step

import "fmt"

// Moment is the progress of a step, in its sub-step of H from Time.
type Moment struct {
	Time, H   float64 // [s]
	Stage     Stage   // present stage
	Iteration int     // of Newton's method in this sub-step, from 1; it restarts after crossing paths
	Most      int     // largest number of iterations, since the last motion of grabs
	Open      bool    // a Sim.Steer that moves grabs acts at once, if the backend supports it (Driver.Steerable)
	Closed    bool    // no longer open in this sub-step: Sim.Hurry ends it sooner
	Report
}

// String returns the progress in words; of nil, that the step has only begun.
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

// Stage is a stage of a step.
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

// Accepted reports whether the positions are accepted ones, and not a trial.
func (m *Moment) Accepted() bool {
	return m.Newton > 0 && (m.Stage == Between || m.Stage == Detecting || m.Stage == Evaluating)
}

// Watch observes steps: it is called before each stage of a Newton iteration and every few dozen iterations of a linear
// system. An error that it returns, such as a context's, ends the step as a failure does: at the end of the last good
// sub-step, with an error that wraps it.
type Watch func(Moment) error
