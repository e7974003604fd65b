package step

import "math"

// kind is a preconditioner of an eager machine. The second goes further than the first, and costs more.
type kind int

const (
	relaxing kind = iota // over-relaxation
	turning              // coarse levels that turn
	kinds
)

// What a preconditioner costs on the reference, in iterations by over-relaxation: an iteration with it, and its set-up. They are of cloth of 10,000 to 40,000 vertices, where
// they count. Coarse levels that only shift are nothing between the two: they cost 1.8 to 3.5 and 25 there, and take two fifths of the iterations.
var (
	perIteration = [kinds]float64{1, 3.5}
	perSetup     = [kinds]float64{0, 200}
)

// outworn is how much coarse levels may have cost beyond what they cost when they were new, in all [iterations by over-relaxation]. They wear out at a constant rate where cloth moves steadily, and to
// make them anew when that has cost as much as a set-up would be best, if digits were all alike; less is better.
const outworn = 100

// harder is the power of the digits that a solve finds by which its iterations grow: what is stiff comes first (a hanging sheet's solves of 1.1 and 2.7 digits with
// the same levels take 8 and 41 iterations).
const harder = 1.75 // derived: ln(41/8)/ln(2.7/1.1) is 1.8

// What an eager machine goes by, beyond what it has measured: from how many iterations coarse levels are tried, after how many solves without what they took is forgotten, and
// how many solves in a row have to show that over-relaxation was better, and for how many solves levels last when they are worth it.
const (
	eagerFrom  = 200
	forgotten  = 30
	vainSolves = 4
	lasts      = 4
)

// eager chooses the preconditioner on a machine that has over-relaxation, by what solves cost: those with a kind tell what another solve with it would take. It knows no more
// of a kind than the last solve with it, which may be long ago.
type eager struct {
	on    bool // see Driver.Eager
	bare  bool // see Driver.Bare
	turns bool // see Driver.Turns

	kind   kind           // for the next system
	made   bool           // its coarse levels are there
	keep   bool           // the system under way takes them
	effort [kinds]float64 // of the last solve with each kind: iterations for a digit; 0: unknown
	fresh  float64        // the same of the first solve with the levels that are there
	worn   float64        // what they have cost beyond that since, as outworn counts
	since  int            // solves without coarse levels in a row
	vain   int            // solves in a row that over-relaxation would have done for less
	easy   int            // solves in a row, up to the last, that took few iterations
}

// next decides for the next system.
func (e *eager) next(p *Precond) {
	e.keep = e.made && e.kind == turning
	p.Multilevel, p.Turning, p.Keep = e.kind == turning, e.kind == turning, e.keep
}

// done notes how many iterations the solve took, and what share of the residual they left. One that brought no digit tells nothing, but where over-relaxation took many iterations for it.
func (e *eager) done(iterations int, left float64) {
	digits := math.Pow(min(-math.Log10(left), mostDigits), harder)
	if iterations == 0 || !(digits > 0) {
		if e.kind == relaxing && e.turns && iterations > eagerFrom {
			e.kind, e.made, e.worn, e.vain, e.easy = turning, false, 0, 0, 0
		}
		return
	}
	n, k := float64(iterations), e.kind
	e.effort[k] = n / digits
	if e.since++; k == turning {
		e.since = 0
	} else if e.since > forgotten {
		e.effort[turning] = 0
	}
	cost := n * perIteration[k]
	switch {
	case k == relaxing:
	case e.keep:
		e.worn = max(0, e.worn+(n-e.fresh*digits)*perIteration[k])
	default:
		cost += perSetup[k]
		e.made, e.fresh, e.worn = true, e.effort[k], 0
	}
	stale := e.worn > outworn
	if to := e.better(iterations, digits, cost); to != k {
		e.kind, e.made, e.worn, e.vain, e.easy = to, false, 0, 0, 0
	} else if stale {
		e.made = false
	}
}

// better is the kind for solves like the last one. It compares costs of kinds. Wear is no such cost: it compares levels
// with what they took when they were new, and so decides only when they are made anew.
func (e *eager) better(iterations int, digits, cost float64) kind {
	would := func(k kind) float64 { return e.effort[k] * digits * perIteration[k] }
	if e.kind == relaxing {
		if e.turns && iterations > eagerFrom && (e.effort[turning] == 0 || would(turning)+perSetup[turning]/lasts < cost) {
			return turning
		}
		return relaxing
	}
	if e.vain++; cost < would(relaxing) {
		e.vain = 0
	}
	if e.easy++; iterations >= turningBelow {
		e.easy = 0
	}
	if e.vain >= vainSolves || e.easy >= easySolves && !e.bare {
		return relaxing
	}
	return turning
}

// mostDigits is more than a solve in float64 finds.
const mostDigits = 16 // derived: 2⁻⁵³ is 15.95 digits
