package cpu

import (
	"math"

	"hysteron/cloth"
)

// Membrane is the orthotropic St. Venant–Kirchhoff membrane (Miguel 2013 §2.1; thesis §3.3)
// with stiffness growing with strain, from an energy so that it conserves:
//
//	ψ = ½ Σ_k k1_k ε_k² + C_12 ε_u ε_v + ⅓ Σ_k k2_k |ε_k|³,  k = warp, weft, shear
//
// The isotropic sheet has k1 = λ+2μ for warp and weft, C_12 = λ and k1 = μ for γ = 2E_uv.
type Membrane struct{ m *cloth.Model }

// Name of the term.
func (*Membrane) Name() string { return "membrane" }

// Begin has nothing to fix: the law depends on the strain alone.
func (c *Membrane) Begin(s *Sim) { c.m = s.Model }

// Membrane adds the elastic response of triangle t.
func (c *Membrane) Membrane(t int, e Strain, r *MembraneResponse) {
	f := &c.m.Parts[c.m.Rest[t].Part].Fabric
	c12 := f.C12()
	r.Psi += c12 * e[0] * e[1]
	r.S[0] += c12 * e[1]
	r.S[1] += c12 * e[0]
	r.C[5] += c12
	for k, p := range [3]*cloth.Component{&f.Warp, &f.Weft, &f.Shear} {
		a := math.Abs(e[k])
		r.Psi += (p.K1/2 + p.K2/3*a) * e[k] * e[k]
		r.S[k] += (p.K1 + p.K2*a) * e[k]
		r.C[k] += p.K1 + 2*p.K2*a
	}
}
