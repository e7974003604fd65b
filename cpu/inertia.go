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

// Vertices adds the inertia of vertices.
func (c *Inertia) Vertices(i int, x []r3.Vec, r []PointResponse) {
	mass, xhat := c.mass[i:], c.xhat[i:]
	for i := range x {
		k, q := mass[i]*c.hh, &r[i]
		d := r3.Sub(x[i], xhat[i])
		q.Psi += k / 2 * r3.Norm2(d)
		q.G = r3.Add(q.G, r3.Scale(k, d))
		q.H.AddIdentity(k)
	}
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

// Vertices adds the weight of vertices.
func (c *Gravity) Vertices(i int, x []r3.Vec, r []PointResponse) {
	mass, x0 := c.mass[i:], c.x0[i:]
	for i := range x {
		m, q := mass[i], &r[i]
		q.Psi -= m * r3.Dot(c.g, r3.Sub(x[i], x0[i]))
		q.G = r3.Sub(q.G, r3.Scale(m, c.g))
	}
}
