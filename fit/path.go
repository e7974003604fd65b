package fit

import "math"

// The unknowns of one component: elastic stress (k1 + k2|ε|)ε and Dahl's friction, S = a + b|ε| over τ.
const (
	iK1 = iota
	iK2
	iA
	iB
	iTau
	unknowns
)

// gradient holds derivatives with respect to the unknowns.
type gradient [unknowns]float64

func (g *gradient) add(k float64, o *gradient) {
	for i := range g {
		g[i] += k * o[i]
	}
}

// path is a material point on its way, with what its state owes to the unknowns.
type path struct {
	eps, sigma   float64 // strain; friction stress
	dEps, dSigma gradient
}

// friction is the stress at ε on the exact path of Dahl's law from c, with its derivatives: ∂ε with respect to
// where it goes, g with respect to the unknowns, through the start included.
func (c *path) friction(p []float64, eps float64) (sigma, dEps float64, g gradient) {
	if eps == c.eps {
		// Both directions begin here: the mean of their slopes.
		dEps, g = (p[iA]+p[iB]*math.Abs(eps))/p[iTau], c.dSigma
		g.add(-dEps, &c.dEps)
		return c.sigma, dEps, g
	}
	if c.eps*eps < 0 { // through zero, where S has a kink
		mid := path{eps: 0}
		mid.sigma, _, mid.dSigma = c.friction(p, 0)
		return mid.friction(p, eps)
	}
	// σ = s·a + w(sε − τ)  + C·E with w = b·sign ε, C = σ0 − s·a − w(sε0 − τ), E = e^{−s(ε−ε0)/τ},
	// where S = a + b|ε| = a + (b·sign ε)·ε.
	s, sign, tau := math.Copysign(1, eps-c.eps), math.Copysign(1, c.eps+eps), p[iTau]
	w := p[iB] * sign
	y := s * (eps - c.eps) / tau
	e := math.Exp(-y)
	at := func(x float64) float64 { return s*(p[iA]+w*x) - w*tau }
	rest := c.sigma - at(c.eps)
	sigma = at(eps) + rest*e
	dEps = s*w - rest*e*s/tau
	// Through the start: C depends on σ0 and ε0, E on ε0.
	g.add(e, &c.dSigma)
	g.add(-s*w*e+rest*e*s/tau, &c.dEps)
	g[iA] += s * (1 - e)
	g[iB] += sign * ((s*eps - tau) - (s*c.eps-tau)*e)
	g[iTau] += -w*(1-e) + rest*e*y/tau
	return sigma, dEps, g
}

// stress is the whole stress at ε, and its derivatives.
func (c *path) stress(p []float64, eps float64) (total, dEps float64, g gradient) {
	total, dEps, g = c.friction(p, eps)
	a := math.Abs(eps)
	total += (p[iK1] + p[iK2]*a) * eps
	dEps += p[iK1] + 2*p[iK2]*a
	g[iK1] += eps
	g[iK2] += a * eps
	return total, dEps, g
}

// to moves to a strain that does not depend on the unknowns, as a machine prescribes it.
func (c *path) to(p []float64, eps float64) {
	sigma, _, g := c.friction(p, eps)
	*c = path{eps: eps, sigma: sigma, dSigma: g}
}

// under moves to where the stress is what a load asks for: want(ε) [as the stress] and its slope. It reports
// whether there is such a strain.
func (c *path) under(p []float64, want func(eps float64) (stress, slope float64)) bool {
	excess := func(e float64) (f, slope float64) {
		total, d, _ := c.stress(p, e)
		load, ds := want(e)
		return total - load, d - ds
	}
	lo, hi, f, slope := c.eps, c.eps, 0., 0.
	f, _ = excess(c.eps)
	switch step := max(1e-9, 1e-3*p[iTau]); {
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
	sigma, dFriction, g := c.friction(p, e)
	_, dTotal, all := c.stress(p, e)
	_, dWant := want(e)
	next := path{eps: e, sigma: sigma}
	next.dEps.add(-1/(dTotal-dWant), &all)
	next.dSigma = g
	next.dSigma.add(dFriction, &next.dEps)
	*c = next
	return true
}

// turned puts friction where it is saturated against a new direction. Miguel 2013, §4.2 and §4.3, begins every branch there: exact where the
// branch before was long, beside τ, and the cloth not new.
func (c *path) turned(p []float64, way float64) {
	s := -math.Copysign(1, way)
	c.sigma = s * (p[iA] + p[iB]*math.Abs(c.eps))
	c.dSigma = gradient{iA: s, iB: s * math.Abs(c.eps)}
	c.dSigma.add(s*p[iB]*math.Copysign(1, c.eps), &c.dEps)
}
