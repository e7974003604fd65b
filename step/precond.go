package step

import "math"

// Precond chooses the preconditioner of each linear system by how hard the systems before it were, on either
// backend. The zero value takes block Jacobi; an eager machine's takes over-relaxation in its place.
type Precond struct {
	Multilevel bool // for the next system
	Turning    bool // with coarse levels that turn as well
	Keep       bool // the coarse levels of an earlier system will do: of the step, if they only shift

	costs   LevelCosts // see Driver.Costs
	turns   bool       // the machine has coarse levels that turn, see Driver.Turns
	shifted int        // iterations of the last solve with levels that only shift
	waste   int        // solves in a row that took more than a third of it with those that turn
	wasted  bool       // they were, and have come to nothing

	eager eager // decides where it is on

	last  int // iterations of the last solve
	fresh int // of the first solve with the coarse levels that are there; 0: there are none
	easy  int // solves in a row, up to the last, that took few iterations
}

// How many solves in a row have to be easy, LevelCosts.below, to bring block Jacobi back. One alone says little: in a sheet that is
// stretched and released, solves of 2 iterations come before others of 90, which take block Jacobi 300. But a dressed character, where contact makes the
// diagonal blocks stiff, takes 840 iterations per step with levels and 370 without, and must not be left with them for one hard solve, of more than
// LevelCosts.from: with 100 and 15 it takes 650, with 100 and 25, those of AssumedCosts, 390 (8 464 triangles; the stretched sheet 126 and 151, of 183 before).
const easySolves = 2

// Coarse levels that turn pay from turningFrom iterations of those that only shift on, on a machine that is not eager: theirs are a third to a tenth, of twice the cost, and their set-up
// costs a hundred. They are kept from step to step until a solve takes more than twice as many iterations as the first with them, and left after
// easySolves of less than turningBelow, there and on an eager machine.
const (
	turningFrom  = 150
	turningBelow = 8
)

// configure sets what is known of the machine.
func (p *Precond) configure(d *Driver) {
	p.costs, p.turns = d.Costs, d.Turns
	p.eager.on, p.eager.bare, p.eager.turns = d.Eager, d.Bare, d.Turns
}

// Begin begins a step. Coarse levels that only shift are cheap to make, and kept from step to step cost a dressed character twice as many
// iterations.
func (p *Precond) Begin() {
	if !p.Turning {
		p.fresh = 0
	}
}

// Next decides for the next system.
func (p *Precond) Next() {
	if p.eager.on {
		p.eager.next(p)
		return
	}
	switch {
	case !p.Multilevel && p.last > p.costs.from():
		p.Multilevel, p.fresh, p.easy = true, 0, 0
	case p.Turning && (p.wasted || p.easy >= easySolves):
		p.Turning, p.fresh, p.easy = false, 0, 0
	case p.Turning:
	case p.Multilevel && p.turns && !p.wasted && p.last > turningFrom:
		p.Turning, p.fresh, p.easy, p.shifted = true, 0, 0, p.last
	case p.Multilevel && p.easy >= easySolves:
		p.Multilevel = false
	}
	p.Keep = p.Multilevel && p.fresh > 0 && !stale(p.Turning, p.last, p.fresh, p.costs.worn())
}

// stays is how many iterations at least and at most each of so many solves may take that are surely followed by one with the same preconditioner, on a machine that is not eager.
func (p *Precond) stays(solves int) (least, most int) {
	switch {
	case !p.Multilevel:
		return 0, p.costs.from()
	case p.Turning && p.waste+solves < vainSolves:
		return turningBelow, math.MaxInt32
	case p.Turning:
		return turningBelow, p.shifted / 3
	case p.turns && !p.wasted:
		return p.costs.below(), turningFrom
	}
	return p.costs.below(), math.MaxInt32
}

// stale tells whether a solve took so many more iterations than the first one with the same coarse
// levels that new ones would save about what they cost: beyond a third more those that LevelCosts.worn says or, of levels that turn, a hundred by block Jacobi.
func stale(turning bool, iterations, fresh, worn int) bool {
	if turning {
		return iterations > 2*fresh+20
	}
	return iterations > fresh+fresh/3+worn
}

// Done notes how many iterations the solve took, and what share of the residual they left, which matters on an eager machine.
func (p *Precond) Done(iterations int, left float64) {
	if p.eager.on {
		p.eager.done(iterations, left)
		return
	}
	p.last = iterations
	if !p.Multilevel {
		return
	}
	below := p.costs.below()
	if p.Turning {
		below = turningBelow
		if p.waste++; 3*iterations <= p.shifted {
			p.waste = 0
		}
		p.wasted = p.wasted || p.waste >= vainSolves
	}
	if p.easy++; iterations >= below {
		p.easy = 0
	}
	if !p.Keep {
		p.fresh = max(iterations, 1)
	}
}
