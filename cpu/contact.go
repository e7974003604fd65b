package cpu

import "gonum.org/v1/gonum/spatial/r3"

// Contact keeps the cloth outside of the colliders. Contact points are the vertices and the centroids of the triangles,
// so that bodies do not enter between vertices: with edges of 2 cm, gaps have a radius of 7 mm, into which a surface
// with a radius of curvature of 2 cm reaches 1.1 mm, well within the usual thickness.
//
// Each point near an obstacle is in contact with the plane through its closest point. Within the thickness δ, with p =
// δ − d the depth in the layer, the force is k·p·(1 + p/ℓ), ℓ = δ/4: five times stiffer than linear at the surface, and
// it hardens below δ/4, see hardened. The force is proportional to the area of the point, so the law is one of
// pressure.
//
// The planes are computed in the first Newton iterations and when vertices wander (Settings.DetectsAgain), with the
// obstacle at the end of the step; see obstacle.detect.
type Contact struct {
	w *World
}

// Name of the term.
func (*Contact) Name() string { return "contact" }

// Begin does nothing: the step moves the obstacles.
func (c *Contact) Begin(w *World) { c.w = w }

// Vertices adds the contact of vertices.
func (c *Contact) Vertices(i int, x []r3.Vec, r []PointResponse) { c.w.against(i, x, r, c.point) }

// Faces adds the contact of centroids of triangles.
func (c *Contact) Faces(t int, x []r3.Vec, r []PointResponse) {
	c.w.against(len(c.w.Model.X0)+t, x, r, c.point)
}

// point adds the contact of point i with its planes.
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

// against calls add for consecutive contact points and the obstacles within reach.
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

// Friction is the friction with colliders: elastic up to the slip ℓ, then sliding. The normal force λ is the contact
// force of the latest contact detection. With the elastic slip e at the start of the step and the tangential
// displacement u over the step, relative to the body, the force is
//
//	μλ·q/max(|q|, ℓ), q = e + u,
//
// the gradient of Huber's function of |q|. At the end of the step e becomes q·min(1, ℓ/|q|) (return mapping, Simo and
// Hughes 1998 §1.2). Sticking contacts do not creep, and the force of sliding ones is μλ.
//
// With measured friction the limit depends on λ and the direction of the slip, see FrictionCone.
type Friction struct{ w *World }

// Name of the term.
func (*Friction) Name() string { return "friction" }

// Begin does nothing: slip is relative to the state.
func (c *Friction) Begin(w *World) { c.w = w }

// Vertices adds the friction of vertices.
func (c *Friction) Vertices(i int, x []r3.Vec, r []PointResponse) { c.w.against(i, x, r, c.point) }

// Faces adds the friction of centroids of triangles.
func (c *Friction) Faces(t int, x []r3.Vec, r []PointResponse) {
	c.w.against(len(c.w.Model.X0)+t, x, r, c.point)
}

// point adds the friction of point i with its planes.
func (c *Friction) point(q *nearby, i int, x r3.Vec, r *PointResponse) {
	w := c.w
	for k := range q.planes[:q.count] {
		pl := &q.planes[k]
		if pl.cone.Limit == 0 {
			continue // avoids a cache miss
		}
		u := r3.Sub(x, w.point(w.State.X, i))
		addFriction(&pl.cone, r3.Add(pl.anchor, r3.Sub(u, pl.disp)), pl.normal, &w.now, r)
	}
}
