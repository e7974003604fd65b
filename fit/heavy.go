package fit

import "math"

// HeavyLoad returns the load Γ = ρgL³/B at which the chord of a clamped horizontal strip has an angle [rad].
func HeavyLoad(angle float64) float64 {
	hi := 1.0
	for HeavyChord(hi) < angle {
		hi *= 2
	}
	return Bisect(func(g float64) bool { return HeavyChord(g) < angle }, 0, hi)
}

// HeavyChord returns the angle of the chord of the heavy elastica θ″ = −Γ(1−s)cos θ, θ(0) = 0, θ′(1) = 0, with θ below
// the horizontal, by shooting from the tip with the Runge–Kutta method.
func HeavyChord(gamma float64) float64 {
	shoot := func(tip float64) (root, x, y float64) {
		const n = 400
		h := 1.0 / n
		u := [4]float64{tip} // θ, dθ/dt, x, y over t = 1 − s
		rate := func(t float64, u [4]float64) [4]float64 {
			sin, cos := math.Sincos(u[0])
			return [4]float64{u[1], -gamma * t * cos, cos, sin}
		}
		along := func(u, d [4]float64, h float64) (v [4]float64) {
			for k := range v {
				v[k] = u[k] + h*d[k]
			}
			return v
		}
		for i := range n {
			t := float64(i) * h
			a := rate(t, u)
			b := rate(t+h/2, along(u, a, h/2))
			c := rate(t+h/2, along(u, b, h/2))
			d := rate(t+h, along(u, c, h))
			for k := range u {
				u[k] += h / 6 * (a[k] + 2*b[k] + 2*c[k] + d[k])
			}
		}
		return u[0], u[2], u[3]
	}
	// The slope at the root increases with that at the tip.
	tip := Bisect(func(tip float64) bool { root, _, _ := shoot(tip); return root < 0 }, 0, math.Pi/2)
	_, x, y := shoot(tip)
	return math.Atan2(y, x)
}
