package step

import (
	"fmt"
	"time"
)

// Outcome says how the solution of one (sub-)step ended.
type Outcome int

const (
	// Converged: the estimated position error is below the tolerance.
	Converged Outcome = iota
	// Unconverged: the iterations ran out; the step is accepted and counted.
	Unconverged
	// LineSearchFailed: no positive step along the search direction lowers the potential.
	LineSearchFailed
	// Indefinite: the matrix has truly negative curvature, an error of assembly.
	Indefinite
	// NonFinite: an infinity or NaN turned up.
	NonFinite
	// ContactFailed: prescribed vertices force the cloth through itself.
	ContactFailed
	// Interrupted: whoever looks on ended it, see Watch.
	Interrupted
)

func (o Outcome) String() string {
	return [...]string{"converged", "unconverged", "line search failed", "indefinite matrix", "non-finite numbers", "cloth forced through itself", "interrupted"}[o]
}

// Report tells what a step did.
type Report struct {
	Outcome   Outcome // the worst of all sub-steps
	Substeps  int
	Halvings  int
	Newton    int
	CG        int
	Jumps     int // iterations that went on without descent, see maxJumps
	Projected int // vertices put back outside of a collider after the solution
	Rounds    int // times that Newton's method went on because paths of the cloth crossed
	Stopped   int // vertices that went only part of their way, see Sim.settle
	Time      StageTimes
}

// StageTimes is the wall time spent in each stage of a
type StageTimes struct{ Contact, Elements, Gather, Solve time.Duration }

// StepError reports a step that failed even after all halvings; the state is that before the
// failed sub-
type StepError struct {
	Time, H float64
	Outcome Outcome
}

func (e *StepError) Error() string {
	return fmt.Sprintf("step at t = %.6g s failed: %v with the smallest step of %.3g s", e.Time, e.Outcome, e.H)
}
