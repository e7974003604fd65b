// Equilibrium of strips with internal friction that bend over an edge by their own weight.

package fit

import "math"

// Bisect returns where below changes from true to false.
func Bisect(below func(float64) bool, lo, hi float64) float64 {
	for range 200 {
		m := lo + (hi-lo)/2
		if m == lo || m == hi {
			break
		}
		if below(m) {
			lo = m
		} else {
			hi = m
		}
	}
	return hi
}

// Chord returns the angle of the chord of a strip [rad] with a weight per area [N/m²], length [m], bending stiffness
// [N·m] and friction, that was let down from horizontal (or up, from far below): dM/dt = w·t·cos θ and dθ/dt = −κ(M)
// over the distance t from the tip, θ below the horizontal, by shooting from the tip with the Runge–Kutta method.
func Chord(weight, length, stiffness, a, b, tau float64, up bool) float64 {
	// κ increases with the moment: M = Bκ + a(1 − e^{−ε/τ}) + b(ε − τ(1 − e^{−ε/τ})), ε = 3κ.
	curvature := func(m, guess float64) float64 {
		if up {
			return (m + a) / stiffness // the part of b has not reversed yet
		}
		k := guess
		for range 50 {
			e := math.Exp(-3 * k / tau)
			f := stiffness*k + a*(1-e) + b*(3*k-tau*(1-e)) - m
			slope := stiffness + 3*a/tau*e + 3*b*(1-e)
			d := f / slope
			if k -= d; k < 0 {
				k = 0
			}
			if math.Abs(d) < 1e-12*(1+k) {
				break
			}
		}
		return k
	}
	const n = 60
	h := length / n
	shoot := func(tip float64) (root, x, y float64) {
		theta, moment, kappa := tip, 0.0, 0.0
		rate := func(t, theta, moment float64) (dTheta, dMoment, dx, dy float64) {
			sin, cos := math.Sincos(theta)
			kappa = curvature(moment, kappa)
			return -kappa, weight * t * cos, cos, sin
		}
		for i := range n {
			t := float64(i) * h
			a1, b1, x1, y1 := rate(t, theta, moment)
			a2, b2, x2, y2 := rate(t+h/2, theta+h/2*a1, moment+h/2*b1)
			a3, b3, x3, y3 := rate(t+h/2, theta+h/2*a2, moment+h/2*b2)
			a4, b4, x4, y4 := rate(t+h, theta+h*a3, moment+h*b3)
			theta += h / 6 * (a1 + 2*a2 + 2*a3 + a4)
			moment += h / 6 * (b1 + 2*b2 + 2*b3 + b4)
			x += h / 6 * (x1 + 2*x2 + 2*x3 + x4)
			y += h / 6 * (y1 + 2*y2 + 2*y3 + y4)
		}
		return theta, x, y
	}
	most := math.Pi / 2
	if up {
		most = math.Pi // the tip stays rolled up
	}
	tip := Bisect(func(tip float64) bool { root, _, _ := shoot(tip); return root < 0 }, 0, most)
	_, x, y := shoot(tip)
	return math.Atan2(y, x)
}
