package cpu

import (
	"hysteron/cloth"
	"hysteron/law"
)

// lawful is a term that stands for the laws of a role.
type lawful interface{ laws() law.Role }

// strainTerm is a term made of the laws of one role.
type strainTerm struct {
	name string
	role law.Role
	w    *World
}

// Name of the term.
func (c *strainTerm) Name() string { return c.name }

// Begin has nothing to fix: strains know where they were.
func (c *strainTerm) Begin(w *World) { c.w = w }

// laws is the role whose laws the term stands for.
func (c *strainTerm) laws() law.Role { return c.role }

// at adds the law of strain k of element i at ε.
func (c *strainTerm) at(kind cloth.Kind, i, k int, eps float64, r *oneStrain) bool {
	s := &c.w.strains[kind]
	l := s.Laws[int(s.Of[i])*s.per+k][c.role]
	if l == nil {
		return false
	}
	at := i*s.per + k
	past := &c.w.State.Past[kind]
	kept := past.Data[at*past.Width : (at+1)*past.Width]
	r.s = law.Strain{Eps: eps, EpsN: kept[0], H: c.w.H, Kept: kept[s.from[c.role]:]}
	if s.side != nil {
		r.s.Crossed = changesSide(s.side[at], eps-kept[0])
	}
	r.r = law.Response{}
	l.Respond(&r.s, &r.r)
	if r.r.Slope < 0 && !c.w.exact {
		r.r.Slope = 0
	}
	return true
}

// three adds the laws of the three strains of element i.
func (c *strainTerm) three(kind cloth.Kind, i int, e Strain, r *MembraneResponse) {
	for k := range e {
		if c.at(kind, i, k, e[k], &r.one) {
			r.Psi += r.one.r.Psi
			r.S[k] += r.one.r.Sigma
			r.C[k] += r.one.r.Slope
		}
	}
}

// couple adds the constant coupling C12·ε₁ε₂ of the first two.
func (c *strainTerm) couple(kind cloth.Kind, i int, e Strain, r *MembraneResponse) {
	s := &c.w.strains[kind]
	c12 := s.Couple[s.Of[i]]
	r.Psi += c12 * e[0] * e[1]
	r.S[0] += c12 * e[1]
	r.S[1] += c12 * e[0]
	r.C[5] += c12
}

// hinge adds the law of hinge i.
func (c *strainTerm) hinge(i int, eps float64, r *HingeResponse) {
	if c.at(cloth.Hinges, i, 0, eps, &r.one) {
		r.Psi += r.one.r.Psi
		r.Sigma += r.one.r.Sigma
		r.K += r.one.r.Slope
	}
}

// Membrane is the elasticity of triangles, with the coupling of warp and weft. The isotropic sheet has
// k1 = λ+2μ for warp and weft, C_12 = λ and k1 = μ for γ = 2E_uv.
type Membrane struct{ strainTerm }

// Membrane adds the elastic response of triangle t.
func (c *Membrane) Membrane(t int, e Strain, r *MembraneResponse) {
	c.couple(cloth.Triangles, t, e, r)
	c.three(cloth.Triangles, t, e, r)
}

// Bending is the elasticity of bending: the discrete-shells energy (Miguel 2013 §2.1) on the strain
// ε = 3(θ−θ̄)/h̄ of hinges, each of which stands for the area ē·h̄/3; for cloth.CurvatureBending the same on
// the curvature tensor, with a constant coupling of its first two components.
type Bending struct{ strainTerm }

// Hinge adds the elastic response of hinge i.
func (c *Bending) Hinge(i int, eps float64, r *HingeResponse) { c.hinge(i, eps, r) }

// Curve adds the elastic response of curve i.
func (c *Bending) Curve(i int, e Strain, r *MembraneResponse) {
	c.couple(cloth.Curves, i, e, r)
	c.three(cloth.Curves, i, e, r)
}

// Internal is a role of all strains: friction between yarns, or damping.
type Internal struct{ strainTerm }

// Membrane adds the response of triangle t.
func (c *Internal) Membrane(t int, e Strain, r *MembraneResponse) { c.three(cloth.Triangles, t, e, r) }

// Hinge adds the response of hinge i.
func (c *Internal) Hinge(i int, eps float64, r *HingeResponse) { c.hinge(i, eps, r) }

// Curve adds the response of curve i.
func (c *Internal) Curve(i int, e Strain, r *MembraneResponse) { c.three(cloth.Curves, i, e, r) }
