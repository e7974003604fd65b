package experiments

import (
	"math"

	"hysteron/cloth"
)

// rod is a strip without inertia, clamped at its upper end, that hangs and curls. It solves the torque balance of
// Miguel 2013 equation 7, per width, with the exact law and with damping, by which it creeps:
//
//	k(ε)·ε + σ + k₁·d·ε̇ = −g ∫ ρ (x(s′) − x(s)) ds′,  ε = 3κ
//
// where x is the direction of the curl. It is an independent model with one strain per corner of a polygon, for
// comparison with the simulated strip.
type rod struct {
	c       cloth.Component // Damping: d [s]
	density float64         // [kg/m²]
	gravity float64
	du      float64
	eps     []float64 // per corner
	sigma   []float64
}

// newRod rolls a strip of n facets, of length du each, on a radius, from flat.
func newRod(c cloth.Component, density, gravity, du float64, n int, radius float64) *rod {
	r := &rod{c: c, density: density, gravity: gravity, du: du, eps: make([]float64, n-1), sigma: make([]float64, n-1)}
	for i := range r.eps {
		r.eps[i] = 3 / radius
		r.sigma[i] = path(c.Dahl(), 0, 0, r.eps[i])
	}
	return r
}

// profile returns the corners and ends of the polygon [m]: the first facet points down.
func (r *rod) profile() (x, y []float64) {
	x, y = []float64{0}, []float64{0}
	phi := 0.0
	for i := range len(r.eps) + 1 {
		if i > 0 {
			phi += r.eps[i-1] * r.du / 3
		}
		x = append(x, x[i]+r.du*math.Sin(phi))
		y = append(y, y[i]-r.du*math.Cos(phi))
	}
	return x, y
}

// advance integrates over h [s].
func (r *rod) advance(h float64) {
	x, _ := r.profile()
	// The moment of the weight beyond each corner: nodes carry ρ·du, the last one half.
	var mass, moment float64 // of the nodes beyond; moment about x = 0
	for i := len(x) - 1; i >= 2; i-- {
		m := r.density * r.du
		if i == len(x)-1 {
			m /= 2
		}
		mass += m
		moment += m * x[i]
		k := i - 2 // the corner at node i−1
		m0 := -r.gravity * (moment - mass*x[i-1])
		rate := (m0 - elastic(r.c, r.eps[k]) - r.sigma[k]) / r.c.Viscosity()
		next := r.eps[k] + h*rate
		r.sigma[k] = path(r.c.Dahl(), r.eps[k], r.sigma[k], next)
		r.eps[k] = next
	}
}

// rest returns the strain at which a component comes to rest when it is loaded from zero to the strain top and slowly
// unloaded: elastic(ε) + σ(ε) = 0, by bisection.
func rest(c cloth.Component, top float64) float64 {
	s0 := path(c.Dahl(), 0, 0, top)
	lo, hi := 0.0, top
	for range 80 {
		if e := (lo + hi) / 2; elastic(c, e)+path(c.Dahl(), top, s0, e) > 0 {
			hi = e
		} else {
			lo = e
		}
	}
	return (lo + hi) / 2
}

// paperRest returns the same by equation 4 of the paper, which neglects bτ(1 − e^…) and assumes a saturated anchor.
func paperRest(c cloth.Component, top float64) float64 {
	f := c.Dahl()
	lo, hi := 0.0, top
	for range 80 {
		e := (lo + hi) / 2
		sigma := 0.0
		if f.Active() {
			sigma = -(f.A + f.B*e) + 2*(f.A+f.B*top)*math.Exp((e-top)/f.Tau)
		}
		if elastic(c, e)+sigma > 0 {
			hi = e
		} else {
			lo = e
		}
	}
	return (lo + hi) / 2
}
