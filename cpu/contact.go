package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
)

// Contact keeps the cloth outside of the colliders. Its contact points are the vertices and
// the centroids of the triangles, so that a body does not poke through between vertices: on
// edges of 2 cm they leave gaps of a 7 mm radius, into which a surface of 2 cm curvature
// radius reaches 1.1 mm, well within the usual thickness.
//
// Each point near an obstacle feels the plane through its closest point; within the thickness
// δ, with p = δ − d the depth in the layer, it is pushed out with the force k·p·(1 + p/ℓ),
// ℓ = δ/4: soft at the rim, five times stiffer than linear at the surface. The force grows
// with the area the point stands for, so the law is one of pressure.
//
// The planes are looked up anew in the first Newton iterations and where vertices wander
// (Settings.LooksAgain), with the obstacle where it is at the end of the step; see obstacle.detect.
type Contact struct {
	sim *Sim
}

// Name of the term.
func (*Contact) Name() string { return "contact" }

// Begin has nothing to fix: the step itself moves the obstacles.
func (c *Contact) Begin(s *Sim) { c.sim = s }

// contactForce is the normal force at depth p in the layer of thickness δ, with stiffness k.
func contactForce(k, p, delta float64) float64 { return k * p * (1 + p/(step.Layer*delta)) }

// addContact adds the contact at depth p of a plane with normal n. Contact that is only foreseen may
// be above the layer yet: the law goes on there as a line.
func addContact(k, p, delta float64, n r3.Vec, r *PointResponse) {
	stiffening := max(p, 0) / (step.Layer * delta)
	r.Psi += k * p * p * (0.5 + stiffening/3)
	r.G = r3.Sub(r.G, r3.Scale(k*p*(1+stiffening), n))
	r.H.addOuter(k*(1+2*stiffening), n)
}

// Vertex adds the contact of vertex i.
func (c *Contact) Vertex(i int, x r3.Vec, r *PointResponse) { c.point(i, x, r) }

// Face adds the contact of the centroid of triangle t.
func (c *Contact) Face(t int, x r3.Vec, r *PointResponse) { c.point(len(c.sim.vert)+t, x, r) }

func (c *Contact) point(i int, x r3.Vec, r *PointResponse) {
	s := c.sim
	for _, o := range s.obstacles {
		if !o.live[i] {
			continue
		}
		q := &o.near[i]
		delta, k := s.contactLaw(i)
		for c := range q.planes[:q.count] {
			pl := &q.planes[c]
			p := delta - pl.distance(x)
			if s.inLayer(p, &pl.in) {
				addContact(k, p, delta, pl.normal, r)
			}
		}
	}
}

// contactLaw returns the thickness δ [m] and the stiffness [N/m] of contact point i. Vertices
// and centroids each stand for half of the cloth's area.
func (s *Sim) contactLaw(i int) (delta, k float64) {
	n := len(s.vert)
	if i < n {
		return s.Settings.Thickness + s.Model.Parts[s.Model.Part[i]].Gap, s.Settings.ContactStiffness * s.Model.Area[i] / 2
	}
	r := &s.Model.Rest[i-n]
	return s.Settings.Thickness + s.Model.Parts[r.Part].Gap, s.Settings.ContactStiffness * r.Area / 2
}

// Friction is the friction against the colliders. The normal force λ is the contact force of the
// latest look-up; the force is μλ against the tangential slip u of the step, made smooth below the
// speed ε_v as in Li et al. 2020 (IPC) eq. 17:
//
//	|f| = μλ·(2y − y²), y = |u|/(ε_v h) < 1
//
// With measured friction the limit depends on λ and the direction of the slip, see grip.
type Friction struct {
	sim  *Sim
	mean []r3.Vec // centroids at the start of the step
}

// Name of the term.
func (*Friction) Name() string { return "friction" }

// Begin takes the centroids that slip is counted from.
func (c *Friction) Begin(s *Sim) {
	c.sim = s
	c.mean = resize(c.mean, len(s.Model.Tri))
	for t, a := range s.Model.Tri {
		c.mean[t] = mean3(s.State.X, a)
	}
}

// Vertex adds the friction of vertex i.
func (c *Friction) Vertex(i int, x r3.Vec, r *PointResponse) {
	c.point(i, x, c.sim.State.X[i], r)
}

// Face adds the friction of the centroid of triangle t.
func (c *Friction) Face(t int, x r3.Vec, r *PointResponse) {
	c.point(len(c.sim.vert)+t, x, c.mean[t], r)
}

func (c *Friction) point(i int, x, x0 r3.Vec, r *PointResponse) {
	s := c.sim
	for _, o := range s.obstacles {
		if !o.live[i] {
			continue
		}
		q := &o.near[i]
		for k := range q.planes[:q.count] {
			pl := &q.planes[k]
			addFriction(&pl.grip, r3.Sub(r3.Sub(x, x0), pl.disp), pl.normal, s, r)
		}
	}
}

// addFriction adds the friction against the displacement u of a step [m] along the plane of
// normal n: the potential of the length y = √(uᵀQu). Where friction is weaker than its limit,
// lengths are shorter, and so the smoothing reaches up to ε_v times limit over weakest.
func addFriction(g *grip, u, n r3.Vec, s *Sim, r *PointResponse) {
	if g.limit == 0 {
		return
	}
	u = r3.Sub(u, r3.Scale(r3.Dot(u, n), n))
	qu, y := g.across(u)
	psi, d1, radial, lateral := coulomb(g.limit, y, s.Settings.FrictionSpeed*s.H)
	r.Psi += psi
	r.G = r3.Add(r.G, r3.Scale(lateral, qu))
	// lateral·Q + (radial − lateral)·Qu(Qu)ᵀ/y², with Q = I − n nᵀ if isotropic. Without the
	// second, negative part the quadratic model lies above the potential everywhere, so that full
	// steps descend across the reversal of a slip, where the true curvature jumps from zero.
	r.H.addIdentity(g.weak * lateral)
	r.H.addOuter(-g.weak*lateral, n)
	if g.weak != 1 {
		r.H.addOuter((1-g.weak)*lateral, g.axis)
	}
	if d1 > 0 && s.exact {
		r.H.addOuter((radial-lateral)/(y*y), qu)
	}
}

// coulomb is the smoothed friction potential for slip y and limit f: ψ(y), ψ′, ψ″ and ψ′/y.
func coulomb(f, y, eps float64) (psi, d1, d2, d1OverY float64) {
	if y >= eps {
		return f * (y - eps/3), f, 0, f / y
	}
	t := y / eps
	return f * y * t * (1 - t/3), f * t * (2 - t), 2 * f / eps * (1 - t), f / eps * (2 - t)
}

// inLayer tells whether a contact at depth p counts, and notes it for foresee, or follows the note.
func (s *Sim) inLayer(p float64, in *bool) bool {
	if !s.foreseen {
		*in = p > 0
	}
	return *in
}
