package cpu

import "gonum.org/v1/gonum/spatial/r3"

// Inertia is the backward Euler inertia potential m/(2h²)·|x − x̂|² with x̂ = x_n + h·v_n.
type Inertia struct {
	xhat []r3.Vec
	mass []float64
	hh   float64 // h⁻²
}

// Name of the term.
func (*Inertia) Name() string { return "inertia" }

// Begin predicts the free flight of each vertex.
func (c *Inertia) Begin(w *World) {
	c.xhat = resize(c.xhat, len(w.State.X))
	c.mass, c.hh = w.Model.Mass, 1/(w.H*w.H)
	for i, x := range w.State.X {
		c.xhat[i] = r3.Add(x, r3.Scale(w.H, w.State.V[i]))
	}
}

// Vertex adds the inertia of vertex i.
func (c *Inertia) Vertex(i int, x r3.Vec, r *PointResponse) {
	k := c.mass[i] * c.hh
	d := r3.Sub(x, c.xhat[i])
	r.Psi += k / 2 * r3.Norm2(d)
	r.G = r3.Add(r.G, r3.Scale(k, d))
	r.H.AddIdentity(k)
}

// Gravity is the potential −m·g·(x − x_n); measured from the start of the step so that
// energies keep their digits far from the origin.
type Gravity struct {
	x0   []r3.Vec
	mass []float64
	g    r3.Vec
}

// Name of the term.
func (*Gravity) Name() string { return "gravity" }

// Begin takes the start of the step as the zero level.
func (c *Gravity) Begin(w *World) { c.x0, c.mass, c.g = w.State.X, w.Model.Mass, w.Settings.Gravity }

// Vertex adds the weight of vertex i.
func (c *Gravity) Vertex(i int, x r3.Vec, r *PointResponse) {
	r.Psi -= c.mass[i] * r3.Dot(c.g, r3.Sub(x, c.x0[i]))
	r.G = r3.Sub(r.G, r3.Scale(c.mass[i], c.g))
}
