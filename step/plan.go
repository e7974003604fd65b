package step

import "math"

// A machine may run ahead of its Driver: do at once what it is told will be asked for if all goes as usual, and look at
// each turn whether it does. What a Driver then asks for is there already. The rules here are stricter than those that
// the Driver goes by, by the share SafetyMargin, so that numbers rounded otherwise cannot part the two: where it is not
// sure, the backend stops, and the Driver decides.

// Speculator are Operations of a backend that may run ahead of its Driver.
type Speculator interface {
	Operations
	// Speculate announces what is called next, up to the next decision that is not as usual.
	Speculate(Plan)
	// Ahead reports whether it has done what it was not asked for yet.
	Ahead() bool
}

// Plan is what comes next if all goes as usual: for each iteration Search, the full Newton step, AcceptStep,
// DetectContacts in the first Detections iterations, Evaluate, and from then on Slope.
type Plan struct {
	Begins bool // MayTunnel, DetectContacts and Evaluate come before
	// Newton's method has come to rest: DetectContacts, Evaluate, Drift, CorrectRigid within Reach, ProjectPenetrations
	// and CCD, and nothing else
	Ends bool
	// the iteration before, of the Newton step Before, is to be ended first: DetectContacts, where it Detects,
	// Evaluate, and from Detections on Slope
	Goes       bool
	Detects    bool
	Before     Reductions
	Beyond     *Extrapolation // it goes on farther, if that pays: TrialStep, AcceptStep and Evaluate come first; nil: not
	Iteration  int            // that is next, from 0
	Iterations int            // that are likely to follow
	First      Linear         // the system of the first one
	Fresh      float64        // iterations for a digit of the first solve with its coarse levels, if there are any
	Kept       Kept           // what leaves the next systems with its preconditioner
	Tolerance  float64        // of the positions [m]
	Floor      float64        // least share of a residual that may stay
	Wandered   float64        // how far vertices have wandered [m] from where contacts were looked up
	Wander     float64        // and may [m]
	Sight      float64        // how far obstacles and cloth may come towards each other [m]
	Reach      float64        // of CorrectRigid [m]
}

// Detections is the number of iterations after which contacts are looked up.
const Detections = detections

// SafetyMargin is by what share a number has to be off a limit to be on one side of it for certain.
// Derived: 1,000 times the rounding 20·2⁻²⁴ of a sum of a million numbers in single precision.
const SafetyMargin = 1e-3

// LeastQuadraticFall is a constant of a rule that kernels have, too; see activeSetChanged.
const LeastQuadraticFall = leastQuadraticFall

// SurelySeen reports whether obstacles and cloth that come towards each other by way at most are seen in time.
func (p *Plan) SurelySeen(way float64) bool { return way <= p.Sight*(1-SafetyMargin) }

// SurelyAccepted reports whether the full Newton step will be accepted as it is.
func (t *Reductions) SurelyAccepted() bool {
	return t.Solved == Converged && !t.LimitReached && t.Norm > 0 && !math.IsInf(t.Norm, 0) && t.Slope < 0 &&
		t.Change <= (leastQuadraticFall+SafetyMargin)*t.Slope
}

// SurelyStays reports whether contacts will be kept where vertices have wandered so far [m].
func (p *Plan) SurelyStays(wandered float64) bool { return wandered <= p.Wander*(1-SafetyMargin) }

// SurelyGoesOn reports whether another iteration follows a Newton step that extends over move [m] and left the share
// left of the gradient.
func (p *Plan) SurelyGoesOn(move, left float64) bool {
	return move*min(1, left) > p.Tolerance*(1+SafetyMargin)
}

// SureDrift is up to which drift Newton's method surely does not go on [m].
func (p *Plan) SureDrift() float64 { return mostDrift * p.Tolerance * (1 - SafetyMargin) }

// SurelyNoExtrapolation reports whether nothing is gained beyond a full Newton step with these slopes before and after
// it [J].
func SurelyNoExtrapolation(before, after float64) bool { return after >= before/2*(1-SafetyMargin) }

// SamePreconditioner reports whether a solve that took so many iterations and left that share of its residual leaves
// the next one with the same preconditioner, and its coarse levels, with which the first solve took fresh iterations
// for a digit.
func (p *Plan) SamePreconditioner(iterations int, left, fresh float64) bool {
	k, n, w := &p.Kept, float64(iterations), work(left)*(1-SafetyMargin)
	return iterations >= k.Least && iterations <= k.Most && n <= k.Effort*w && (!p.First.Multilevel ||
		n <= fresh*w+k.Spare*(1-SafetyMargin))
}

// Effort is the iterations for a digit of a solve that took so many iterations and left that share of its residual.
func Effort(iterations int, left float64) float64 { return float64(iterations) / work(left) }

// NextTolerance is Forcing's for the iteration that follows a Newton step that extends over move [m].
func (p *Plan) NextTolerance(move float64) float64 {
	return min(Loosest, max(p.Floor, p.Tolerance/move/2))
}

// Rounded is the share of a residual as kernels round it, see include/safety_margin.glsl: those that the host and the
// device find are the same.
func Rounded(share float64) float64 {
	return float64(math.Float32frombits((math.Float32bits(float32(share)) + 0x4000) &^ 0x7fff))
}

// Extrapolation is the part of a step beyond the full Newton step (α > 1).
type Extrapolation struct {
	By    float64 // Newton steps
	After float64 // slope at the full step [J]
}

// SurelyPays is how much the potential changes at most, along a stride that is accepted [J].
func (s *Extrapolation) SurelyPays() float64 { return expectedFall(s.By, s.After) * (1 + SafetyMargin) }
