// Evaluation of the simulator's laws along sequences of strains or loads, with derivatives by the parameters.

package fit

import "math"

// Unknowns of one part: elastic stress (k1 + k2|ε|)ε and Dahl's friction, S = a + b|ε| over τ.
const (
	PathK1 = iota
	PathK2
	PathA
	PathB
	PathTau
	PathUnknowns
)

// PathCoupling is the unknown of a PathStrip after these.
const PathCoupling = PathUnknowns

// PathGradient is derivatives by the unknowns, and by the coupling of warp and weft.
type PathGradient [PathUnknowns + 1]float64

// Add adds k times another.
func (g *PathGradient) Add(k float64, o *PathGradient) {
	for i := range g {
		g[i] += k * o[i]
	}
}

// PathPoint is a material point on its path, with the derivatives of its state by the unknowns.
type PathPoint struct {
	Eps, Sigma   float64 // strain; friction stress
	DEps, DSigma PathGradient
}

// Friction returns the friction stress at ε on the exact path of Dahl's law from c, with the derivative dEps by ε, and
// g by the unknowns, which includes their effect on the start.
func (c *PathPoint) Friction(p []float64, eps float64) (sigma, dEps float64, g PathGradient) {
	sigma, dEps = c.friction(p, eps, &g)
	return sigma, dEps, g
}

// friction is Friction; g may be nil.
func (c *PathPoint) friction(p []float64, eps float64, g *PathGradient) (sigma, dEps float64) {
	if eps == c.Eps {
		// A reversal is possible in both directions: the mean of the slopes.
		dEps = (p[PathA] + p[PathB]*math.Abs(eps)) / p[PathTau]
		if g != nil {
			*g = c.DSigma
			g.Add(-dEps, &c.DEps)
		}
		return c.Sigma, dEps
	}
	if c.Eps*eps < 0 { // through zero, where S has a kink
		mid := PathPoint{Eps: 0}
		if g == nil {
			mid.Sigma, _ = c.friction(p, 0, nil)
		} else {
			mid.Sigma, _ = c.friction(p, 0, &mid.DSigma)
		}
		return mid.friction(p, eps, g)
	}
	// σ = s·a + w(sε − τ)  + C·E with w = b·sign ε, C = σ0 − s·a − w(sε0 − τ), E = e^{−s(ε−ε0)/τ},
	// where S = a + b|ε| = a + (b·sign ε)·ε.
	s, sign, tau := math.Copysign(1, eps-c.Eps), math.Copysign(1, c.Eps+eps), p[PathTau]
	w := p[PathB] * sign
	y := s * (eps - c.Eps) / tau
	e := math.Exp(-y)
	rest := c.Sigma - (s*(p[PathA]+w*c.Eps) - w*tau)
	sigma = s*(p[PathA]+w*eps) - w*tau + rest*e
	dEps = s*w - rest*e*s/tau
	if g == nil {
		return sigma, dEps
	}
	// Through the start: C depends on σ0 and ε0, E on ε0.
	g.Add(e, &c.DSigma)
	g.Add(-s*w*e+rest*e*s/tau, &c.DEps)
	g[PathA] += s * (1 - e)
	g[PathB] += sign * ((s*eps - tau) - (s*c.Eps-tau)*e)
	g[PathTau] += -w*(1-e) + rest*e*y/tau
	return sigma, dEps
}

// Stress returns the total stress at ε and its derivatives.
func (c *PathPoint) Stress(p []float64, eps float64) (total, dEps float64, g PathGradient) {
	total, dEps = c.stress(p, eps, &g)
	return total, dEps, g
}

// stress is Stress; g may be nil.
func (c *PathPoint) stress(p []float64, eps float64, g *PathGradient) (total, dEps float64) {
	total, dEps = c.friction(p, eps, g)
	a := math.Abs(eps)
	total += (p[PathK1] + p[PathK2]*a) * eps
	dEps += p[PathK1] + 2*p[PathK2]*a
	if g != nil {
		g[PathK1] += eps
		g[PathK2] += a * eps
	}
	return total, dEps
}

// To moves to a prescribed strain.
func (c *PathPoint) To(p []float64, eps float64) {
	sigma, _, g := c.Friction(p, eps)
	*c = PathPoint{Eps: eps, Sigma: sigma, DSigma: g}
}

// Under moves to the strain where the stress equals that of a load, want(ε) with its slope. It reports whether there is
// one.
func (c *PathPoint) Under(p []float64, want func(eps float64) (stress, slope float64)) bool {
	excess := func(e float64) (f, slope float64) {
		total, d := c.stress(p, e, nil)
		load, ds := want(e)
		return total - load, d - ds
	}
	lo, hi, f, slope := c.Eps, c.Eps, 0., 0.
	f, _ = excess(c.Eps)
	switch step := max(1e-9, 1e-3*p[PathTau]); {
	case f < 0:
		for f < 0 {
			if hi += step; hi > 1e6 {
				return false
			}
			step *= 2
			f, _ = excess(hi)
		}
	case f > 0:
		for f > 0 {
			if lo -= step; lo < -1e6 {
				return false
			}
			step *= 2
			f, _ = excess(lo)
		}
	}
	e := lo + (hi-lo)/2
	for range 100 {
		f, slope = excess(e)
		if math.IsNaN(f) {
			return false
		}
		if f < 0 {
			lo = e
		} else {
			hi = e
		}
		next := e - f/slope
		if !(next > lo && next < hi) {
			next = lo + (hi-lo)/2
		}
		if next == e || hi-lo <= 4e-16*math.Abs(e) {
			break
		}
		e = next
	}
	// Implicitly, 0 = stress(ε, p) − want(ε).
	sigma, dFriction, g := c.Friction(p, e)
	_, dTotal, all := c.Stress(p, e)
	_, dWant := want(e)
	next := PathPoint{Eps: e, Sigma: sigma}
	next.DEps.Add(-1/(dTotal-dWant), &all)
	next.DSigma = g
	next.DSigma.Add(dFriction, &next.DEps)
	*c = next
	return true
}

// Turned sets friction to saturation against a new direction. Miguel et al. 2013, §4.2 and §4.3, start every branch
// there: exact if the branch before was long relative to τ, and the cloth not new.
func (c *PathPoint) Turned(p []float64, way float64) {
	s := -math.Copysign(1, way)
	c.Sigma = s * (p[PathA] + p[PathB]*math.Abs(c.Eps))
	c.DSigma = PathGradient{PathA: s, PathB: s * math.Abs(c.Eps)}
	c.DSigma.Add(s*p[PathB]*math.Copysign(1, c.Eps), &c.DEps)
}
