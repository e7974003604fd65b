package cpu

import "gonum.org/v1/gonum/spatial/r3"

// Inertia is the potential m/(2k²)·|x − x̂|², with k and x̂ of each vertex by its integrator, see step.TwoStep.
type Inertia struct {
	w          *World
	euler, two float64 // k⁻² of backward Euler, and of BDF2
}

// Name of the term.
func (*Inertia) Name() string { return "inertia" }

// Begin stores the integrator of the step.
func (c *Inertia) Begin(w *World) {
	c.w, c.euler, c.two = w, 1/(w.H*w.H), 1/(w.twoStep.K*w.twoStep.K)
}

// Vertices adds the inertia of vertices.
func (c *Inertia) Vertices(i int, x []r3.Vec, r []PointResponse) {
	mass, at, euler := c.w.Model.Mass[i:], c.w.twoStep.free[i:], c.w.twoStep.euler[i:]
	for i := range x {
		kk := c.two
		if euler[i] {
			kk = c.euler
		}
		k, q := mass[i]*kk, &r[i]
		d := r3.Sub(x[i], at[i])
		q.Psi += k / 2 * r3.Norm2(d)
		q.G = r3.Add(q.G, r3.Scale(k, d))
		q.H.AddIdentity(k)
	}
}

// Gravity is the potential −m·g·(x − x_n), relative to the start of the step, for accuracy far from the origin.
type Gravity struct {
	x0   []r3.Vec
	mass []float64
	g    r3.Vec
}

// Name of the term.
func (*Gravity) Name() string { return "gravity" }

// Begin sets the zero level to the start of the step.
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
