package step

import "math"

// kind is a preconditioner. Each goes further than the one before, and costs more.
type kind int

const (
	byBlocks kind = iota // block Jacobi
	shifting             // coarse levels that only shift
	turning              // coarse levels that turn as well
	kinds
)

// What a preconditioner costs on the reference, in products with the matrix: an iteration with it, and its set-up. They are of cloth of 10,000 vertices, where
// they count, and no LevelCosts: these are the rule's of machines that do not weigh solves, for which 2 and 20 are near enough (2.5·23/(1 − 1.7/4) is a hundred, too).
var (
	perIteration = [kinds]float64{1, 1.7, 2.5}
	perSetup     = [kinds]float64{0, 23, 200}
)

// outworn is how much coarse levels may have cost beyond what they cost when they were new, in all [products]. They wear out at a constant rate where cloth moves steadily, and to
// make them anew when that has cost as much as a set-up would be best, if digits were all alike; less is better (a hanging sheet of 101 × 101 vertices takes 7,050 products in 32 frames
// by what set-ups cost, 6,660 by 14, 6,520 by these, 6,670 by 7).
var outworn = [kinds]float64{0, 10, 100}

// harder is the power of the digits that a solve finds by which its iterations grow: what is stiff comes first (a hanging sheet's solves of 1.1 and 2.7 digits with
// the same levels take 8 and 41 iterations).
const harder = 1.75

// What an eager machine goes by, beyond what it has measured: from how many iterations coarse levels are tried, below how many a solve with them was easy, after how many solves by block Jacobi what they took is forgotten, and
// how many solves in a row have to show that the kind before was better.
const (
	eagerFrom  = 40
	easyBelow  = 25 // iterations, with levels that only shift
	forgotten  = 30
	vainSolves = 4
)

// eager chooses the preconditioner on a machine whose coarse levels are cheap, by what solves cost: those with a kind tell what another solve with it would take. It knows no more
// of a kind than the last solve with it, which may be long ago.
type eager struct {
	on    bool // see Driver.Eager
	bare  bool // see Driver.Bare
	turns bool // see Driver.Turns

	begun  bool
	kind   kind           // for the next system
	made   bool           // its coarse levels are there
	old    bool           // since an earlier step
	keep   bool           // the system under way takes them
	effort [kinds]float64 // of the last solve with each kind: iterations for a digit; 0: unknown
	fresh  float64        // the same of the first solve with the levels that are there
	worn   float64        // what they have cost beyond that since [products]
	since  int            // solves without coarse levels in a row
	vain   int            // solves in a row that the kind before would have done for less
	easy   int            // solves in a row, up to the last, that took few iterations
}

// begin begins a step. Where nothing but cloth is there, coarse levels last for several; contact changes them, and kept from step to step they cost a dressed character twice as many
// iterations. Then they are also there from the start: the first solve by block Jacobi may take hundreds of iterations.
func (e *eager) begin() {
	if !e.begun && e.bare {
		e.kind = shifting
	}
	e.begun, e.old = true, true
	if e.kind == shifting && !e.bare {
		e.made = false
	}
}

// next decides for the next system.
func (e *eager) next(p *Precond) {
	e.keep = e.made && e.kind != byBlocks
	p.Multilevel, p.Turning, p.Keep = e.kind != byBlocks, e.kind == turning, e.keep
}

// done notes how many iterations the solve took, and what share of the residual they left. One that brought no digit tells nothing.
func (e *eager) done(iterations int, left float64) {
	digits := math.Pow(min(-math.Log10(left), mostDigits), harder)
	if iterations == 0 || !(digits > 0) {
		return
	}
	n, k := float64(iterations), e.kind
	e.effort[k] = n / digits
	if e.since++; k != byBlocks {
		e.since = 0
	} else if e.since > forgotten {
		e.effort[shifting] = 0
	}
	cost := n * perIteration[k]
	switch {
	case k == byBlocks:
	case e.keep:
		e.worn = max(0, e.worn+(n-e.fresh*digits)*perIteration[k])
	default:
		cost += perSetup[k]
		e.made, e.old, e.fresh, e.worn = true, false, e.effort[k], 0
	}
	stale := e.worn > outworn[k]
	if to := e.better(iterations, digits, cost, stale); to != k {
		e.kind, e.made, e.vain, e.easy = to, false, 0, 0
	} else if stale {
		e.made = false
	}
}

// better is the kind for solves like the last one.
func (e *eager) better(iterations int, digits, cost float64, stale bool) kind {
	k := e.kind
	would := func(k kind) float64 { return e.effort[k] * digits * perIteration[k] }
	promises := func(k kind) bool { return e.effort[k] == 0 || would(k)+perSetup[k] < cost }
	switch {
	case k == byBlocks && iterations > eagerFrom && promises(shifting):
		return shifting
	case k == shifting && e.turns && iterations > turningFrom && promises(turning):
		return turning
	case k == byBlocks:
		return k
	}
	if e.vain++; e.effort[k-1] == 0 || cost < would(k-1) {
		e.vain = 0
	}
	below := easyBelow
	if k == turning {
		below = turningBelow
	}
	if e.easy++; iterations >= below {
		e.easy = 0
	}
	if e.vain >= vainSolves || k == turning && e.old && stale || e.easy >= easySolves && !e.bare {
		return k - 1
	}
	return k
}

// mostDigits is more than a solve in float64 finds.
const mostDigits = 16
