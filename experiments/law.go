package experiments

import (
	"math"

	"hysteron/cloth"
	"hysteron/law"
)

// path returns the stress at strain eps by the exact solution of Dahl's law dσ/dε = (S − sσ)/τ, S = a + b|ε|, from (ε0,
// σ0). It is independent of package law, so that simulations are compared with another implementation:
//
//	σ = s(a + bε) − bτ + [σ0 − s(a + bε0) + bτ]·e^{−s(ε−ε0)/τ}  for ε ≥ 0, mirrored for ε < 0
func path(f law.Dahl, eps0, sigma0, eps float64) (sigma float64) {
	if !f.Active() || eps == eps0 {
		return sigma0
	}
	if eps0*eps < 0 {
		return path(f, 0, path(f, eps0, sigma0, 0), eps)
	}
	if eps0 < 0 || eps < 0 {
		return -path(f, -eps0, -sigma0, -eps)
	}
	s := math.Copysign(1, eps-eps0)
	bt := f.B * f.Tau
	return s*(f.A+f.B*eps) - bt + (sigma0-s*(f.A+f.B*eps0)+bt)*math.Exp(-s*(eps-eps0)/f.Tau)
}

// elastic returns the elastic stress (k1 + k2|ε|)ε.
func elastic(c cloth.Component, eps float64) float64 {
	return (c.Spring().K1 + c.Spring().K2*math.Abs(eps)) * eps
}

// loopArea returns the energy per area that a steady loop between two strains of the same sign dissipates: [S(ε1) +
// S(ε2)]·[Δ − 2τ tanh(Δ/2τ)].
func loopArea(f law.Dahl, lo, hi float64) float64 {
	if !f.Active() {
		return 0
	}
	d := hi - lo
	return (2*f.A + f.B*(math.Abs(lo)+math.Abs(hi))) * (d - 2*f.Tau*math.Tanh(d/(2*f.Tau)))
}

// symmetricArea returns the same for a steady loop between −ε and ε, by Simpson's rule along the exact path. At zero S
// = a + b|ε| has a kink, so loopArea applies only if b = 0.
func symmetricArea(f law.Dahl, eps float64) float64 {
	if !f.Active() {
		return 0
	}
	sigma := 0.0
	for range 3 + int(10*f.Tau/eps) { // until the loop is steady
		sigma = path(f, eps, path(f, -eps, sigma, eps), -eps)
	}
	// One branch, doubled: the other is its mirror image. Points are denser where the path bends, after the reversal
	// and around zero.
	branch := func(lo, hi, s0 float64) (area, end float64) {
		const n = 4000
		at := func(t float64) (e, w float64) { return lo + (hi-lo)*t*t, 2 * (hi - lo) * t }
		for i := range n + 1 {
			e, w := at(float64(i) / n)
			k := 2.0
			switch {
			case i == 0 || i == n:
				k = 1
			case i%2 == 1:
				k = 4
			}
			area += k / (3 * n) * w * path(f, lo, s0, e)
		}
		return area, path(f, lo, s0, hi)
	}
	a, mid := branch(-eps, 0, sigma)
	b, _ := branch(0, eps, mid)
	return 2 * (a + b)
}

// persistent returns the strain at which a component carries no stress after unloading with saturated friction: the
// positive root of (k1 + k2ε)ε = a + bε + bτ; 0 without friction. It is not finite where friction grows faster than the
// elastic stress at all strains.
func persistent(c cloth.Component) float64 {
	f := c.Dahl()
	if !f.Active() {
		return 0
	}
	// k2 ε² + (k1 − b) ε − (a + bτ) = 0
	p, q := c.Spring().K1-f.B, f.A+f.B*f.Tau
	if c.Spring().K2 == 0 {
		if p <= 0 {
			return math.Inf(1)
		}
		return q / p
	}
	return (-p + math.Sqrt(p*p+4*c.Spring().K2*q)) / (2 * c.Spring().K2)
}
