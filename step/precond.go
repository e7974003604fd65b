package step

// Precond chooses the preconditioner of each linear system by how hard the systems before it were, on either
// backend. The zero value takes block Jacobi.
type Precond struct {
	Multilevel bool // for the next system; else block Jacobi
	Keep       bool // the coarse levels of an earlier system of the step will do

	last  int // iterations of the last solve
	fresh int // of the first solve with the coarse levels that are there; 0: there are none
	easy  int // solves in a row, up to the last, that took few iterations
}

// Iterations from which the multilevel preconditioner pays for its set-up (measured: 2 to 6 times fewer
// iterations of about twice the cost); below which a solve with it was easy, and how many of those in a row bring
// block Jacobi back. One alone says little: in a sheet that is stretched and released, solves of 2 iterations
// come before others of 90, which take block Jacobi 300. But a dressed character, where contact makes the diagonal
// blocks stiff, takes 840 iterations per step with it and 370 without, and must not be left with it for one hard
// solve: with 15 for 25 it takes 650, so 390 (8 464 triangles; the stretched sheet 126 and 151, of 183 before).
const (
	multilevelFrom = 100
	jacobiBelow    = 25
	easySolves     = 2
)

// Begin begins a  Coarse levels that are kept from step to step cost a dressed character twice as many
// iterations.
func (p *Precond) Begin() { p.fresh = 0 }

// Next decides for the next system.
func (p *Precond) Next() {
	if !p.Multilevel && p.last > multilevelFrom {
		p.Multilevel, p.fresh, p.easy = true, 0, 0
	} else if p.Multilevel && p.easy >= easySolves {
		p.Multilevel = false
	}
	p.Keep = p.Multilevel && p.fresh > 0 && !p.stale()
}

// stale tells whether the last solve took so many more iterations than the first one with the same coarse
// levels that new ones would save about what they cost, that of ten products.
func (p *Precond) stale() bool { return p.last > p.fresh+p.fresh/3+5 }

// Done notes how many iterations the solve took.
func (p *Precond) Done(iterations int) {
	p.last = iterations
	if !p.Multilevel {
		return
	}
	if p.easy++; iterations >= jacobiBelow {
		p.easy = 0
	}
	if !p.Keep {
		p.fresh = max(iterations, 1)
	}
}
