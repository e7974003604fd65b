package law

import (
	"fmt"
	"math"
)

// Curve is a strain-dependent stiffness, measured at up to five equidistant strains (thesis §3.2–3.4, where it belongs
// to a diagonal St. Venant–Kirchhoff membrane):
//
//	σ = k(ε)·ε,  ψ = ∫k(e)·e de
//
// Between the points k is a cubic Hermite curve with monotone tangents (Fritsch and Butland 1984), so that it stays
// between the values; outside it is constant, with zero tangents at the ends. One point is a constant stiffness. For
// bending, where the sign of the strain distinguishes the sides of the cloth, a curve that is not symmetric about zero
// bends differently to either side.
type Curve struct {
	Low  float64 `key:"low" unit:"strain" default:"0" check:"min=-1e4 max=1e4" try:"-0.05" doc:"strain of the first point"`
	High float64 `key:"high" unit:"strain" default:"0" check:"min=-1e4 max=1e4" try:"0.08" doc:"strain of the last point"`
	K1   float64 `key:"k_1" unit:"stress/strain" check:"required min=0 max=1e9" try:"150" doc:"stiffness at the first point"`
	K2   float64 `key:"k_2" unit:"stress/strain" default:"-1" check:"min=-1 max=1e9" try:"90" doc:"at the second; −1: there is none"`
	K3   float64 `key:"k_3" unit:"stress/strain" default:"-1" check:"min=-1 max=1e9" try:"100" doc:"at the third"`
	K4   float64 `key:"k_4" unit:"stress/strain" default:"-1" check:"min=-1 max=1e9" try:"160" doc:"at the fourth"`
	K5   float64 `key:"k_5" unit:"stress/strain" default:"-1" check:"min=-1 max=1e9" try:"400" doc:"at the fifth"`
}

// Soft is a Curve over the elongation of warp and weft: F = k(ε)·ε, ε = √(1 + 2E) − 1, the nominal force (the soft
// constraints of the thesis, §3.2, after Baraff and Witkin 1998).
type Soft Curve

// curve is a Curve prepared for evaluation.
type curve struct {
	k          [5]float64
	m          [5]float64 // tangents times the width
	n          int
	low, width float64
}

func (l *Curve) curve() (c curve) {
	c = curve{k: [5]float64{l.K1, l.K2, l.K3, l.K4, l.K5}, low: l.Low}
	for c.n < 5 && c.k[c.n] >= 0 {
		c.n++
	}
	if !(l.High > l.Low) {
		c.n = min(c.n, 1)
	}
	if c.n > 1 {
		c.width = (l.High - l.Low) / float64(c.n-1)
	}
	for i := 1; i < c.n-1; i++ {
		if a, b := c.k[i]-c.k[i-1], c.k[i+1]-c.k[i]; a*b > 0 {
			c.m[i] = 2 * a * b / (a + b)
		}
	}
	return c
}

// at returns the stiffness and its slope.
func (c *curve) at(eps float64) (k, slope float64) {
	x := (eps - c.low) / c.width
	switch {
	case c.n < 2 || !(x > 0):
		return c.k[0], 0
	case x >= float64(c.n-1):
		return c.k[c.n-1], 0
	}
	i := int(x)
	t := x - float64(i)
	a, b := c.k[i], c.k[i+1]
	// k = a + m₀t + (3(b−a) − 2m₀ − m₁)t² + (m₀ + m₁ − 2(b−a))t³
	p, q := 3*(b-a)-2*c.m[i]-c.m[i+1], c.m[i]+c.m[i+1]-2*(b-a)
	return a + (c.m[i]+(p+q*t)*t)*t, (c.m[i] + (2*p+3*q*t)*t) / c.width
}

// energy returns ∫k(e)·e de from zero. A piece is of degree four, for which three-point Gauss quadrature is exact.
func (c *curve) energy(eps float64) (psi float64) {
	if c.n < 2 {
		return c.k[0] / 2 * eps * eps
	}
	low, high := min(0, eps), max(0, eps)
	at := low
	for i := range c.n + 1 {
		end := high
		if i < c.n {
			end = clip(c.low+float64(i)*c.width, at, high)
		}
		for j, g := range [3]float64{-.774596669241483377, 0, .774596669241483377} {
			e := (at+end)/2 + g*(end-at)/2
			k, _ := c.at(e)
			psi += [3]float64{5. / 18, 8. / 18, 5. / 18}[j] * (end - at) * k * e
		}
		at = end
	}
	return math.Copysign(1, eps) * psi
}

func (c *curve) respond(eps float64) (psi, sigma, slope float64) {
	k, bend := c.at(eps)
	return c.energy(eps), k * eps, k + bend*eps
}

// Stress returns only σ at a strain.
func (l *Curve) Stress(eps float64) float64 {
	c := l.curve()
	k, _ := c.at(eps)
	return k * eps
}

// Respond adds the response.
func (l Curve) Respond(s *Strain, r *Response) {
	c := l.curve()
	r.add(c.respond(s.Eps))
}

// Respond adds the response.
func (l Soft) Respond(s *Strain, r *Response) {
	c := (*Curve)(&l).curve()
	eps, _, _ := elongation(s.Eps)
	psi, force, slope := c.respond(eps)
	r.add(pulled(s.Eps, psi, force, slope))
}

// through returns the curve of five points over a range of strains with stiffness k, or of one point for an empty
// range.
func through(low, high float64, k func(eps float64) float64) Curve {
	if !(high > low) {
		return Curve{K1: k(0), K2: -1, K3: -1, K4: -1, K5: -1}
	}
	at := func(i float64) float64 { return k(low + (high-low)*i/4) }
	return Curve{Low: low, High: high, K1: at(0), K2: at(1), K3: at(2), K4: at(3), K5: at(4)}
}

// Mix implements Combiner: strains and stiffness of corresponding points are mixed. A curve with fewer points is
// resampled; a constant one gets the strains of the other.
func (l Curve) Mix(other Law, w float64) Law {
	o := other.(Curve)
	a, b := l.curve(), o.curve()
	switch n := max(a.n, b.n); {
	case w == 0:
		return l
	case w == 1:
		return o
	case n > 1:
		l, o = l.sampled(n, &o), o.sampled(n, &l) // at most one of the two is constant
	}
	values := Values(o)
	return Make(l, func(p *Param, v float64) float64 {
		if v < 0 && p.Dim.Stress > 0 { // marks a point that does not exist
			return v
		}
		return (1-w)*v + w*values[p.field]
	})
}

// sampled returns the curve through n of its own points or, for a constant stiffness, over the strains of another
// curve.
func (l Curve) sampled(n int, other *Curve) Curve {
	c := l.curve()
	if c.n == n {
		return l
	}
	if c.n == 1 {
		l.Low, l.High = other.Low, other.High
	}
	for i, k := range []*float64{&l.K1, &l.K2, &l.K3, &l.K4, &l.K5}[:n] {
		*k, _ = c.at(l.Low + (l.High-l.Low)*float64(i)/float64(n-1))
	}
	return l
}

// Twist implements Combiner. A twist e is the saddle of strains e/2 and −e/2 in axes rotated by 45°, with the energy
// ψ(e/2) + ψ(−e/2) of each law: k(e) = ½√(k̄_u·k̄_v) with k̄ the mean of k at both, reduced by the coupling. It is
// symmetric.
func (l Curve) Twist(other Law, coupling float64) Law {
	o := other.(Curve)
	a, b := l.curve(), o.curve()
	far := 0.
	for _, c := range []*curve{&a, &b} {
		if c.n > 1 {
			far = max(far, math.Abs(c.low), math.Abs(c.low+float64(c.n-1)*c.width))
		}
	}
	mean := func(c *curve, eps float64) float64 {
		k, _ := c.at(eps)
		across, _ := c.at(-eps)
		return (k + across) / 2
	}
	return through(-2*far, 2*far, func(e float64) float64 {
		return (1 - coupling) / 2 * math.Sqrt(mean(&a, e/2)*mean(&b, e/2))
	})
}

// Check requires consecutive points over a range of strains.
func (l Curve) Check() (string, error) {
	last := 1
	for i, k := range []float64{l.K2, l.K3, l.K4, l.K5} {
		switch {
		case k < 0 && k != -1:
			return fmt.Sprintf("k_%d", i+2), fmt.Errorf("%g: expected a number ≥ 0, or none", k)
		case k >= 0 && last != i+1:
			return fmt.Sprintf("k_%d", i+2), fmt.Errorf("%g, but k_%d is missing: expected points one after the other", k, i+1)
		case k >= 0:
			last = i + 2
		}
	}
	if last > 1 && !(l.High > l.Low) {
		return "high", fmt.Errorf("%g: expected more than low = %g, the strain of the first of %d points", l.High, l.Low,
			last)
	}
	return "", nil
}

// Check implements Checker, see Curve.Check.
func (l Soft) Check() (string, error) { return Curve(l).Check() }

// Convex returns a strain at which the stress decreases with the strain, if there is one.
func (l Curve) Convex() (at float64, ok bool) {
	c := l.curve()
	const n = 256
	for i := range n + 1 {
		eps := l.Low + (l.High-l.Low)*float64(i)/n
		if _, _, slope := c.respond(eps); slope < 0 {
			return eps, false
		}
	}
	return 0, true
}

// least returns the smallest slope of a law over the range of its curve.
func least(l Law, low, high float64) float64 {
	least := Stiffness(l)
	const n = 64
	for i := range n + 1 {
		var r Response
		l.Respond(&Strain{Eps: low + (high-low)*float64(i)/n, H: 1}, &r)
		least = min(least, r.Slope)
	}
	return max(0, least)
}

// Least implements Leaster.
func (l Curve) Least() float64 { return least(l, l.Low, l.High) }

// Least implements Leaster.
func (l Soft) Least() float64 {
	return least(l, l.Low, max(l.High, .2)) // the tension rotates with the yarn: less stiffness over E
}
