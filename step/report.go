package step

import (
	"fmt"
	"time"
)

// Outcome is the result of the solution of one (sub-)step.
type Outcome int

const (
	// Converged: the estimated position error is below the tolerance.
	Converged Outcome = iota
	// Unconverged: one of the smallest steps reached the iteration limit, or the user hurried; the step is accepted and
	// counted.
	Unconverged
	// LineSearchFailed: no positive step along the search direction lowers the potential.
	LineSearchFailed
	// Indefinite: the matrix has truly negative curvature, an error of assembly.
	Indefinite
	// NonFinite: an infinity or NaN occurred.
	NonFinite
	// ContactFailed: prescribed vertices force the cloth through itself.
	ContactFailed
	// PathsCross: features of the cloth still touch on their paths, however stiff their contact was made.
	PathsCross
	// TooCoarse: the change of strain exceeds the limit of an adaptive step.
	TooCoarse
	// BodiesCross: a body may pass over cloth undetected, sharp bodies pierce it, or the solution did not converge and
	// left cloth inside of bodies.
	BodiesCross
	// GainsEnergy: the solution did not converge, and its residual forces give cloth energy.
	GainsEnergy
	// Stalled: Newton's method reached its iteration limit; the step is halved.
	Stalled
	// RigidTooFar: components in free flight would enter bodies that are not in the solution.
	RigidTooFar
	// NoRoom: obstacles leave less room than the thickness of the cloth between them, and steps do not converge.
	NoRoom
	// Torn: cloth is stretched beyond the limit of any fabric, and passes through other cloth.
	Torn
	// Crowded: more pairs of cloth come near each other than the limit MostPairs.
	Crowded
	// Interrupted: the observer ended it, see Watch.
	Interrupted
)

func (o Outcome) String() string {
	return [...]string{"converged", "unconverged", "line search failed", "indefinite matrix", "non-finite numbers",
		"cloth forced through itself", "paths of cloth cross", "too coarse", "bodies come through cloth",
		"unbalanced forces give cloth energy", "Newton's iterations ran out", "cloth that flies is led into bodies",
		"no room for cloth", "cloth torn", "too many contacts", "interrupted"}[o]
}

// Report is the record of a step.
type Report struct {
	Outcome    Outcome // the worst of all sub-steps
	Substeps   int
	Halvings   int
	Smallest   float64 // smallest sub-step [s]
	Newton     int
	CG         int
	BlindSteps int // iterations that continued without descent, see maxBlindSteps
	Projected  int // vertices moved out of a collider after the solution
	// rounds of Newton's method after crossing paths of the cloth, or a sharp body that pierced a triangle
	Rounds          int
	ClampedVertices int // vertices that moved only part of their way, see Driver.clampPaths
	Limits          Limits
	Time            StageTimes
}

// Limits counts the iteration limits that a step reached, in its failed sub-steps too. None is an error. Each makes the
// step less exact than intended.
type Limits struct {
	Newton  int `json:"newton"`  // sub-steps that end with all iterations of Newton's method taken
	CG      int `json:"cg"`      // linear systems that end with all iterations of conjugate gradients taken
	Foresee int `json:"foresee"` // search directions into unseen contacts after all active-set re-solves
	Bodies  int `json:"bodies"`  // smallest sub-steps in which a body may have passed over cloth unseen, and those in which one comes through a triangle of it
	Digits  int `json:"digits"`  // sub-steps whose last linear system missed the tolerance because of round-off
	Strain  int `json:"strain"`  // sub-steps that end with triangles above a hard limit of strain
	Rounds  int `json:"rounds"`  // sub-steps whose paths still crossed when all rounds were taken: vertices were stopped
}

// Add adds the counts of another step.
func (r *Limits) Add(q Limits) {
	r.Strain += q.Strain
	r.Newton, r.CG, r.Foresee, r.Bodies, r.Digits, r.Rounds = r.Newton+q.Newton, r.CG+q.CG, r.Foresee+q.Foresee,
		r.Bodies+q.Bodies, r.Digits+q.Digits, r.Rounds+q.Rounds
}

// StageTimes is the wall time spent in each stage of a step.
type StageTimes struct{ Contact, Elements, Gather, Solve time.Duration }

// StepError reports a step that failed even after all halvings; the state is that before the
// failed sub-step.
type StepError struct {
	Time, H float64
	Outcome Outcome
}

func (e *StepError) Error() string {
	return fmt.Sprintf("step at t = %.6g s failed: %v with the smallest step of %.3g s", e.Time, e.Outcome, e.H)
}
