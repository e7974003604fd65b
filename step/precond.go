package step

import "math"

// Precond chooses the preconditioner of each linear system by how hard the systems before it were. There are two rules:
// one for backends whose cheapest preconditioner is block Jacobi, by the number of iterations; and ssorChoice for those
// with SSOR, by the cost per digit. The zero value takes block Jacobi.
type Precond struct {
	Multilevel bool // for the next system: AMG
	RigidModes bool // with a rigid-body-mode coarse space, else a piecewise-constant one
	Reuse      bool // with the coarse levels of an earlier system; piecewise-constant ones are of the same step

	costs              LevelCosts // see Driver.Costs
	rigidModes         bool       // the backend has rigid-body modes, see Driver.RigidModes
	constantIterations int        // iterations of the last solve with piecewise-constant levels
	unprofitable       int        // solves in a row that took more than a third of it with rigid-body modes
	ruledOut           bool       // there were maxUnprofitable of these: rigid-body modes do not pay

	ssor ssorChoice // decides where it is on

	last  int // iterations of the last solve
	fresh int // of the first solve with the coarse levels that are there; 0: there are none
	easy  int // solves in a row, up to the last, that took few iterations
}

// easySolves is how many solves in a row have to be easy, see LevelCosts.below, to bring block Jacobi back. One alone
// says little: in a sheet that is stretched and released, solves of 2 iterations come before others of 90, which take
// block Jacobi 300. But a dressed character, where contact makes the diagonal blocks stiff, takes 840 iterations per
// step with levels and 370 without, and must not be left with them for one hard solve, of more than LevelCosts.from:
// with 100 and 15 it takes 650, with 100 and 25, those of AssumedCosts, 390 (8 464 triangles; the stretched sheet 126
// and 151, of 183 before).
const easySolves = 2 // measured: docs/step-constants.md

// Rigid-body modes pay from rigidAMGFrom iterations of piecewise-constant levels on, without SSOR: they take a third to
// a tenth of the iterations, of twice the cost, and their set-up costs a hundred. They are kept from step to step until
// a solve takes more than twice as many iterations as the first with them, and left after easySolves of less than
// rigidAMGBelow, there and with SSOR.
const (
	rigidAMGFrom  = 150 // measured: docs/step-constants.md
	rigidAMGBelow = 8   // measured: docs/step-constants.md
)

// maxUnprofitable is how many solves in a row have to show that the dearer preconditioner does not pay.
const maxUnprofitable = 4 // measured: docs/step-constants.md

// configure sets what is known of the backend, see Driver.
func (p *Precond) configure(costs LevelCosts, rigidModes, ssor, noObstacles bool) {
	p.costs, p.rigidModes = costs, rigidModes
	p.ssor.on, p.ssor.noObstacles, p.ssor.rigidModes = ssor, noObstacles, rigidModes
}

// Begin begins a step. Piecewise-constant levels are cheap to make, and kept from step to step cost a dressed character
// twice as many iterations.
func (p *Precond) Begin() {
	if !p.RigidModes {
		p.fresh = 0
	}
}

// Next decides for the next system.
func (p *Precond) Next() {
	if s := &p.ssor; s.on {
		s.reuse = s.built && s.next == rigidModes
		p.Multilevel, p.RigidModes, p.Reuse = s.next == rigidModes, s.next == rigidModes, s.reuse
		return
	}
	switch {
	case !p.Multilevel && p.last > p.costs.from():
		p.Multilevel, p.fresh, p.easy = true, 0, 0
	case p.RigidModes && (p.ruledOut || p.easy >= easySolves):
		p.RigidModes, p.fresh, p.easy = false, 0, 0
	case p.RigidModes:
	case p.Multilevel && p.rigidModes && !p.ruledOut && p.last > rigidAMGFrom:
		p.RigidModes, p.fresh, p.easy, p.constantIterations = true, 0, 0, p.last
	case p.Multilevel && p.easy >= easySolves:
		p.Multilevel = false
	}
	p.Reuse = p.Multilevel && p.fresh > 0 && !stale(p.RigidModes, p.last, p.fresh, p.costs.stale())
}

// system says how the next system is solved, where a certificate lets it leave most unsolved [m]; 0: there is none.
func (p *Precond) system(f *Forcing, tolerance, floor, most float64) Linear {
	l := f.Linear(tolerance, floor)
	l.Multilevel, l.RigidModes, l.Reuse = p.Multilevel, p.RigidModes, p.Reuse
	if most > 0 && (l.MaxResidual == 0 || most < l.MaxResidual) {
		l.MaxResidual = most
	}
	if p.ssor.on {
		l = l.further(floor)
	}
	return l
}

// Done notes how many iterations the solve took, and what share of the residual it left, which matters with SSOR.
func (p *Precond) Done(iterations int, left float64) {
	if p.ssor.on {
		p.ssor.done(iterations, left)
		return
	}
	p.last = iterations
	if !p.Multilevel {
		return
	}
	below := p.costs.below()
	if p.RigidModes {
		below = rigidAMGBelow
		if p.unprofitable++; 3*iterations <= p.constantIterations {
			p.unprofitable = 0
		}
		p.ruledOut = p.ruledOut || p.unprofitable >= maxUnprofitable
	}
	if p.easy++; iterations >= below {
		p.easy = 0
	}
	if !p.Reuse {
		p.fresh = max(iterations, 1)
	}
}

// stays is how many iterations at least and at most each of a number of solves may take, so that the same
// preconditioner follows for certain. It holds without SSOR.
func (p *Precond) stays(solves int) (least, most int) {
	switch {
	case !p.Multilevel:
		return 0, p.costs.from()
	case p.RigidModes && p.unprofitable+solves < maxUnprofitable:
		return rigidAMGBelow, math.MaxInt32
	case p.RigidModes:
		return rigidAMGBelow, p.constantIterations / 3
	case p.rigidModes && !p.ruledOut:
		return p.costs.below(), rigidAMGFrom
	}
	return p.costs.below(), math.MaxInt32
}

// stale reports whether a solve took so many more iterations than the first one with the same coarse levels that new
// ones would save about what they cost. Piecewise-constant ones may take most beyond a third more, see
// LevelCosts.stale; rigid-body modes, whose set-up costs a hundred iterations by block Jacobi, as many again and 20.
func stale(turning bool, iterations, fresh, most int) bool {
	if turning {
		return iterations > 2*fresh+20
	}
	return iterations > fresh+fresh/3+most
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

// stale is how many iterations beyond a third more than the first solve's levels may take before they are made anew:
// those that cost half a set-up, as it is best where that was tried (a hanging sheet of 101 × 101 vertices takes 7,050
// products in 32 frames by what a set-up costs, 6,660 by .6 of it, 6,520 by .43, 6,670 by .3).
func (c LevelCosts) stale() int {
	c = c.orAssumed()
	return int(max(1, math.Round(c.Setup/2/c.Iteration)))
}

// ssorChoice chooses between SSOR and AMG with rigid-body modes, by what solves cost. Iterations for a digit of the
// last solve with each of them, which may be long ago, predict what another solve would cost.
type ssorChoice struct {
	on          bool // see Driver.SSOR
	noObstacles bool // see Driver.NoObstacles
	rigidModes  bool // see Driver.RigidModes

	next      preconditioner           // for the next system
	built     bool                     // its coarse levels are there
	reuse     bool                     // the system under way takes them
	effort    [preconditioners]float64 // of the last solve with each kind: iterations for a digit; 0: unknown
	freshCost float64                  // the same of the first solve with the levels that are there
	// extra cost of the levels that are there since they were built, see maxStaleCost
	staleCost    float64
	since        int // solves without coarse levels in a row
	unprofitable int // solves in a row for which SSOR would have cost less
	easy         int // solves in a row, up to the last, that took few iterations
}

// preconditioner is a preconditioner of ssorChoice.
type preconditioner int

const (
	ssor       preconditioner = iota
	rigidModes                // AMG with rigid-body modes
	preconditioners
)

// What a preconditioner costs on the reference, in iterations by SSOR: an iteration with it, and its set-up. They are
// of cloth of 10,000 to 40,000 vertices, where they count. Piecewise-constant levels are nothing between the two: they
// cost 1.8 to 3.5 and 25 there, and take two fifths of the iterations.
var (
	perIteration = [preconditioners]float64{1, 3.5}
	perSetup     = [preconditioners]float64{0, 200}
)

// maxStaleCost is the extra cost accepted from a lagged preconditioner before it is made anew [iterations by SSOR].
// Where cloth moves steadily, iterations grow at a constant rate: then levels are best made anew when they have cost as
// much extra as a set-up, if all solves find the same digits. They do not, and less is better.
const maxStaleCost = 100 // measured: docs/step-constants.md

// digitsPower is the power of the digits that a solve finds by which its iterations grow: what is stiff comes first (a
// hanging sheet's solves of 1.1 and 2.7 digits with the same levels take 8 and 41 iterations).
const digitsPower = 1.75 // derived: ln(41/8)/ln(2.7/1.1) is 1.8

// What ssorChoice goes by beyond what it has measured.
const (
	// iterations by SSOR from which on rigid-body modes are tried; measured: docs/step-constants.md
	modesFrom = 200
	// solves without them after which their effort is forgotten; measured: docs/step-constants.md
	effortLifetime = 30
	modesLast      = 4  // solves that pay for a set-up; measured: docs/step-constants.md
	mostDigits     = 16 // more than a solve in float64 finds; derived: 2⁻⁵³ is 15.95 digits
)

// done notes how many iterations the solve took, and what share of the residual it left. One that brought no digit
// tells nothing, but where SSOR took many iterations for it.
func (s *ssorChoice) done(iterations int, left float64) {
	digits := math.Pow(min(-math.Log10(left), mostDigits), digitsPower)
	if iterations == 0 || !(digits > 0) {
		if s.next == ssor && s.rigidModes && iterations > modesFrom {
			s.change(rigidModes)
		}
		return
	}
	n, k := float64(iterations), s.next
	s.effort[k] = n / digits
	if s.since++; k == rigidModes {
		s.since = 0
	} else if s.since > effortLifetime {
		s.effort[rigidModes] = 0
	}
	cost := n * perIteration[k]
	switch {
	case k == ssor:
	case s.reuse:
		s.staleCost = max(0, s.staleCost+(n-s.freshCost*digits)*perIteration[k])
	default:
		cost += perSetup[k]
		s.built, s.freshCost, s.staleCost = true, s.effort[k], 0
	}
	stale := s.staleCost > maxStaleCost
	if to := s.better(iterations, digits, cost); to != k {
		s.change(to)
	} else if stale {
		s.built = false
	}
}

// change takes another kind from the next system on.
func (s *ssorChoice) change(to preconditioner) {
	s.next, s.built, s.staleCost, s.unprofitable, s.easy = to, false, 0, 0, 0
}

// better is the kind for solves like the last one. It compares costs of kinds. The extra cost of a lagged
// preconditioner is no such cost: it decides only when levels are made anew.
func (s *ssorChoice) better(iterations int, digits, cost float64) preconditioner {
	would := func(k preconditioner) float64 { return s.effort[k] * digits * perIteration[k] }
	if s.next == ssor {
		if s.rigidModes && iterations > modesFrom && (s.effort[rigidModes] == 0 ||
			would(rigidModes)+perSetup[rigidModes]/modesLast < cost) {
			return rigidModes
		}
		return ssor
	}
	if s.unprofitable++; cost < would(ssor) {
		s.unprofitable = 0
	}
	if s.easy++; iterations >= rigidAMGBelow {
		s.easy = 0
	}
	if s.unprofitable >= maxUnprofitable || s.easy >= easySolves && !s.noObstacles {
		return ssor
	}
	return rigidModes
}
