package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
)

// Grabbed is the force of soft springs and leashes at vertices, from grabs and soft pins: ½k·|x − target|² and
// c/3·max(|x − centre| − L, 0)³, see step.Grab and step.Leash. Its twin is shaders/term/grab.glsl.
type Grabbed struct{ on *grabs }

// Name of the term.
func (*Grabbed) Name() string { return "grab" }

// Begin stores the springs, which may move within the step.
func (c *Grabbed) Begin(w *World) { c.on = &w.grabs }

// Vertices adds the springs of vertices.
func (c *Grabbed) Vertices(first int, x []r3.Vec, r []PointResponse) {
	if c.on == nil || len(*c.on) == 0 {
		return
	}
	for i := range x {
		if !c.on.hold(first + i) {
			continue
		}
		g, q := &(*c.on)[first+i], &r[i]
		d := r3.Sub(x[i], g.Target)
		q.Psi += g.Stiffness / 2 * r3.Norm2(d)
		q.G = r3.Add(q.G, r3.Scale(g.Stiffness, d))
		q.H.AddIdentity(g.Stiffness)
		leash(&g.Leash, x[i], q)
	}
}

// leash adds the force of a leash at x. Across the radius its second derivative is force/distance.
func leash(l *step.Leash, x r3.Vec, q *PointResponse) {
	if l.Force == 0 {
		return
	}
	d := r3.Sub(x, l.Centre)
	length := r3.Norm(d)
	e := length - l.Length
	if !(e > 0) {
		return
	}
	c, n := l.Hardness(), r3.Scale(1/length, d)
	q.Psi += c / 3 * e * e * e
	q.G = r3.Add(q.G, r3.Scale(c*e*e, n))
	q.H.AddIdentity(c * e * e / length)
	q.H.AddOuter(2*c*e-c*e*e/length, n)
}

// pull applies grabs and soft pins in the current step.
func (s *Sim) pull() {
	s.grabs = s.grabs[:0]
	list := step.JoinGrabs(s.soft, s.hand)
	if len(list) == 0 {
		return
	}
	s.grabs = resize(s.grabs, len(s.Model.X0))
	clear(s.grabs)
	for _, g := range list {
		s.grabs[g.Vertex] = g
	}
}

// grabs has the springs of vertices, one per vertex; empty without any.
type grabs []step.Grab

// hold reports whether vertex i has a spring or leash.
func (g grabs) hold(i int) bool { return len(g) > 0 && (g[i].Stiffness > 0 || g[i].Leash.Force > 0) }
