package step

import "math"

// Precond chooses the preconditioner of each linear system by what the solves before it cost: iterations for the digits
// that they found, times what an iteration costs, and the set-up of coarse levels. Preconditioners are in order of what
// an iteration costs. The next one is taken after a hard solve unless it is known to cost more; the one before after
// solves that were easy, or that it would have made for less. The zero value takes block Jacobi.
type Precond struct {
	costs [preconditioners]precondCost // of the backend; the first one where none were set
	ssor  bool                         // the first one is SSOR

	now   preconditioner // of the next system
	reuse bool           // the system under way takes coarse levels of an earlier one
	built bool           // coarse levels are there

	effort    [preconditioners]float64 // of the last solve with each: iterations for a digit; 0: unknown
	fresh     float64                  // of the first solve with the levels that are there
	staleCost float64                  // what later solves with them cost more
	since     int                      // solves in a row with the first preconditioner
	// solves in a row, up to the last, that the one before would have made for less, and that were easy
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

// precondCost is what a preconditioner costs on a backend, in iterations with the first one, and when it is taken.
type precondCost struct {
	iteration float64 // of an iteration with it; 0: the backend does not have it
	setup     float64 // of making its coarse levels for another system
	from      int     // iterations with the one before from which on a solve is hard
	easy      int     // iterations with it below which a solve is easy
	eachStep  bool    // its levels are for one step
}

// What AMG with rigid-body modes costs without SSOR, where it takes a third to a tenth of the iterations with
// piecewise-constant levels, which are of twice the cost; and with SSOR, in cloth of 10,000 to 40,000 vertices, where
// it counts. Piecewise-constant levels are nothing between SSOR and these: they cost 1.8 to 3.5 and 25 there, and take
// two fifths of the iterations.
var (
	besideConstant = precondCost{iteration: 2, setup: 100, from: rigidAMGFrom, easy: rigidAMGBelow}
	besideSSOR     = precondCost{iteration: 3.5, setup: 200, from: modesFrom, easy: rigidAMGBelow}
)

const (
	rigidAMGFrom  = 150 // measured: docs/step-constants.md
	modesFrom     = 200 // measured: docs/step-constants.md
	rigidAMGBelow = 8   // measured: docs/step-constants.md
)

// easySolves is how many solves in a row have to be easy to bring the one before back. One alone says little: in a
// sheet that is stretched and released, solves of 2 iterations come before others of 90, which take block Jacobi 300.
// But a dressed character, where contact makes the diagonal blocks stiff, takes 840 iterations per step with levels and
// 370 without, and must not be left with them for one hard solve, of more than LevelCosts.from: with 100 and 15 it
// takes 650, with 100 and 25, those of AssumedCosts, 390 (8 464 triangles; the stretched sheet 126 and 151, of 183
// before).
const easySolves = 2 // measured: docs/step-constants.md

const (
	// solves in a row that show that the dearer preconditioner does not pay; measured: docs/step-constants.md
	maxUnprofitable = 4
	// solves with the first one after which the effort of others is forgotten; measured: docs/step-constants.md
	effortLifetime = 30
	modesLast      = 4  // solves that pay for a set-up; measured: docs/step-constants.md
	mostDigits     = 16 // more than a solve in float64 finds; derived: 2⁻⁵³ is 15.95 digits
)

// digitsPower is the power of the digits that a solve finds by which its iterations grow: what is stiff comes first (a
// hanging sheet's solves of 1.1 and 2.7 digits with the same levels take 8 and 41 iterations).
const digitsPower = 1.75 // derived: ln(41/8)/ln(2.7/1.1) is 1.8

// work is the digits that a solve found, which left that share of its residual, to the power digitsPower; 0: none.
func work(left float64) float64 {
	digits := min(-math.Log10(left), mostDigits)
	if !(digits > 0) {
		return 0
	}
	return math.Pow(digits, digitsPower)
}

// configure sets what is known of the backend, see Driver.
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

// Begin begins a step. Piecewise-constant levels are cheap to make, and kept from step to step cost a dressed character
// twice as many iterations.
func (p *Precond) Begin() { p.built = p.built && !p.costs[p.now].eachStep }

// Next begins the next system.
func (p *Precond) Next() { p.reuse = p.built }

// system says how the next system is solved, where a certificate lets it leave most unsolved [m]; 0: there is none.
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

// Done notes how many iterations the solve took, and what share of the residual it left. One that brought no digit
// tells nothing, but that it was hard. Levels are made anew when they have cost as much more since they were made as a
// set-up: where iterations grow at a constant rate, nothing costs less.
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

// change takes another preconditioner from the next system on.
func (p *Precond) change(to preconditioner) {
	p.now, p.built, p.staleCost, p.unprofitable, p.easy = to, false, 0, 0, 0
}

// next is the preconditioner of the backend that comes after the present one; the same where there is none.
func (p *Precond) next() preconditioner {
	for k := p.now + 1; k < preconditioners; k++ {
		if p.costs[k].iteration > 0 {
			return k
		}
	}
	return p.now
}

// before is the one that comes before the present one; the first where it is the first.
func (p *Precond) before() preconditioner {
	for k := p.now - 1; k > first; k-- {
		if p.costs[k].iteration > 0 {
			return k
		}
	}
	return first
}

// Kept says what each of a number of solves has to be like, so that the same preconditioner follows for certain, with
// the same coarse levels.
type Kept struct {
	Least, Most int     // iterations
	Effort      float64 // most iterations for a digit
	Spare       float64 // iterations more than the first solve with its levels took for as many digits
}

// kept is that of so many solves.
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

// LevelCosts are what piecewise-constant coarse levels cost on a backend, in iterations by block Jacobi. The zero value
// stands for AssumedCosts.
type LevelCosts struct {
	Iteration float64 `json:"iteration"` // of an iteration with them
	Setup     float64 `json:"setup"`     // of making them for another system
}

// AssumedCosts are those of the reference beside block Jacobi, roughly (1.7 and 23 for cloth of 10,000 vertices), and
// of devices that are not measured.
var AssumedCosts = LevelCosts{Iteration: 2, Setup: 20}

// What costs are rounded to, and their bounds: two measurements are to agree, and one that went wrong is to do no harm.
const (
	iterationSteps = 1. / 4 // guess
	setupSteps     = 5.     // guess
	// Derived: an iteration with levels has one of block Jacobi in it; fewer less 1/2.
	leastPerIteration, mostPer = 1, 3.5
	mostSetup                  = 60 // guess
)

// Rounded is what costs as they were measured are taken for; false where they are no numbers > 0.
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

// orAssumed are the costs that count.
func (c LevelCosts) orAssumed() LevelCosts {
	if c == (LevelCosts{}) {
		return AssumedCosts
	}
	return c
}

// fewer is how many times fewer iterations coarse levels take, as the rule assumes: 2 to 6.
const fewer = 4 // measured: docs/step-constants.md

// from is from how many iterations by block Jacobi on levels are taken. Of n of these they save n·(1 −
// Iteration/fewer), and have paid for a set-up in one solve where that is Setup. Two and a half times as many have to
// be seen, since the next solve may be easier. It is no more than lets below stay under rigidAMGFrom.
func (c LevelCosts) from() int {
	c = c.orAssumed()
	return int(min(math.Round(2.5*c.Setup/(1-c.Iteration/fewer)), fewer*rigidAMGFrom-1))
}

// below is below how many iterations a solve with levels was easy: by block Jacobi it would have taken fewer than from.
func (c LevelCosts) below() int { return c.from() / fewer }
