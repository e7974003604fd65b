package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/linalg"
)

// Probe gives access to a step in progress, to compare other backends with the reference term by term.
type Probe struct{ s *Sim }

// NewProbe starts a step of h [s] from the state of s.
func NewProbe(s *Sim, h float64) Probe {
	s.begin(h)
	s.guess()
	return Probe{s}
}

// Guess returns the first guess.
func (p Probe) Guess() []r3.Vec { return append([]r3.Vec(nil), p.s.x...) }

// Look moves the trial positions to x, detects contacts there as at the start of the iteration, evaluates all terms,
// and returns the gradient.
func (p Probe) Look(x []r3.Vec) (gradient []r3.Vec) {
	s := p.s
	copy(s.x, x)
	s.detectContacts(true)
	p.Energy(s.x)
	s.gatherGradient()
	return append([]r3.Vec(nil), s.g...)
}

// Exact selects full second derivatives in the matrix, instead of positive semi-definite ones.
func (p Probe) Exact() { p.s.exact = true }

// Matrix returns the second derivatives at the last evaluation, without contact of cloth with cloth.
func (p Probe) Matrix() *linalg.BSR {
	p.s.gatherMatrix()
	return p.s.matrix
}

// Times returns the matrix at the last evaluation times v.
func (p Probe) Times(v []r3.Vec) []r3.Vec {
	out := make([]r3.Vec, len(v))
	p.Matrix().MulVec(p.s.pool, out, v)
	if p.s.self != nil {
		p.s.self.operator.Prepare(p.s.pool, v)
		p.s.self.operator.AddRows(out, v, 0, len(v))
	}
	return out
}

// Energy returns the potential at x, with the planes of the latest contact detection.
func (p Probe) Energy(x []r3.Vec) float64 { return p.s.evaluateElements(x) + p.s.evaluatePoints(x) }

// Commit advances internal variables and anchors to the last evaluation, as at the end of the step.
func (p Probe) Commit() {
	p.s.commitTouches()
	p.s.commitAnchors()
	p.s.commit(&p.s.elements, p.s.roles)
}
