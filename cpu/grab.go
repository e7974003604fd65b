package cpu

import "gonum.org/v1/gonum/spatial/r3"

// Grabbed is the pull of soft springs at vertices, ½k·|x − target|². Its twin is shaders/term/grab.glsl.
type Grabbed struct{ on *grabs }

// Name of the term.
func (*Grabbed) Name() string { return "grab" }

// Begin takes the springs of the step, which may move within it.
func (c *Grabbed) Begin(w *World) { c.on = &w.grabs }

// Vertices adds the springs of vertices.
func (c *Grabbed) Vertices(first int, x []r3.Vec, r []PointResponse) {
	if c.on == nil || *c.on == nil {
		return
	}
	for i := range x {
		if !c.on.hold(first + i) {
			continue
		}
		g, q := &(*c.on)[first+i], &r[i]
		d := r3.Sub(x[i], g.target)
		q.Psi += g.k / 2 * r3.Norm2(d)
		q.G = r3.Add(q.G, r3.Scale(g.k, d))
		q.H.AddIdentity(g.k)
	}
}
