package step

import "math"

// A backend may speculate: it executes announced operations in advance, and checks after each whether the step
// continues as usual. A result is then ready when the Driver requests it. The conditions here are stricter than those
// of the Driver by the share SafetyMargin, so that different rounding cannot lead to different decisions: in doubt the
// backend stops, and the Driver decides.

// Speculator is the Operations of a backend that may speculate.
type Speculator interface {
	Operations
	// Speculate announces the next calls, up to the next decision that is not as usual.
	Speculate(Plan)
	// Ahead reports whether results are ready that were not yet requested.
	Ahead() bool
}

// Plan is the sequence of calls if the step continues as usual: for each iteration Search, the full Newton step,
// AcceptStep, DetectContacts in the first Detections iterations, Evaluate, and from then on Slope.
type Plan struct {
	Begins bool // MayTunnel, DetectContacts and Evaluate come before
	// Newton's method has ended: DetectContacts, Evaluate, Drift, CorrectRigid within Reach, ProjectPenetrations and
	// CCD, and nothing else
	Ends bool
	// the iteration before, of the Newton step Before, is to be completed first: DetectContacts if Detects, Evaluate,
	// and from Detections on Slope
	Goes       bool
	Detects    bool
	Before     Reductions
	Beyond     *Extrapolation // extrapolation if that pays: TrialStep, AcceptStep and Evaluate come first; nil: none
	Iteration  int            // number of the next one, from 0
	Iterations int            // likely number of further ones
	First      Linear         // the system of the first one
	Fresh      float64        // Effort of the first solve with its coarse levels, if there are any
	Kept       Kept           // conditions under which the next systems keep the preconditioner
	Tolerance  float64        // of the positions [m]
	Floor      float64        // least relative residual of a system
	Wandered   float64        // bound on the motion of vertices since the last detection of contacts [m]
	Wander     float64        // its largest value without detection [m]
	Sight      float64        // largest approach of obstacles and cloth [m]
	Reach      float64        // of CorrectRigid [m]
}

// Detections is the number of iterations with detection of contacts.
const Detections = detections

// SafetyMargin is the relative distance of a number from a limit at which the comparison is independent of rounding.
// Derived: 1,000 times the rounding 20·2⁻²⁴ of a sum of a million numbers in single precision.
const SafetyMargin = 1e-3

// LeastQuadraticFall is a constant that kernels have, too; see activeSetChanged.
const LeastQuadraticFall = leastQuadraticFall

// SurelySeen reports whether obstacles and cloth that approach by at most way are detected in time.
func (p *Plan) SurelySeen(way float64) bool { return way <= p.Sight*(1-SafetyMargin) }

// SurelyAccepted reports whether the full Newton step will be accepted as it is.
func (t *Reductions) SurelyAccepted() bool {
	return t.Solved == Converged && !t.LimitReached && t.Norm > 0 && !math.IsInf(t.Norm, 0) && t.Slope < 0 &&
		t.Change <= (leastQuadraticFall+SafetyMargin)*t.Slope
}

// SurelyStays reports whether contacts are kept after vertices have moved so far since the last detection [m].
func (p *Plan) SurelyStays(wandered float64) bool { return wandered <= p.Wander*(1-SafetyMargin) }

// SurelyGoesOn reports whether another iteration follows a Newton step of extent move [m] that left the share left of
// the gradient.
func (p *Plan) SurelyGoesOn(move, left float64) bool {
	return move*min(1, left) > p.Tolerance*(1+SafetyMargin)
}

// SureDrift returns the largest drift with which Newton's method surely ends [m].
func (p *Plan) SureDrift() float64 { return mostDrift * p.Tolerance * (1 - SafetyMargin) }

// SurelyNoExtrapolation reports whether there is no extrapolation of a full Newton step with these slopes before and
// after it [J].
func SurelyNoExtrapolation(before, after float64) bool { return after >= before/2*(1-SafetyMargin) }

// SamePreconditioner reports whether the preconditioner and its coarse levels are kept after a solve that reduced its
// residual to the share left in a number of iterations. fresh is the Effort of the first solve with these levels.
func (p *Plan) SamePreconditioner(iterations int, left, fresh float64) bool {
	k, n, w := &p.Kept, float64(iterations), work(left)*(1-SafetyMargin)
	return iterations >= k.Least && iterations <= k.Most && n <= k.Effort*w && (!p.First.Multilevel ||
		n <= fresh*w+k.Spare*(1-SafetyMargin))
}

// Effort returns the iterations per digit of a solve that reduced its residual to the share left in a number of
// iterations.
func Effort(iterations int, left float64) float64 { return float64(iterations) / work(left) }

// NextTolerance returns the tolerance by Forcing for the iteration after a Newton step of extent move [m].
func (p *Plan) NextTolerance(move float64) float64 {
	return min(Loosest, max(p.Floor, p.Tolerance/move/2))
}

// Rounded returns a relative residual as kernels round it, see include/safety_margin.glsl: those of host and device are
// equal.
func Rounded(share float64) float64 {
	return float64(math.Float32frombits((math.Float32bits(float32(share)) + 0x4000) &^ 0x7fff))
}

// Extrapolation is the part of a step beyond the full Newton step (α > 1).
type Extrapolation struct {
	By    float64 // Newton steps
	After float64 // slope at the full step [J]
}

// SurelyPays returns the change of the potential along the extrapolation below which it is accepted [J].
func (s *Extrapolation) SurelyPays() float64 { return expectedFall(s.By, s.After) * (1 + SafetyMargin) }
