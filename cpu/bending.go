package cpu

import (
	"math"

	"hysteron/cloth"
)

// Bending is the discrete-shells bending energy (Miguel 2013 §2.1) on the strain
// ε = 3(θ−θ̄)/h̄ with stress (k1 + k2|ε|)ε; a hinge stands for the area ē·h̄/3. For
// cloth.CurvatureBending it is the same law on the curvature tensor.
type Bending struct {
	m     *cloth.Model
	curve []curveLaw
}

// Name of the term.
func (*Bending) Name() string { return "bending" }

// Begin has nothing to fix: the law depends on the strain alone.
func (c *Bending) Begin(s *Sim) { c.m, c.curve = s.Model, s.curveLaw }

// Hinge adds the elastic response of hinge i.
func (c *Bending) Hinge(i int, eps float64, r *HingeResponse) {
	b := &c.m.Hinges[i].Bend
	a := math.Abs(eps)
	r.Psi += (b.K1/2 + b.K2/3*a) * eps * eps
	r.Sigma += (b.K1 + b.K2*a) * eps
	r.K += b.K1 + 2*b.K2*a
}

// Curve adds the elastic response of curve i: a law for each component like that of a hinge, and
// a constant coupling of the first two.
func (c *Bending) Curve(i int, e Strain, r *MembraneResponse) {
	law := &c.curve[c.m.Rest[c.m.Curves[i].Tri].Part]
	r.Psi += law.d12 * e[0] * e[1]
	r.S[0] += law.d12 * e[1]
	r.S[1] += law.d12 * e[0]
	r.C[5] += law.d12
	for k := range law.part {
		p, a := &law.part[k], math.Abs(e[k])
		r.Psi += (p.K1/2 + p.K2/3*a) * e[k] * e[k]
		r.S[k] += (p.K1 + p.K2*a) * e[k]
		r.C[k] += p.K1 + 2*p.K2*a
	}
}
