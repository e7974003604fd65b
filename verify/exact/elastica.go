package exact

import "math"

// Strip is a strip of length 1, clamped at s = 0 with the angle θ(0) and free at s = 1, under its own weight: θ″ =
// −Γ(1−s)·f(θ), with the dimensionless weight Γ = ρ_s·g·L³/B.
type Strip struct {
	Angle []float64 // θ at s = i/(len−1)
	X, Y  []float64 // position: ∫cos θ, ∫sin θ
}

const stripSteps = 500

// Cantilever returns the strip with a level clamp; Y counts downwards. θ″ = −Γ(1−s)cos θ.
func Cantilever(gamma float64) Strip { return shoot(gamma, math.Cos, math.Pi/2) }

// Upright returns the strip above its clamp, θ from the vertical: θ″ = −Γ(1−s)sin θ. Above Γ = 7.83735 it has a bent
// shape, which is returned; X counts upwards and Y sideways.
func Upright(gamma float64) Strip { return shoot(gamma, math.Sin, math.Pi) }

// UprightGamma returns Γ for which the lateral deflection of the tip of the bent shape is a given part of the length.
func UprightGamma(side float64) float64 {
	return Root(func(g float64) float64 {
		s := Upright(g)
		_, y := s.Tip()
		return y - side
	}, 7.84, 12)
}

// shoot integrates from the free end, with θ an angle φ less than straight down and θ′ = 0, to the clamp, by the
// Runge–Kutta method. It finds the least φ with θ = 0 there; others belong to coiled shapes.
func shoot(gamma float64, f func(float64) float64, down float64) Strip {
	clamp := func(phi float64) float64 {
		theta := integrate(gamma, f, down-phi)
		return theta[len(theta)-1]
	}
	least := 1e-10
	most := least
	for clamp(most) > 0 && down-most > 1e-9 {
		least, most = most, math.Min(1.5*most, (most+down)/2)
	}
	theta := integrate(gamma, f, down-Root(clamp, least, most))
	n := len(theta)
	s := Strip{Angle: make([]float64, n), X: make([]float64, n), Y: make([]float64, n)}
	for i := range theta {
		s.Angle[i] = theta[n-1-i]
	}
	// Positions by Simpson's rule, with the angle in the middle from Hermite's cubic.
	const h = 1. / stripSteps
	slope := func(i int) float64 {
		switch i {
		case 0:
			return (-3*s.Angle[0] + 4*s.Angle[1] - s.Angle[2]) / (2 * h)
		case n - 1:
			return 0
		}
		return (s.Angle[i+1] - s.Angle[i-1]) / (2 * h)
	}
	for i := 1; i < n; i++ {
		a, b := s.Angle[i-1], s.Angle[i]
		m := (a+b)/2 + h/8*(slope(i-1)-slope(i))
		s.X[i] = s.X[i-1] + h/6*(math.Cos(a)+4*math.Cos(m)+math.Cos(b))
		s.Y[i] = s.Y[i-1] + h/6*(math.Sin(a)+4*math.Sin(m)+math.Sin(b))
	}
	return s
}

// integrate returns θ at t = 1 − s from 0 to 1: θ″ = −Γ·t·f(θ) from rest.
func integrate(gamma float64, f func(float64) float64, theta float64) []float64 {
	const h = 1. / stripSteps
	list := []float64{theta}
	var rate float64
	for i := range stripSteps {
		t := float64(i) * h
		acc := func(t, theta float64) float64 { return -gamma * t * f(theta) }
		k1, l1 := rate, acc(t, theta)
		k2, l2 := rate+h/2*l1, acc(t+h/2, theta+h/2*k1)
		k3, l3 := rate+h/2*l2, acc(t+h/2, theta+h/2*k2)
		k4, l4 := rate+h*l3, acc(t+h, theta+h*k3)
		theta += h / 6 * (k1 + 2*k2 + 2*k3 + k4)
		rate += h / 6 * (l1 + 2*l2 + 2*l3 + l4)
		list = append(list, theta)
	}
	return list
}

// Tip returns the position of the strip's tip.
func (s *Strip) Tip() (x, y float64) { return s.X[len(s.X)-1], s.Y[len(s.Y)-1] }

// SelfBuckling is Γ at which an upright strip buckles (Greenhill 1881): 9/4·j², j the first zero of J_{−1/3}.
const SelfBuckling = 7.83735

// CantileverGamma returns Γ for which the line from the clamp's edge to the tip goes down at the angle [rad].
func CantileverGamma(angle float64) float64 {
	return Root(func(g float64) float64 {
		s := Cantilever(g)
		x, y := s.Tip()
		return math.Atan2(y, x) - angle
	}, .1, 100)
}
