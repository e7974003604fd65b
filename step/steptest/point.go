package steptest

import "math"

// Point is a point mass on a plane with friction, which moves along a line by backward Euler and step.Coulomb: the
// motion of a sheet that slides as a whole.
type Point struct {
	X, V  float64 // [m, m/s]
	Limit float64 // of friction over mass [m/s²]
	Slip  float64 // the elastic slip ℓ of friction [m]
	held  float64 // elastic slip [m]
}

// Step takes a step of h [s] under the acceleration a [m/s²] of other forces, while the plane moves by way [m].
func (p *Point) Step(h, a, way float64) {
	k := p.Limit / p.Slip
	v := (p.V/h + a - k*(p.held-way)) / (1/h + k*h)
	if q := p.held + h*v - way; math.Abs(q) <= p.Slip {
		p.held = q
	} else {
		p.held = math.Copysign(p.Slip, q)
		v = p.V + h*(a-math.Copysign(p.Limit, q))
	}
	p.V = v
	p.X += h * v
}
