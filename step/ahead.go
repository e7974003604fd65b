package step

import "math"

// A machine may run ahead of its Driver: do at once what it is told will be asked for if all goes as usual, and look at each
// turn whether it does. What a Driver then asks for is there already. The rules here are stricter than those that the
// Driver goes by, by the share Surely, so that numbers rounded otherwise cannot part the two: where it is not sure, the
// machine stops, and the Driver decides.

// Foreteller is a Machine that may run ahead.
type Foreteller interface {
	Machine
	// Foretell tells what is asked for next, up to the next decision that is not as usual.
	Foretell(Plan)
	// Ahead tells whether it has done what it was not asked for yet.
	Ahead() bool
}

// Plan is what comes next if all goes as usual: for each iteration Search, the full Newton step, Accept, LookUp in the first
// LookUps iterations, Evaluate, and from then on Slope.
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

// ForeseeBelow and Loosest are constants of rules that kernels have, too; see runsIntoWalls and Forcing.
const (
	ForeseeBelow = foreseeBelow
	Loosest      = 0.1
)

// SurelySeen tells whether obstacles and cloth that come towards each other by way at most are seen in time.
func (p *Plan) SurelySeen(way float64) bool { return way <= p.Sight*(1-Surely) }

// SurelyAccepted tells whether the full Newton step will be accepted as it is.
func (t *Tally) SurelyAccepted() bool {
	return t.Solved == Converged && !t.RanOut && t.Norm > 0 && !math.IsInf(t.Norm, 0) && t.Slope < 0 &&
		t.Change <= (foreseeBelow+Surely)*t.Slope
}

// SurelyStays tells whether contacts will be kept where vertices have wandered so far [m].
func (p *Plan) SurelyStays(wandered float64) bool { return wandered <= p.Wander*(1-Surely) }

// SurelyGoesOn tells whether another iteration follows a Newton step that extends over move [m] and left the share left of the gradient.
func (p *Plan) SurelyGoesOn(move, left float64) bool {
	return move*min(1, left) > p.Tolerance*(1+Surely)
}

// SurelyNoStride tells whether nothing is gained beyond a full Newton step with these slopes before and after it [J].
func SurelyNoStride(before, after float64) bool { return after >= before/2*(1-Surely) }

// SamePreconditioner tells whether a solve that took so many iterations leaves the next one with the same preconditioner,
// and its coarse levels, with which the first solve took fresh.
func (p *Plan) SamePreconditioner(iterations, fresh int) bool {
	return iterations >= p.Least && iterations <= p.Most && (!p.First.Multilevel || !stale(p.First.Turning, iterations, fresh, p.Worn))
}

// NextTolerance is Forcing's for the iteration that follows a Newton step that extends over move [m].
func (p *Plan) NextTolerance(move float64) float64 {
	return min(Loosest, max(p.Floor, p.Tolerance/move/2))
}

// Rounded is the share of a residual as kernels round it, see include/sure.glsl: those that the host and the device find
// are the same.
func Rounded(share float64) float64 {
	return float64(math.Float32frombits((math.Float32bits(float32(share)) + 0x4000) &^ 0x7fff))
}

// speculation has the device compute what the Driver will ask for if the step goes on as usual, before it asks: so the
// device does not wait for the host between operations. It changes no decision, and no result.
type speculation struct {
	device  Foreteller // nil: the backend does not run ahead, or each step is one linear system
	usual   [2]int     // iterations of Newton's method in the last two steps
	unusual bool       // of the first iteration of the last step, see newtonRun
	left    float64    // error that the last iteration left, if its system was solved and its step taken in full [m]
}

// begin begins a step.
func (s *speculation) begin(m Machine, set *Settings) {
	if s.device = nil; set.MaxNewton > 1 {
		s.device, _ = m.(Foreteller)
	}
}

// running reports whether the device has done what it was not asked for yet.
func (s *speculation) running() bool { return s.device != nil && s.device.Ahead() }

// iterations issues the iterations from number it on that are likely to go as usual. begins: a sub-step begins.
func (s *speculation) iterations(d *Driver, it int, begins bool) {
	if s.device == nil {
		return
	}
	forcing, most := d.forcing, d.proof.most(d.sub.tolerance)
	if begins {
		forcing.Begin(d.sub.tolerance)
		most = 0
	}
	p := d.plan(it, forcing, most, s.foreseeable(d, it))
	if p.Begins = begins; begins {
		p.Wandered = 0
	}
	s.device.Foretell(p)
}

// foreseeable is how many iterations from number it on almost certainly go as usual: those that are issued for nothing
// cost more than to wait. There is none where the last one did not, or at the start that of the last step. At the start
// they are half of the shorter of the last two steps; then two, where the error is far more than the tolerance.
func (s *speculation) foreseeable(d *Driver, it int) int {
	n := 1
	switch {
	case it == 0 && s.unusual || it > 0 && d.run.unusual:
		return 0
	case it == 0:
		n = max(n, min(s.usual[0], s.usual[1])/2)
	case s.left > farOff*d.sub.tolerance:
		n = 2
	}
	if it > 0 && d.proof.unsolved > 0 { // what may be unsolved hangs on each step of a proof
		n = 1
	}
	if d.Held {
		n = 1
	}
	return min(n, d.Settings.MaxNewton-it)
}

// farOff times the tolerance is an error that one iteration is not likely to leave nothing of.
const farOff = 30 // guess

// Stride is what goes on along a Newton step beyond its full length.
type Stride struct {
	By    float64 // Newton steps
	After float64 // slope at the full step [J]
}

// SurelyPays is how much the potential changes at most, along a stride that is accepted [J].
func (s *Stride) SurelyPays() float64 { return promised(s.By, s.After) * (1 + Surely) }

// onward issues, unless something is issued already, what follows the full Newton step t of iteration it: a step
// extrapolation beyond it unless that is nil and, if the step almost certainly goes on, the next iteration.
func (s *speculation) onward(d *Driver, it int, t *Tally, looks bool, beyond *Stride) {
	if s.device == nil || d.Held || d.user.hurries || s.device.Ahead() {
		return
	}
	forcing := d.forcing
	forcing.Done(it, t.Extent(), 0)
	p := d.plan(it+1, forcing, d.proof.most(d.sub.tolerance), 1)
	p.Goes, p.Looks, p.Before, p.Beyond = true, looks, *t, beyond
	switch {
	case looks:
		p.Wandered = 0
	case beyond != nil:
		p.Before.Move *= 1 + beyond.By
		p.Before.Mean *= 1 + beyond.By
		p.Wandered += beyond.By * t.Move
	}
	s.device.Foretell(p)
}

// end issues the checks after Newton's method, unless something is issued already. Contacts are detected again first.
func (s *speculation) end(reach float64) {
	if s.device != nil && !s.device.Ahead() {
		s.device.Foretell(Plan{Ends: true, Reach: reach})
	}
}

// plan is that of so many iterations from it on, of which no more is known than how the first system is to be solved.
func (d *Driver) plan(it int, forcing Forcing, most float64, iterations int) Plan {
	precond := d.precond
	precond.Next()
	p := Plan{
		Iteration: it, Iterations: iterations, Tolerance: d.sub.tolerance, Floor: d.Floor, First: d.linear(&forcing, &precond, most),
		Wandered: d.run.wandered, Wander: d.Settings.Wander(), Sight: Reach * d.Settings.Thickness,
	}
	p.Least, p.Most = precond.stays(iterations)
	p.Worn = precond.costs.worn()
	if precond.Keep {
		p.Fresh = precond.fresh
	}
	return p
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
