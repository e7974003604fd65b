package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"
)

// Contact keeps the cloth outside of the colliders. Each vertex near an obstacle feels the
// plane through its closest point; within the thickness δ, with p = δ − d the depth in the
// layer, it is pushed out with the force k·p·(1 + p/ℓ), ℓ = δ/4: soft at the rim, five times
// stiffer than linear at the surface. The force grows with the vertex's area, so the law is
// one of pressure.
//
// The planes are looked up anew in every Newton iteration, with the obstacle where it is at
// the end of the step.
type Contact struct {
	sim *Sim
}

// Name of the term.
func (*Contact) Name() string { return "contact" }

// Begin has nothing to fix: the step itself moves the obstacles.
func (c *Contact) Begin(s *Sim) { c.sim = s }

// layer is the depth scale ℓ of the stiffening relative to the thickness.
const layer = 0.25

// contactForce is the normal force at depth p in the layer of thickness δ, with stiffness k.
func contactForce(k, p, delta float64) float64 { return k * p * (1 + p/(layer*delta)) }

// Vertex adds the contact of vertex i.
func (c *Contact) Vertex(i int, x r3.Vec, r *VertexResponse) {
	s := c.sim
	delta := s.Settings.Thickness
	for _, o := range s.obstacles {
		q := &o.near[i]
		if !q.active {
			continue
		}
		p := delta - (r3.Dot(q.normal, x) - q.offset)
		if p <= 0 {
			continue
		}
		k := s.Settings.ContactStiffness * s.Model.Area[i]
		r.Psi += k * p * p * (0.5 + p/(3*layer*delta))
		r.G = r3.Sub(r.G, r3.Scale(contactForce(k, p, delta), q.normal))
		r.H.addOuter(k*(1+2*p/(layer*delta)), q.normal)
	}
}

// Friction is Coulomb friction against the colliders. The normal force λ is the contact force
// of the latest look-up; the force is μλ against the tangential slip u of the step, made
// smooth below the speed ε_v as in Li et al. 2020 (IPC) eq. 17:
//
//	|f| = μλ·(2y − y²), y = |u|/(ε_v h) < 1
type Friction struct {
	sim *Sim
}

// Name of the term.
func (*Friction) Name() string { return "friction" }

// Begin has nothing to fix: the normal forces come from the look-up of contacts.
func (c *Friction) Begin(s *Sim) { c.sim = s }

// Vertex adds the friction of vertex i.
func (c *Friction) Vertex(i int, x r3.Vec, r *VertexResponse) {
	s := c.sim
	for _, o := range s.obstacles {
		q := &o.near[i]
		if !q.active || q.lambda == 0 {
			continue
		}
		mu := o.Friction
		if mu < 0 {
			mu = s.Model.Parts[s.Model.Part[i]].Fabric.Friction
		}
		if mu == 0 {
			continue
		}
		u := r3.Sub(r3.Sub(x, s.State.X[i]), q.disp)
		u = r3.Sub(u, r3.Scale(r3.Dot(u, q.normal), q.normal))
		psi, g, radial, lateral := coulomb(mu*q.lambda, r3.Norm(u), s.Settings.FrictionSpeed*s.H)
		r.Psi += psi
		r.G = r3.Add(r.G, r3.Scale(lateral, u))
		// lateral·(I − n nᵀ) + (radial − lateral)·û ûᵀ
		r.H.addIdentity(lateral)
		r.H.addOuter(-lateral, q.normal)
		if g > 0 {
			r.H.addOuter((radial-lateral)/r3.Norm2(u), u)
		}
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

// updateForces takes the normal forces for friction at positions x.
func (o *obstacle) updateForces(s *Sim, x []r3.Vec) {
	delta := s.Settings.Thickness
	for i := range x {
		q := &o.near[i]
		q.lambda = 0
		if !q.active {
			continue
		}
		if p := delta - (r3.Dot(q.normal, x[i]) - q.offset); p > 0 {
			q.lambda = contactForce(s.Settings.ContactStiffness*s.Model.Area[i], p, delta)
		}
	}
}
