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
// Each step follows the exact path of the law from (ε_n, σ_n), for any size of the step, and so
// never makes energy. Its integral over the strain is the step potential, which makes friction
// one more term to minimise; it is convex but for slopes down to −b where |ε| falls. The
// paper's own linearisation (eq. 9) overshoots σ_max, and its S = a + bε makes energy where
// that turns negative.
//
// The slope jumps where Δ = ε − ε_n changes sign, up to from 0 to 2S/τ. Newton steps that
// cross the jump overshoot, again and again; so a strain whose Δ has changed sign within a
// step is given from then on the slope of a parabola around Δ = 0 that lies above the potential on
// both sides, see dahl.
type Dahl struct {
	m      *cloth.Model
	state  *cloth.State
	active []bool    // per part: does the membrane have friction?
	side   [][3]int8 // sign of Δ at the last trial, per membrane strain
	bend   []int8    // the same per hinge
	curve  [][3]int8 // and per curve
	law    []curveLaw
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
	c.curve, c.law = resize(c.curve, len(s.Model.Curves)), s.curveLaw
	clear(c.side)
	clear(c.bend)
	clear(c.curve)
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
	s.pool.For(len(c.curve), elementGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			for k := range 3 {
				c.curve[i][k] = nextSide(c.curve[i][k], s.curveStrain[i][k]-c.state.Curve[i][k].Eps)
			}
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
	mem := &c.state.Membrane[t]
	for k, p := range membraneFriction(c.m, t) {
		psi, sigma, slope := dahl(&p, mem[k], e[k], changesSide(c.side[t][k], e[k]-mem[k].Eps))
		r.Psi += psi
		r.S[k] += sigma
		r.C[k] += slope
	}
}

// membraneFriction is the friction of triangle t on warp, weft and shear.
func membraneFriction(m *cloth.Model, t int) [3]cloth.Friction {
	r := &m.Rest[t]
	f, by := &m.Parts[r.Part].Fabric, r.FrictionScale
	return [3]cloth.Friction{f.Warp.Friction.Scaled(by), f.Weft.Friction.Scaled(by), f.Shear.Friction.Scaled(by)}
}

// curveFriction is the friction of curve i on component k.
func (c *Dahl) curveFriction(i, k int) cloth.Friction {
	r := &c.m.Rest[c.m.Curves[i].Tri]
	return c.law[r.Part].part[k].Friction.Scaled(r.FrictionScale)
}

// Hinge adds the bending friction of hinge i.
func (c *Dahl) Hinge(i int, eps float64, r *HingeResponse) {
	n := c.state.Bend[i]
	psi, sigma, slope := dahl(&c.m.Hinges[i].Bend.Friction, n, eps, changesSide(c.bend[i], eps-n.Eps))
	r.Psi += psi
	r.Sigma += sigma
	r.K += slope
}

// Curve adds the bending friction of curve i on each of its strains.
func (c *Dahl) Curve(i int, e Strain, r *MembraneResponse) {
	mem := &c.state.Curve[i]
	for k := range mem {
		f := c.curveFriction(i, k)
		psi, sigma, slope := dahl(&f, mem[k], e[k], changesSide(c.curve[i][k], e[k]-mem[k].Eps))
		r.Psi += psi
		r.S[k] += sigma
		r.C[k] += slope
	}
}

// dahl evaluates the step potential ψ(ε) of one strain, its derivative σ and a slope for the
// matrix. With Δ = ε − ε_n, s = sign Δ, u = |Δ|/τ, q = 1 − e^{−u} and σ̃ = sσ_n, the exact
// path of the law from (ε_n, σ_n), as long as ε does not cross zero, is
//
//	sσ = σ̃ + (S_n − σ̃)·q + g·bτ·(u − q)
//	 ψ = σ̃|Δ| + (S_n − σ̃)·τ(u − q) + g·bτ²·(u²/2 − (u − q))
//
// with g = 1 where |ε| grows and −1 where it falls; across zero two such pieces follow each
// other. Where |ε| falls the slope can go down to −b; the matrix gets zero then. At Δ = 0
// it gets the larger of the two one-sided slopes, m = (S_n + |σ_n|)/τ; where steep is set at least
// m/(1 + u/2): for b = 0 the stress rises over |Δ| by no more than mτq, and q ≤ u/(1 + u/2).
func dahl(f *cloth.Friction, n cloth.Memory, eps float64, steep bool) (psi, sigma, slope float64) {
	if !f.Active() {
		return 0, 0, 0
	}
	s := f.A + f.B*math.Abs(n.Eps)
	sn := clampStressTo(f, n)
	d := eps - n.Eps
	if d == 0 {
		return 0, sn, (s + math.Abs(sn)) / f.Tau
	}
	sgn := math.Copysign(1, d)
	switch {
	case f.B == 0 || n.Eps*sgn >= 0:
		psi, sigma, slope = dahlPath(f, sgn*sn, s, 1, math.Abs(d))
	case eps*n.Eps >= 0:
		psi, sigma, slope = dahlPath(f, sgn*sn, s, -1, math.Abs(d))
	default: // through zero
		p0, s0, _ := dahlPath(f, sgn*sn, s, -1, math.Abs(n.Eps))
		psi, sigma, slope = dahlPath(f, s0, f.A, 1, math.Abs(eps))
		psi += p0
	}
	sigma *= sgn
	slope = max(0, slope)
	if steep {
		slope = max(slope, (s+math.Abs(sn))/(f.Tau+math.Abs(d)/2))
	}
	return psi, sigma, slope
}

// dahlPath follows the law over a strain y > 0 from the stress σ̃ (positive along the motion),
// with the maximum stress S_n + g·b·y.
func dahlPath(f *cloth.Friction, sn, s, g, y float64) (psi, sigma, slope float64) {
	u := y / f.Tau
	q, rest, second := decay(u)
	gb := g * f.B
	psi = sn*y + f.Tau*((s-sn)*rest+gb*f.Tau*second)
	sigma = sn + (s-sn)*q + gb*f.Tau*rest
	slope = (s-sn)/f.Tau*(1-q) + gb*q
	return psi, sigma, slope
}

// clampStressTo bounds the stress of a history to what the law can reach: where |ε| falls,
// |σ| lags above S by up to bτ. Histories from elsewhere (a file, other parameters) may lie
// outside.
func clampStressTo(f *cloth.Friction, n cloth.Memory) float64 {
	most := f.A + f.B*(math.Abs(n.Eps)+f.Tau)
	return max(-most, min(most, n.Sigma))
}

// decay returns q = 1 − e^{−u}, u − q and u²/2 − (u − q) for u ≥ 0, all to round-off. As
// differences they lose digits for small u, by far the most frequent, which take the series;
// the first terms left out are below 1e-16 of the sums.
func decay(u float64) (q, rest, second float64) {
	if u < 1./32 {
		second = u * u * u * (1./6 - u*(1./24-u*(1./120-u*(1./720-u*(1./5040-u*(1./40320-u/362880))))))
		rest = u*u/2 - second
		return u - rest, rest, second
	}
	q = -math.Expm1(-u)
	rest = u - q
	return q, rest, u*u/2 - rest
}

// Commit moves the history of all strains to the end of the accepted step.
func (c *Dahl) Commit(s *Sim) {
	s.pool.For(len(s.Model.Tri), elementGrain, func(lo, hi int) {
		for t := lo; t < hi; t++ {
			for k, p := range membraneFriction(s.Model, t) {
				commit(&p, &s.State.Membrane[t][k], s.strain[t][k])
			}
		}
	})
	s.pool.For(len(s.Model.Hinges), elementGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			commit(&s.Model.Hinges[i].Bend.Friction, &s.State.Bend[i], s.bendStrain[i])
		}
	})
	s.pool.For(len(s.Model.Curves), elementGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			for k := range s.State.Curve[i] {
				f := c.curveFriction(i, k)
				commit(&f, &s.State.Curve[i][k], s.curveStrain[i][k])
			}
		}
	})
}

// commit moves one strain's history to ε.
func commit(f *cloth.Friction, m *cloth.Memory, eps float64) {
	_, sigma, _ := dahl(f, *m, eps, false)
	m.Eps, m.Sigma = eps, sigma
	m.Sigma = clampStressTo(f, *m) // round-off must not take it outside
}
