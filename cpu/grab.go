package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
)

// grabs are the springs that pull at vertices, one per vertex; nil if nothing does.
type grabs []struct {
	k      float64 // [N/m]; 0: none
	target r3.Vec
}

// hold tells whether something pulls at vertex i.
func (g grabs) hold(i int) bool { return g != nil && g[i].k > 0 }

// Steer has gravity, air and grabs act as it says, from the next step on.
func (s *Sim) Steer(by step.Steering) error {
	if err := by.Check(len(s.Model.X0)); err != nil {
		return err
	}
	by.Set(&s.Settings)
	s.grabs = nil
	if len(by.Grabs) == 0 {
		return nil
	}
	s.grabs = make(grabs, len(s.Model.X0))
	for _, g := range by.Grabs {
		s.grabs[g.Vertex].k, s.grabs[g.Vertex].target = g.Stiffness, g.Target
	}
	return nil
}

// Grabbed is the pull of soft springs at vertices, ½k·|x − target|². Its twin is shaders/term/grab.glsl.
type Grabbed struct{ on grabs }

// Name of the term.
func (*Grabbed) Name() string { return "grab" }

// Begin takes the springs of the step.
func (c *Grabbed) Begin(w *World) { c.on = w.grabs }

// Vertex adds the spring of vertex i.
func (c *Grabbed) Vertex(i int, x r3.Vec, r *PointResponse) {
	if !c.on.hold(i) {
		return
	}
	k, d := c.on[i].k, r3.Sub(x, c.on[i].target)
	r.Psi += k / 2 * r3.Norm2(d)
	r.G = r3.Add(r.G, r3.Scale(k, d))
	r.H.addIdentity(k)
}
