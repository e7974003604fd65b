package cpu

import "gonum.org/v1/gonum/spatial/r3"

// Contact keeps the cloth outside of the colliders. Its contact points are the vertices and
// the centroids of the triangles, so that a body does not poke through between vertices: on
// edges of 2 cm they leave gaps of a 7 mm radius, into which a surface of 2 cm curvature
// radius reaches 1.1 mm, well within the usual thickness.
//
// Each point near an obstacle feels the plane through its closest point; within the thickness
// δ, with p = δ − d the depth in the layer, it is pushed out with the force k·p·(1 + p/ℓ),
// ℓ = δ/4: soft at the rim, five times stiffer than linear at the surface, and hardens
// below δ/4, see hardened. The force grows with the area the point stands for, so the law is one of pressure.
//
// The planes are looked up anew in the first Newton iterations and where vertices wander
// (Settings.DetectsAgain), with the obstacle where it is at the end of the step; see obstacle.detect.
type Contact struct {
	w *World
}

// Name of the term.
func (*Contact) Name() string { return "contact" }

// Begin has nothing to fix: the step itself moves the obstacles.
func (c *Contact) Begin(w *World) { c.w = w }

// Vertices adds the contact of vertices.
func (c *Contact) Vertices(i int, x []r3.Vec, r []PointResponse) { c.w.against(i, x, r, c.point) }

// Faces adds the contact of centroids of triangles.
func (c *Contact) Faces(t int, x []r3.Vec, r []PointResponse) {
	c.w.against(len(c.w.Model.X0)+t, x, r, c.point)
}

// point adds the contact of point i with what it has near it.
func (c *Contact) point(q *nearby, i int, x r3.Vec, r *PointResponse) {
	w := c.w
	delta, k := w.contactLaw(i)
	for c := range q.planes[:q.count] {
		pl := &q.planes[c]
		d := pl.distance(x)
		if p := delta - d; w.inLayer(p, &pl.in) {
			addContact(k, p, delta, pl.normal, r)
			if pl.hard {
				addHardened(k, d-pl.spare, delta, pl.normal, r)
			}
		}
	}
}

// against asks what obstacles that are within reach add to contact points in a row.
func (w *World) against(first int, x []r3.Vec, r []PointResponse, add func(q *nearby, i int, x r3.Vec,
	r *PointResponse)) {
	for _, o := range w.obstacles {
		for k, live := range o.live[first : first+len(x)] {
			if live {
				add(&o.near[first+k], first+k, x[k], &r[k])
			}
		}
	}
}

// Friction is the friction against the colliders, with a memory: contact gives elastically by the slip ℓ before it
// slides. The normal force λ is the contact force of the latest contact detection. With the elastic slip e at the start
// of the step and the tangential way u of the step, relative to the body, the force is
//
//	μλ·q/max(|q|, ℓ), q = e + u
//
// which is the gradient of Huber's function of |q|; and e becomes q·min(1, ℓ/|q|) at its end (return mapping, Simo and
// Hughes 1998 §1.2). What sticks stays where it is for ever, and what slides feels μλ.
//
// With measured friction the limit depends on λ and the direction of the slip, see grip.
type Friction struct{ w *World }

// Name of the term.
func (*Friction) Name() string { return "friction" }

// Begin has nothing to fix: slip is counted from the state.
func (c *Friction) Begin(w *World) { c.w = w }

// Vertices adds the friction of vertices.
func (c *Friction) Vertices(i int, x []r3.Vec, r []PointResponse) { c.w.against(i, x, r, c.point) }

// Faces adds the friction of centroids of triangles.
func (c *Friction) Faces(t int, x []r3.Vec, r []PointResponse) {
	c.w.against(len(c.w.Model.X0)+t, x, r, c.point)
}

// point adds the friction of point i against what it has near it.
func (c *Friction) point(q *nearby, i int, x r3.Vec, r *PointResponse) {
	w := c.w
	for k := range q.planes[:q.count] {
		pl := &q.planes[k]
		if pl.cone.Limit == 0 {
			continue // what it slips need not be fetched
		}
		u := r3.Sub(x, w.point(w.State.X, i))
		addFriction(&pl.cone, r3.Add(pl.anchor, r3.Sub(u, pl.disp)), pl.normal, &w.now, r)
	}
}
