package cpu

import "gonum.org/v1/gonum/spatial/r3"

// Grabbed is the pull of soft springs at vertices, ½k·|x − target|². Its twin is shaders/term/grab.glsl.
type Grabbed struct{ on *grabs }

// Name of the term.
func (*Grabbed) Name() string { return "grab" }

// Begin takes the springs of the step, which may move within it.
func (c *Grabbed) Begin(w *World) { c.on = &w.grabs }

// Vertex adds the spring of vertex i.
func (c *Grabbed) Vertex(i int, x r3.Vec, r *PointResponse) {
	if c.on == nil || !c.on.hold(i) {
		return
	}
	k, d := (*c.on)[i].k, r3.Sub(x, (*c.on)[i].target)
	r.Psi += k / 2 * r3.Norm2(d)
	r.G = r3.Add(r.G, r3.Scale(k, d))
	r.H.AddIdentity(k)
}
