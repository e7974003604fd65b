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
// (Settings.LooksAgain), with the obstacle where it is at the end of the step; see obstacle.detect.
type Contact struct {
	w *World
}

// Name of the term.
func (*Contact) Name() string { return "contact" }

// Begin has nothing to fix: the step itself moves the obstacles.
func (c *Contact) Begin(w *World) { c.w = w }

// Vertex adds the contact of vertex i.
func (c *Contact) Vertex(i int, x r3.Vec, r *PointResponse) { c.point(i, x, r) }

// Face adds the contact of the centroid of triangle t.
func (c *Contact) Face(t int, x r3.Vec, r *PointResponse) { c.point(len(c.w.Model.X0)+t, x, r) }

func (c *Contact) point(i int, x r3.Vec, r *PointResponse) {
	w := c.w
	for _, o := range w.obstacles {
		if !o.live[i] {
			continue
		}
		q := &o.near[i]
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
}

// Friction is the friction against the colliders, with a memory: contact gives elastically by the slip ℓ before it
// slides. The normal force λ is the contact force of the latest look-up. With the elastic slip e at the start
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

// Vertex adds the friction of vertex i.
func (c *Friction) Vertex(i int, x r3.Vec, r *PointResponse) { c.point(i, x, r) }

// Face adds the friction of the centroid of triangle t.
func (c *Friction) Face(t int, x r3.Vec, r *PointResponse) { c.point(len(c.w.Model.X0)+t, x, r) }

func (c *Friction) point(i int, x r3.Vec, r *PointResponse) {
	w := c.w
	for _, o := range w.obstacles {
		if !o.live[i] {
			continue
		}
		q := &o.near[i]
		for k := range q.planes[:q.count] {
			pl := &q.planes[k]
			if pl.grip.Limit == 0 {
				continue // what it slips need not be fetched
			}
			u := r3.Sub(x, w.point(w.State.X, i))
			addFriction(&pl.grip, r3.Add(pl.slip, r3.Sub(u, pl.disp)), pl.normal, &w.now, r)
		}
	}
}
