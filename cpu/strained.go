package cpu

import (
	"sync"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/linalg"
)

// StrainTerm is a term made of the laws of one role on some element kinds. Elasticity of triangles and curvature
// elements has, in addition to the law of each strain, a constant coupling C12·ε₁ε₂ of the first two: the isotropic
// sheet has k1 = λ+2μ for warp and weft, C12 = λ and k1 = μ for γ = 2E_uv.
//
// Bending is that of discrete shells (Miguel 2013 §2.1) on the strain ε = 3(θ−θ̄)/h̄ of hinges, each with the area
// ē·h̄/3; for cloth.CurvatureBending the same on the bending strains 3·(κ_uu, κ_vv, 2κ_uv) of a triangle, see
// cloth.Curve, with a third of its area. So a cylinder of curvature κ has the moment ∂ψ/∂ε at ε = 3κ per width under
// both.
type StrainTerm struct {
	name string
	role law.Role
	w    *World
}

// Name of the term.
func (c *StrainTerm) Name() string { return c.name }

// Begin does nothing: strains have their start values.
func (c *StrainTerm) Begin(w *World) { c.w = w }

// batchLength is the number of elements per evaluation of the laws, whose results fit into the first-level cache.
const batchLength = 128

// batch is a set of elements of a kind in consecutive places with the same laws, and the sum of the laws' responses per
// area.
type batch struct {
	on     *strains
	lo, hi int
	eps    *[most][]float64 // strains of all elements
	psi    [batchLength]float64
	sigma  [most][batchLength]float64
	slope  [most][batchLength]float64
	cross  [3][batchLength]float64 // ∂²ψ/∂ε∂ε′ of different strains: 2 3, 1 3, 1 2
	one    [batchLength]float64    // slopes of a single law
	solid  law.Solid               // of the deformation gradient; nil: none, or not evaluated

	mixer     law.Mixer // of several strains
	strains   law.Strains
	responses law.Responses
	first     int                      // first element of the current chunk
	energy    [linalg.SumGrain]float64 // of each element of the chunk, in element order
}

// batches is a pool, because arguments of laws escape to the heap.
var batches = sync.Pool{New: func() any { return new(batch) }}

// evaluate evaluates the terms on the elements in places [lo, hi), at most batchLength.
func (b *batch) evaluate(terms []*StrainTerm, on *strains, lo, hi int, eps *[most][]float64) {
	b.on, b.lo, b.hi, b.eps = on, lo, hi, eps
	clear(b.psi[:hi-lo])
	for k := range on.per {
		clear(b.sigma[k][:hi-lo])
		clear(b.slope[k][:hi-lo])
	}
	if on.per == len(b.cross) {
		for k := range b.cross {
			clear(b.cross[k][:hi-lo])
		}
	}
	b.solid = nil
	laws := on.laws(lo)
	for _, t := range terms {
		of := on.Of[on.order[lo]]
		if t.role == law.Limits {
			if on.Limits != nil && on.Limits[of].Any() {
				b.addLimits(t.w, &on.Limits[of])
			}
			continue
		}
		switch {
		case t.role != law.Elasticity:
		case on.Solids != nil:
			b.solid = on.Solids[of]
		case on.per > 1:
			b.addCoupling(on.Couple[of])
			b.addMixed(t.w, of)
		}
		for k := range laws {
			if l := laws[k][t.role]; l != nil {
				t.respond(l, k, b)
			}
		}
	}
}

// respond adds the response of a law to strain k.
func (c *StrainTerm) respond(l law.Law, k int, b *batch) {
	n := b.hi - b.lo
	one := b.one[:n]
	clear(one)
	b.on.part(&b.strains, k, b.lo, b.hi, c.role, b.eps[k], c.w.H)
	b.responses = law.Responses{Psi: b.psi[:n], Sigma: b.sigma[k][:n], Slope: one}
	law.RespondAll(l, &b.strains, &b.responses)
	slope := b.slope[k][:n]
	if c.w.exact {
		for i, v := range one {
			slope[i] += v
		}
		return
	}
	addPositive(slope, one)
}

func addPositiveGo(sum, v []float64) {
	for i, v := range v {
		sum[i] += max(0, v)
	}
}

// elements returns the elements of the batch.
func (b *batch) elements() []int32 { return b.on.order[b.lo:b.hi] }

// stress returns the response to the three strains at a place of the batch, times the element's area.
func (b *batch) stress(p int, area float64, s *Strain, c *Sym3) {
	for k := range s {
		s[k] = area * b.sigma[k][p]
		c[k] = area * b.slope[k][p]
	}
	for k := range b.cross {
		c[3+k] = area * b.cross[k][p]
	}
}

// addCoupling adds c·ε₁ε₂.
func (b *batch) addCoupling(c float64) {
	e0, e1 := b.eps[0][b.lo:b.hi], b.eps[1][b.lo:b.hi]
	for i := range e0 {
		b.psi[i] += c * e0[i] * e1[i]
		b.sigma[0][i] += c * e1[i]
		b.sigma[1][i] += c * e0[i]
		b.cross[2][i] += c
	}
}

// addMixed adds the energies of coupled strains.
func (b *batch) addMixed(w *World, of int32) {
	if b.on.Coupled == nil {
		return
	}
	n := b.hi - b.lo
	b.mixer.H, b.mixer.Exact = w.H, w.exact
	var e [3][]float64
	into := law.Tensor{Psi: b.psi[:n]}
	for k := range e {
		e[k] = b.eps[k][b.lo:b.hi]
		into.Sigma[k], into.Slope[k], into.Cross[k] = b.sigma[k][:n], b.slope[k][:n], b.cross[k][:n]
	}
	b.on.Coupled[of].Add(&b.mixer, &e, &into)
}

// acts reports whether the term acts on elements of a kind: elastic laws belong to the term of their row.
func (c *StrainTerm) acts(on cloth.Kind) bool {
	switch c.role {
	case law.Elasticity:
		return c.name == on.Row().Elastic
	case law.Limits:
		return on == cloth.Triangles
	}
	return true
}

// addLimits adds the barriers of hard limits to a batch of triangles; twin: shaders/include/limits.glsl.
func (b *batch) addLimits(w *World, l *law.StrainLimits) {
	n := b.hi - b.lo
	b.mixer.H, b.mixer.Exact = w.H, w.exact
	into := law.Tensor{Psi: b.psi[:n]}
	for k := range into.Sigma {
		into.Sigma[k], into.Slope[k], into.Cross[k] = b.sigma[k][:n], b.slope[k][:n], b.cross[k][:n]
	}
	for i := range n {
		p := b.lo + i
		l.Add(&b.mixer, i, [3]float64{b.eps[0][p], b.eps[1][p], b.eps[2][p]}, &into)
	}
}
