package step

import "math"

// Precond chooses the preconditioner of each linear system by the cost of the solves before it: iterations per digit,
// times the cost of an iteration, and the set-up of coarse levels. Preconditioners are in order of the cost of an
// iteration. The next one is taken after a hard solve unless it is known to cost more; the previous one after solves
// that were easy, or that would have been cheaper with it. The zero value takes block Jacobi.
type Precond struct {
	costs [preconditioners]precondCost // of the backend; the first one where none were set
	ssor  bool                         // the first one is SSOR

	now   preconditioner // of the next system
	reuse bool           // the present system takes coarse levels of an earlier one
	built bool           // coarse levels exist

	effort    [preconditioners]float64 // of the last solve with each: iterations per digit; 0: unknown
	fresh     float64                  // of the first solve with the existing levels
	staleCost float64                  // additional cost of later solves with them
	since     int                      // solves in a row with the first preconditioner
	// consecutive solves, up to the last, that would have been cheaper with the previous preconditioner, and that were
	// easy
	unprofitable, easy int
}

// preconditioner is one of those a Precond chooses from. The first is block Jacobi, or SSOR on a backend that has it.
type preconditioner int

const (
	first         preconditioner = iota
	constantModes                // AMG with a piecewise-constant coarse space
	rigidModes                   // AMG with a rigid-body-mode coarse space
	preconditioners
)

// precondCost is the cost of a preconditioner on a backend, in iterations with the first one, and the conditions for
// it.
type precondCost struct {
	iteration float64 // of an iteration with it; 0: not supported by the backend
	setup     float64 // of computing its coarse levels
	from      int     // iterations with the previous one above which a solve is hard
	easy      int     // iterations with it below which a solve is easy
	eachStep  bool    // its levels are for one step
}

// Cost of AMG with rigid-body modes. Without SSOR it takes a third to a tenth of the iterations with piecewise-constant
// levels, at twice the cost of each. With SSOR the values are for cloth of 10,000 to 40,000 vertices, where they
// matter. Piecewise-constant levels are no use between SSOR and these: they cost 1.8 to 3.5 and 25 there, and take two
// fifths of the iterations.
var (
	besideConstant = precondCost{iteration: 2, setup: 100, from: rigidAMGFrom, easy: rigidAMGBelow}
	besideSSOR     = precondCost{iteration: 3.5, setup: 200, from: modesFrom, easy: rigidAMGBelow}
)

const (
	rigidAMGFrom  = 150 // measured: docs/step-constants.md
	modesFrom     = 200 // measured: docs/step-constants.md
	rigidAMGBelow = 8   // measured: docs/step-constants.md
)

// easySolves is the number of consecutive easy solves after which the previous preconditioner returns. One is not
// enough: in a sheet that is stretched and released, solves of 2 iterations come before others of 90, which take block
// Jacobi 300. But a dressed character, where contact makes the diagonal blocks stiff, takes 840 iterations per step
// with levels and 370 without, and must not keep them for one hard solve, of more than LevelCosts.from: with 100 and 15
// it takes 650, with 100 and 25, those of AssumedCosts, 390 (8 464 triangles; the stretched sheet 126 and 151, of 183
// before).
const easySolves = 2 // measured: docs/step-constants.md

const (
	// consecutive solves that show that a preconditioner does not pay; measured: docs/step-constants.md
	maxUnprofitable = 4
	// solves with the first one after which the effort of others is dropped; measured: docs/step-constants.md
	effortLifetime = 30
	modesLast      = 4  // solves that pay for a set-up; measured: docs/step-constants.md
	mostDigits     = 16 // derived: 2⁻⁵³ is 15.95 digits, the most that a solve in float64 finds
)

// digitsPower is the exponent with which iterations grow with the digits of a solve: stiff modes converge first (a
// hanging sheet's solves of 1.1 and 2.7 digits with the same levels take 8 and 41 iterations).
const digitsPower = 1.75 // derived: ln(41/8)/ln(2.7/1.1) is 1.8

// work returns the digits of a solve that left that share of its residual, to the power digitsPower; 0: none.
func work(left float64) float64 {
	digits := min(-math.Log10(left), mostDigits)
	if !(digits > 0) {
		return 0
	}
	return math.Pow(digits, digitsPower)
}

// configure sets the properties of the backend, see Driver.
func (p *Precond) configure(levels LevelCosts, rigid, ssor, noObstacles bool) {
	p.ssor, p.costs = ssor, [preconditioners]precondCost{first: {iteration: 1}}
	c := &p.costs[rigidModes]
	switch levels = levels.orAssumed(); {
	case !ssor:
		p.costs[constantModes] = precondCost{levels.Iteration, levels.Setup, levels.from(), levels.below(), true}
		if *c = besideConstant; rigid {
			c.iteration *= levels.Iteration
		}
	default:
		if *c = besideSSOR; noObstacles {
			c.easy = 0
		}
	}
	if !rigid {
		*c = precondCost{}
	}
}

// Begin begins a step. Piecewise-constant levels are cheap to compute; kept from step to step they take a dressed
// character twice as many iterations.
func (p *Precond) Begin() { p.built = p.built && !p.costs[p.now].eachStep }

// Next begins the next system.
func (p *Precond) Next() { p.reuse = p.built }

// system returns the solver settings of the next system. most is the largest residual of a certificate [m]; 0: none.
func (p *Precond) system(f *Forcing, tolerance, floor, most float64) Linear {
	l := f.Linear(tolerance, floor)
	l.Multilevel, l.RigidModes, l.Reuse = p.now != first, p.now == rigidModes, p.reuse
	if most > 0 && (l.MaxResidual == 0 || most < l.MaxResidual) {
		l.MaxResidual = most
	}
	if p.ssor {
		l = l.further(floor)
	}
	return l
}

// Done records the iterations of a solve and the share of the residual that it left. A solve without a digit counts
// only as hard. Levels are computed anew when their additional cost since then equals a set-up: this is optimal where
// iterations grow at a constant rate.
func (p *Precond) Done(iterations int, left float64) {
	k, c := p.now, &p.costs[p.now]
	w, n := work(left), float64(iterations)
	next, before := p.next(), p.before()
	hard := next != k && iterations > p.costs[next].from
	if iterations == 0 || w == 0 {
		if hard {
			p.change(next)
		}
		return
	}
	p.effort[k] = n / w
	if p.since++; k != first {
		p.since = 0
	} else if p.since > effortLifetime {
		clear(p.effort[first+1:])
	}
	cost := n * c.iteration
	switch {
	case k == first:
	case p.reuse:
		p.staleCost = max(0, p.staleCost+(n-p.fresh*w)*c.iteration)
	default:
		cost += c.setup
		p.built, p.fresh, p.staleCost = true, p.effort[k], 0
	}
	if p.unprofitable++; k == first || cost < p.effort[before]*w*p.costs[before].iteration {
		p.unprofitable = 0
	}
	if p.easy++; iterations >= c.easy {
		p.easy = 0
	}
	switch {
	case p.unprofitable >= maxUnprofitable || p.easy >= easySolves:
		p.change(before)
	case hard && (p.effort[next] == 0 ||
		p.effort[next]*w*p.costs[next].iteration+p.costs[next].setup/modesLast < cost):
		p.change(next)
	case p.staleCost > c.setup:
		p.built = false
	}
}

// change selects another preconditioner from the next system on.
func (p *Precond) change(to preconditioner) {
	p.now, p.built, p.staleCost, p.unprofitable, p.easy = to, false, 0, 0, 0
}

// next returns the next preconditioner of the backend; the present one if it is the last.
func (p *Precond) next() preconditioner {
	for k := p.now + 1; k < preconditioners; k++ {
		if p.costs[k].iteration > 0 {
			return k
		}
	}
	return p.now
}

// before returns the previous one; the first if there is none.
func (p *Precond) before() preconditioner {
	for k := p.now - 1; k > first; k-- {
		if p.costs[k].iteration > 0 {
			return k
		}
	}
	return first
}

// Kept is the conditions on each of a number of solves under which the same preconditioner, with the same coarse
// levels, surely follows.
type Kept struct {
	Least, Most int     // iterations
	Effort      float64 // most iterations per digit
	Spare       float64 // iterations above those of the first solve with its levels for the same number of digits
}

// kept returns the conditions for a number of solves.
func (p *Precond) kept(solves int) Kept {
	c, before := &p.costs[p.now], p.before()
	spare := c.setup
	if p.reuse {
		spare -= p.staleCost
	}
	k := Kept{Least: c.easy, Most: math.MaxInt32, Effort: math.MaxFloat32, Spare: spare / (float64(solves) * c.iteration)}
	if next := p.next(); next != p.now {
		k.Most = p.costs[next].from
	}
	if p.now != first && p.unprofitable+solves >= maxUnprofitable {
		if k.Effort = p.effort[before] * p.costs[before].iteration / c.iteration; !p.reuse {
			k.Most = 0 // the set-up counts too
		}
	}
	return k
}

// LevelCosts is the cost of piecewise-constant coarse levels on a backend, in iterations with block Jacobi. The zero
// value is AssumedCosts.
type LevelCosts struct {
	Iteration float64 `json:"iteration"` // of an iteration with them
	Setup     float64 `json:"setup"`     // of computing them for another system
}

// AssumedCosts are roughly those of the reference beside block Jacobi (1.7 and 23 for cloth of 10,000 vertices), and
// those of devices without a measurement.
var AssumedCosts = LevelCosts{Iteration: 2, Setup: 20}

// Rounding of costs, and their bounds: two measurements are to agree, and a wrong one is to do no harm.
const (
	iterationSteps = 1. / 4 // guess
	setupSteps     = 5.     // guess
	// Derived: an iteration with levels has one of block Jacobi in it; fewer less 1/2.
	leastPerIteration, mostPer = 1, 3.5
	mostSetup                  = 60 // guess
)

// Rounded returns measured costs, rounded and bounded; false if they are not finite and positive.
func (c LevelCosts) Rounded() (LevelCosts, bool) {
	for _, v := range []float64{c.Iteration, c.Setup} {
		if !(v > 0) || math.IsInf(v, 0) {
			return LevelCosts{}, false
		}
	}
	return LevelCosts{
		Iteration: min(max(leastPerIteration, math.Round(c.Iteration/iterationSteps)*iterationSteps), mostPer),
		Setup:     min(max(setupSteps, math.Round(c.Setup/setupSteps)*setupSteps), mostSetup),
	}, true
}

// orAssumed returns c, or AssumedCosts for the zero value.
func (c LevelCosts) orAssumed() LevelCosts {
	if c == (LevelCosts{}) {
		return AssumedCosts
	}
	return c
}

// fewer is the assumed ratio of iterations without and with coarse levels: 2 to 6.
const fewer = 4 // measured: docs/step-constants.md

// from returns the number of iterations with block Jacobi above which levels are used. They save n·(1 −
// Iteration/fewer) of n iterations, which pays for a set-up in one solve if that is Setup. The threshold is two and a
// half times as large, since the next solve may be easier. It is bounded so that below stays under rigidAMGFrom.
func (c LevelCosts) from() int {
	c = c.orAssumed()
	return int(min(math.Round(2.5*c.Setup/(1-c.Iteration/fewer)), fewer*rigidAMGFrom-1))
}

// below returns the number of iterations with levels below which a solve was easy: block Jacobi would have taken fewer
// than from.
func (c LevelCosts) below() int { return c.from() / fewer }
