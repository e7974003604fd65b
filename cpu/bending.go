package cpu

import (
	"math"

	"hysteron/cloth"
)

// Bending is the discrete-shells bending energy (Miguel 2013 §2.1) on the strain
// ε = 3(θ−θ̄)/h̄ with stress (k1 + k2|ε|)ε; a hinge stands for the area ē·h̄/3.
type Bending struct{ m *cloth.Model }

// Name of the term.
func (*Bending) Name() string { return "bending" }

// Begin has nothing to fix: the law depends on the strain alone.
func (c *Bending) Begin(s *Sim) { c.m = s.Model }

// Hinge adds the elastic response of hinge i.
func (c *Bending) Hinge(i int, eps float64, r *HingeResponse) {
	b := &c.m.Hinges[i].Bend
	a := math.Abs(eps)
	r.Psi += (b.K1/2 + b.K2/3*a) * eps * eps
	r.Sigma += (b.K1 + b.K2*a) * eps
	r.K += b.K1 + 2*b.K2*a
}
