package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/linalg"
)

// Probe looks into a step under way, so that other backends can be compared with the reference term
// by term.
type Probe struct{ s *Sim }

// NewProbe begins a step of h [s] from the state of s without taking it.
func NewProbe(s *Sim, h float64) Probe {
	s.begin(h)
	s.guess()
	return Probe{s}
}

// Guess is the starting point of the iteration.
func (p Probe) Guess() []r3.Vec { return append([]r3.Vec(nil), p.s.x...) }

// Look moves the trial positions to x and looks the contact planes up there, as at the start of the
// iteration; it evaluates all terms and returns their gradient.
func (p Probe) Look(x []r3.Vec) (gradient []r3.Vec) {
	s := p.s
	copy(s.x, x)
	s.detectContacts(true)
	p.Energy(s.x)
	s.gatherGradient()
	return append([]r3.Vec(nil), s.g...)
}

// Exact has the matrix hold full second derivatives from now on, instead of positive semi-definite ones.
func (p Probe) Exact() { p.s.exact = true }

// Matrix is the second derivatives at the positions evaluated last, without those of contact of cloth with cloth.
func (p Probe) Matrix() *linalg.BSR {
	p.s.gatherMatrix()
	return p.s.matrix
}

// Times is the matrix at the positions evaluated last, times v.
func (p Probe) Times(v []r3.Vec) []r3.Vec {
	out := make([]r3.Vec, len(v))
	p.Matrix().MulVec(p.s.pool, out, v)
	if p.s.self != nil {
		p.s.self.operator.Prepare(p.s.pool, v)
		p.s.self.operator.AddRows(out, v, 0, len(v))
	}
	return out
}

// Energy is the potential at x, with the contact planes of the last contact detection.
func (p Probe) Energy(x []r3.Vec) float64 { return p.s.evaluateElements(x) + p.s.evaluatePoints(x) }

// Commit moves what strains and contacts keep on to those evaluated last, as at the end of the step.
func (p Probe) Commit() {
	p.s.commitTouches()
	p.s.commitAnchors()
	p.s.commit(&p.s.elements, p.s.roles)
}
