package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
)

// addContact adds the contact at depth p in a plane with normal n. In an active-set re-solve p may be negative; the law
// is continued linearly there.
func addContact(k, p, delta float64, n r3.Vec, r *PointResponse) {
	stiffening := max(p, 0) / (step.Layer * delta)
	r.Psi += k * p * p * (0.5 + stiffening/3)
	r.G = r3.Sub(r.G, r3.Scale(k*p*(1+stiffening), n))
	r.H.AddOuter(k*(1+2*stiffening), n)
}

// addHardened adds the hardened layer in a plane with normal n.
func addHardened(k, d, delta float64, n r3.Vec, r *PointResponse) {
	psi, force, slope := step.HardenedBy(k, d, delta)
	r.Psi += psi
	r.G = r3.Sub(r.G, r3.Scale(force, n))
	r.H.AddOuter(slope, n)
}

// addFriction adds the friction at the elastic slip q [m], projected to the plane of normal n: the potential of the
// length y = √(qᵀQq). In directions of weaker friction lengths are shorter, so its elastic slip is ℓ·limit/weakest.
func addFriction(g *FrictionCone, q, n r3.Vec, w *now, r *PointResponse) {
	if g.Limit == 0 {
		return
	}
	q = r3.Sub(q, r3.Scale(r3.Dot(q, n), n))
	qq, y := g.Across(q)
	psi, radial, lateral := step.Coulomb(g.Limit, y, w.Settings.FrictionSlip)
	r.Psi += psi
	r.G = r3.Add(r.G, r3.Scale(lateral, qq))
	// lateral·Q + (radial − lateral)·Qq(Qq)ᵀ/y², with Q = I − n nᵀ if isotropic. Without the second, negative part
	// the quadratic model is above the potential everywhere, so full steps decrease it also when a slip reverses,
	// where the true curvature jumps from zero.
	r.H.AddIdentity(g.Weak * lateral)
	r.H.AddOuter(-g.Weak*lateral, n)
	if g.Weak != 1 {
		r.H.AddOuter((1-g.Weak)*lateral, g.Axis)
	}
	if radial != lateral && (w.exact || w.semismooth) {
		r.H.AddOuter((radial-lateral)/(y*y), qq)
	}
}
