// Package exact has the answers of the verification problems: closed-form solutions, and solvers of the ordinary
// differential equations behind the others. It imports nothing of the simulator.
package exact

import "math"

// Dahl is a friction law dσ/dε = (S(ε) − sσ)/τ, S = a + b|ε|, s = sign ε̇ (Dahl 1968; Miguel 2013 §3).
type Dahl struct{ A, B, Tau float64 }

// To returns the stress at ε after a motion in one direction from (ε0, σ0), by the closed solution on each side of ε =
// 0: with w = b·sign ε, σ = s(a + wε) − wτ + C·e^{−s(ε−ε0)/τ}.
func (d Dahl) To(eps0, sigma0, eps float64) float64 {
	if eps == eps0 {
		return sigma0
	}
	if eps0*eps < 0 {
		eps0, sigma0 = 0, d.To(eps0, sigma0, 0)
	}
	s, w := math.Copysign(1, eps-eps0), math.Copysign(d.B, eps0+eps)
	part := func(e float64) float64 { return s*(d.A+w*e) - w*d.Tau }
	return part(eps) + (sigma0-part(eps0))*math.Exp(-s*(eps-eps0)/d.Tau)
}

// Work returns the work of such a motion, ∫σ dε = s·[aε + bε|ε|/2 − τσ] from its start to its end, since σ dε = s(S dε
// − τ dσ).
func (d Dahl) Work(eps0, sigma0, eps float64) float64 {
	part := func(e, sigma float64) float64 { return d.A*e + d.B*e*math.Abs(e)/2 - d.Tau*sigma }
	return math.Copysign(1, eps-eps0) * (part(eps, d.To(eps0, sigma0, eps)) - part(eps0, sigma0))
}

// Loop returns the work of a steady loop ε1 ↔ ε2, both of one sign: D = [S(ε1) + S(ε2)]·[Δ − 2τ tanh(Δ/2τ)].
func (d Dahl) Loop(eps1, eps2 float64) float64 {
	x := math.Abs(eps2 - eps1)
	return (2*d.A + d.B*(math.Abs(eps1)+math.Abs(eps2))) * (x - 2*d.Tau*math.Tanh(x/(2*d.Tau)))
}

// Persistent returns the strain that remains of a large one after quasi-static unloading of an elastic (k1 + k2|ε|)ε:
// the root of k2ε² + (k1 − b)ε = a + bτ.
func (d Dahl) Persistent(k1, k2 float64) float64 {
	p, q := k1-d.B, d.A+d.B*d.Tau
	if k2 == 0 {
		return q / p
	}
	return (-p + math.Sqrt(p*p+4*k2*q)) / (2 * k2)
}

// Unloaded returns the strain at which the elastic stress (k1 + k2|ε|)ε balances friction in the unloading after a
// first loading to top. It does not assume saturated friction.
func (d Dahl) Unloaded(k1, k2, top float64) float64 {
	peak := d.To(0, 0, top)
	return Root(func(e float64) float64 { return (k1+k2*math.Abs(e))*e + d.To(top, peak, e) }, 0, top)
}

// Root returns a root of f between a and b, where its signs differ, by bisection to the last digit.
func Root(f func(float64) float64, a, b float64) float64 {
	fa := f(a)
	for range 200 {
		m := a + (b-a)/2
		if m == a || m == b {
			break
		}
		if fm := f(m); (fm > 0) == (fa > 0) {
			a, fa = m, fm
		} else {
			b = m
		}
	}
	return a + (b-a)/2
}

// J0Zero is the first zero of the Bessel function J₀.
const J0Zero = 2.404825557695773
