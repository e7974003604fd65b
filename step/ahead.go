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

// foreseeable is how many iterations go as usual from number it on, almost for certain: what is issued in vain costs more than
// to look. None where the one before did not, or at the start that of the step before. At the start they are half as many as
// the shorter of the last two steps took; then two, where what was left of the error is far more than the tolerance.
func (d *Driver) foreseeable(it int) int {
	n := 1
	switch {
	case d.odd[btoi(it > 0)]:
		return 0
	case it == 0:
		n = max(n, min(d.usual[0], d.usual[1])/2)
	case d.left > farOff*d.tolerance:
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

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// farOff times the tolerance is an error that one iteration is not likely to leave nothing of.
const farOff = 30

// foretell tells a machine that runs ahead what comes next.
func (d *Driver) foretell(it int, begins bool) {
	m, ok := d.Machine.(Foreteller)
	if !ok || d.Settings.MaxNewton == 1 {
		return
	}
	forcing, most := d.forcing, d.proof.most(d.tolerance)
	if begins {
		forcing.Begin(d.tolerance)
		most = 0
	}
	p := d.plan(it, forcing, most, d.foreseeable(it))
	if p.Begins = begins; begins {
		p.Wandered = 0
	}
	m.Foretell(p)
}

// Stride is what goes on along a Newton step beyond its full length.
type Stride struct {
	By    float64 // Newton steps
	After float64 // slope at the full step [J]
}

// SurelyPays is how much the potential changes at most, along a stride that is accepted [J].
func (s *Stride) SurelyPays() float64 { return promised(s.By, s.After) * (1 + Surely) }

// foretellOn tells a machine that runs ahead, where it has not, what comes after the full Newton step t of iteration it, and where beyond is not nil a stride beyond
// that: if the step goes on almost for certain, the next iteration.
func (d *Driver) foretellOn(it int, t *Tally, looks bool, beyond *Stride) {
	m, ok := d.Machine.(Foreteller)
	if !ok || d.Settings.MaxNewton == 1 || d.Held || d.hurries || m.Ahead() {
		return
	}
	forcing := d.forcing
	forcing.Done(it, t.Extent(), 0)
	p := d.plan(it+1, forcing, d.proof.most(d.tolerance), 1)
	p.Goes, p.Looks, p.Before, p.Beyond = true, looks, *t, beyond
	switch {
	case looks:
		p.Wandered = 0
	case beyond != nil:
		p.Before.Move *= 1 + beyond.By
		p.Before.Mean *= 1 + beyond.By
		p.Wandered += beyond.By * t.Move
	}
	m.Foretell(p)
}

// foretellEnd tells a machine that runs ahead what comes where Newton's method has come to rest, and contacts are looked up again.
func (d *Driver) foretellEnd(reach float64) {
	if m, ok := d.Machine.(Foreteller); ok && !m.Ahead() {
		m.Foretell(Plan{Ends: true, Reach: reach})
	}
}

// plan is that of so many iterations from it on, of which no more is known than how the first system is to be solved.
func (d *Driver) plan(it int, forcing Forcing, most float64, iterations int) Plan {
	precond := d.precond
	precond.Next()
	p := Plan{
		Iteration: it, Iterations: iterations, Tolerance: d.tolerance, Floor: d.Floor, First: d.linear(&forcing, &precond, most),
		Wandered: d.wandered, Wander: d.Settings.Wander(), Sight: Reach * d.Settings.Thickness,
	}
	p.Least, p.Most = precond.stays(iterations)
	p.Worn = precond.costs.worn()
	if precond.Keep {
		p.Fresh = precond.fresh
	}
	return p
}
