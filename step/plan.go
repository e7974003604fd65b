package step

import "math"

// A machine may run ahead of its Driver: do at once what it is told will be asked for if all goes as usual, and look at
// each turn whether it does. What a Driver then asks for is there already. The rules here are stricter than those that
// the Driver goes by, by the share Surely, so that numbers rounded otherwise cannot part the two: where it is not sure,
// the machine stops, and the Driver decides.

// Foreteller is a Machine that may run ahead.
type Foreteller interface {
	Machine
	// Foretell tells what is asked for next, up to the next decision that is not as usual.
	Foretell(Plan)
	// Ahead tells whether it has done what it was not asked for yet.
	Ahead() bool
}

// Plan is what comes next if all goes as usual: for each iteration Search, the full Newton step, Accept, LookUp in the
// first LookUps iterations, Evaluate, and from then on Slope.
type Plan struct {
	Begins     bool // Passes, LookUp and Evaluate come before
	Ends       bool // Newton's method has come to rest: LookUp, Evaluate, Balance within Reach, Project and Meet, and nothing else
	Goes       bool // the iteration before, of the Newton step Before, is to be ended first: LookUp, where it Looks, Evaluate, and from LookUps on Slope
	Looks      bool
	Before     Tally
	Beyond     *Stride // it goes on farther, if that pays: Try, Accept and Evaluate come first; nil: not
	Iteration  int     // that is next, from 0
	Iterations int     // that are likely to follow
	First      Linear  // the system of the first one
	Fresh      int     // iterations of the first solve with its coarse levels, 0: there are none
	Least      int     // iterations, up to Most, that surely leave the next systems with its preconditioner
	Most       int
	Worn       int     // iterations that coarse levels which only shift may take beyond a third more than Fresh
	Tolerance  float64 // of the positions [m]
	Floor      float64 // least share of a residual that may stay
	Wandered   float64 // how far vertices have wandered [m] from where contacts were looked up
	Wander     float64 // and may [m]
	Sight      float64 // how far obstacles and cloth may come towards each other [m]
	Reach      float64 // of Balance [m]
}

// LookUps is the number of iterations after which contacts are looked up.
const LookUps = lookUps

// Surely is by what share a number has to be off a limit to be on one side of it for certain.
// Derived: 1,000 times the rounding 20·2⁻²⁴ of a sum of a million numbers in single precision.
const Surely = 1e-3

// ForeseeBelow is a constant of a rule that kernels have, too; see runsIntoWalls.
const ForeseeBelow = foreseeBelow

// SurelySeen tells whether obstacles and cloth that come towards each other by way at most are seen in time.
func (p *Plan) SurelySeen(way float64) bool { return way <= p.Sight*(1-Surely) }

// SurelyAccepted tells whether the full Newton step will be accepted as it is.
func (t *Tally) SurelyAccepted() bool {
	return t.Solved == Converged && !t.RanOut && t.Norm > 0 && !math.IsInf(t.Norm, 0) && t.Slope < 0 &&
		t.Change <= (foreseeBelow+Surely)*t.Slope
}

// SurelyStays tells whether contacts will be kept where vertices have wandered so far [m].
func (p *Plan) SurelyStays(wandered float64) bool { return wandered <= p.Wander*(1-Surely) }

// SurelyGoesOn tells whether another iteration follows a Newton step that extends over move [m] and left the share left
// of the gradient.
func (p *Plan) SurelyGoesOn(move, left float64) bool {
	return move*min(1, left) > p.Tolerance*(1+Surely)
}

// SurelyNoStride tells whether nothing is gained beyond a full Newton step with these slopes before and after it [J].
func SurelyNoStride(before, after float64) bool { return after >= before/2*(1-Surely) }

// SamePreconditioner tells whether a solve that took so many iterations leaves the next one with the same
// preconditioner, and its coarse levels, with which the first solve took fresh.
func (p *Plan) SamePreconditioner(iterations, fresh int) bool {
	return iterations >= p.Least && iterations <= p.Most && (!p.First.Multilevel || !stale(p.First.Turning, iterations, fresh, p.Worn))
}

// NextTolerance is Forcing's for the iteration that follows a Newton step that extends over move [m].
func (p *Plan) NextTolerance(move float64) float64 {
	return min(Loosest, max(p.Floor, p.Tolerance/move/2))
}

// Rounded is the share of a residual as kernels round it, see include/sure.glsl: those that the host and the device
// find are the same.
func Rounded(share float64) float64 {
	return float64(math.Float32frombits((math.Float32bits(float32(share)) + 0x4000) &^ 0x7fff))
}

// Stride is what goes on along a Newton step beyond its full length.
type Stride struct {
	By    float64 // Newton steps
	After float64 // slope at the full step [J]
}

// SurelyPays is how much the potential changes at most, along a stride that is accepted [J].
func (s *Stride) SurelyPays() float64 { return promised(s.By, s.After) * (1 + Surely) }
