package cpu

import (
	"math"

	"hysteron/cloth"
)

// Dahl is the internal friction between yarns, Dahl's model on each scalar strain
// (Miguel 2013 §3, §5):
//
//	dσ/dε = (S(ε) − sσ)/τ,  S(ε) = a + b|ε|,  s = sign ε̇
//
// Over one step S is held at its value at the start. The exact path from (ε_n, σ_n) is then
// the derivative of a convex potential, which makes friction one more term to minimise;
// steps converge to the law at first order. The paper's own linearisation (eq. 9) overshoots
// σ_max and can lose convexity.
//
// The slope jumps where Δ = ε − ε_n changes sign, up to from 0 to 2S/τ. Newton steps that
// cross the jump overshoot, again and again; so a strain whose Δ has changed sign within a
// step is given the larger slope from then on.
type Dahl struct {
	m      *cloth.Model
	state  *cloth.State
	active []bool    // per part: does the membrane have friction?
	side   [][3]int8 // sign of Δ at the last trial, per membrane strain
	bend   []int8    // the same per hinge
}

// crossed marks a strain that has changed sides within the step.
const crossed = 2

// Name of the term.
func (*Dahl) Name() string { return "dahl" }

// Begin takes the friction history at the start of the step.
func (c *Dahl) Begin(s *Sim) {
	c.m, c.state = s.Model, s.State
	c.active = resize(c.active, len(s.Model.Parts))
	for i := range s.Model.Parts {
		f := &s.Model.Parts[i].Fabric
		c.active[i] = f.Warp.Friction.Active() || f.Weft.Friction.Active() || f.Shear.Friction.Active()
	}
	c.side, c.bend = resize(c.side, len(s.Model.Tri)), resize(c.bend, len(s.Model.Hinges))
	clear(c.side)
	clear(c.bend)
}

// Track notes on which side of ε_n each strain is at the trial positions.
func (c *Dahl) Track(s *Sim) {
	s.pool.For(len(c.side), elementGrain, func(lo, hi int) {
		for t := lo; t < hi; t++ {
			if !c.active[c.m.Rest[t].Part] {
				continue
			}
			for k := range 3 {
				c.side[t][k] = nextSide(c.side[t][k], s.strain[t][k]-c.state.Membrane[t][k].Eps)
			}
		}
	})
	s.pool.For(len(c.bend), elementGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			c.bend[i] = nextSide(c.bend[i], s.bendStrain[i]-c.state.Bend[i].Eps)
		}
	})
}

func nextSide(last int8, delta float64) int8 {
	if changesSide(last, delta) {
		return crossed
	}
	return int8(math.Copysign(1, delta))
}

func changesSide(last int8, delta float64) bool {
	return last == crossed || last == 1 && delta < 0 || last == -1 && delta > 0
}

// Membrane adds the friction of triangle t on warp, weft and shear strain.
func (c *Dahl) Membrane(t int, e Strain, r *MembraneResponse) {
	part := c.m.Rest[t].Part
	if !c.active[part] {
		return
	}
	f := &c.m.Parts[part].Fabric
	mem := &c.state.Membrane[t]
	for k, p := range [3]*cloth.Friction{&f.Warp.Friction, &f.Weft.Friction, &f.Shear.Friction} {
		psi, sigma, slope := dahl(p, mem[k], e[k], changesSide(c.side[t][k], e[k]-mem[k].Eps))
		r.Psi += psi
		r.S[k] += sigma
		r.C[k] += slope
	}
}

// Hinge adds the bending friction of hinge i.
func (c *Dahl) Hinge(i int, eps float64, r *HingeResponse) {
	n := c.state.Bend[i]
	psi, sigma, slope := dahl(&c.m.Hinges[i].Bend.Friction, n, eps, changesSide(c.bend[i], eps-n.Eps))
	r.Psi += psi
	r.Sigma += sigma
	r.K += slope
}

// dahl evaluates the step potential ψ(ε) of one strain, its derivative σ and the slope dσ/dε,
// with Δ = ε − ε_n, s = sign Δ, q = 1 − e^{−|Δ|/τ} and σ_n clamped to ±S:
//
//	σ = sS + (σ_n − sS)(1−q),  ψ = S(|Δ| − τq) + sτσ_n q,  dσ/dε = (S − sσ_n)/τ·(1−q)
//
// At Δ = 0, and wherever steep is set, the slope is the larger of the two one-sided ones.
func dahl(f *cloth.Friction, n cloth.Memory, eps float64, steep bool) (psi, sigma, slope float64) {
	if !f.Active() {
		return 0, 0, 0
	}
	s := f.A + f.B*math.Abs(n.Eps)
	sn := max(-s, min(s, n.Sigma))
	d := eps - n.Eps
	if d == 0 {
		return 0, sn, (s + math.Abs(sn)) / f.Tau
	}
	sgn := math.Copysign(1, d)
	u := math.Abs(d) / f.Tau
	q, rest := decay(u)
	psi = f.Tau * (s*rest + sgn*sn*q)
	sigma = sn + (sgn*s-sn)*q
	slope = (s - sgn*sn) / f.Tau * (1 - q)
	if steep {
		slope = (s + math.Abs(sn)) / f.Tau
	}
	return psi, sigma, slope
}

// decay returns q = 1 − e^{−u} and u − q for u ≥ 0, both to round-off. u − q as a difference
// loses the digits of u²/2 against u, so small u, by far the most frequent, take the series,
// whose first term left out is below 1e-16 of the sum.
func decay(u float64) (q, rest float64) {
	if u < 1./32 {
		rest = u * u * (1./2 - u*(1./6-u*(1./24-u*(1./120-u*(1./720-u*(1./5040-u/40320))))))
		return u - rest, rest
	}
	q = -math.Expm1(-u)
	return q, u - q
}

// Commit moves the history of all strains to the end of the accepted step.
func (c *Dahl) Commit(s *Sim) {
	s.pool.For(len(s.Model.Tri), elementGrain, func(lo, hi int) {
		for t := lo; t < hi; t++ {
			f := &s.Model.Parts[s.Model.Rest[t].Part].Fabric
			for k, p := range [3]*cloth.Friction{&f.Warp.Friction, &f.Weft.Friction, &f.Shear.Friction} {
				commit(p, &s.State.Membrane[t][k], s.strain[t][k])
			}
		}
	})
	s.pool.For(len(s.Model.Hinges), elementGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			commit(&s.Model.Hinges[i].Bend.Friction, &s.State.Bend[i], s.bendStrain[i])
		}
	})
}

// commit moves one strain's history to ε. Where S shrinks with |ε|, σ shrinks with it: what
// the history holds is the stress that the next step starts from.
func commit(f *cloth.Friction, m *cloth.Memory, eps float64) {
	_, sigma, _ := dahl(f, *m, eps, false)
	s := f.A + f.B*math.Abs(eps)
	m.Eps, m.Sigma = eps, max(-s, min(s, sigma))
}
