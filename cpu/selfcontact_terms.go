package cpu

import "gonum.org/v1/gonum/spatial/r3"

// SelfContact keeps features of the cloth apart, by the law of Contact for the distance of each active pair: with p = δ
// − d the depth in the layer of thickness δ, the force is k·p·(1 + p/ℓ). Planes and weights are constant in an
// evaluation, so the potential is convex, and forces on the four vertices sum to zero. Its twin is
// shaders/include/self_contact.glsl.
type SelfContact struct{ w *World }

// Name of the term.
func (*SelfContact) Name() string { return "self_contact" }

// Begin does nothing: the step collects the pairs.
func (c *SelfContact) Begin(w *World) { c.w = w }

// Pair adds the contact of active pair i at the vector r between its features.
func (c *SelfContact) Pair(i int, r r3.Vec, out *PointResponse) {
	q := &c.w.self.active[i]
	p := q.delta - r3.Dot(q.normal, r)
	if c.w.inLayer(p, &q.in) {
		q.touched = true
		addContact(q.k, p, q.delta, q.normal, out)
	}
}

// SelfFriction is the friction of cloth on cloth, by the law of Friction, with the normal force of the latest contact
// detection and the elastic slip of the pair. Its twin is shaders/include/self_friction.glsl.
type SelfFriction struct{ w *World }

// Name of the term.
func (*SelfFriction) Name() string { return "self_friction" }

// Begin does nothing: pairs have their start positions.
func (c *SelfFriction) Begin(w *World) { c.w = w }

// Pair adds the friction of active pair i at the vector r between its features.
func (c *SelfFriction) Pair(i int, r r3.Vec, out *PointResponse) {
	q := &c.w.self.active[i]
	addFriction(&q.cone, r3.Add(q.anchor, r3.Sub(r, q.start)), q.normal, &c.w.now, out)
}
