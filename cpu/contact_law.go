package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
)

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

// hardened is what hardens the layer of an obstacle, of thickness δ and stiffness k, at the distance d: ψ [J], f [N] and −df/dd [N/m]. With b = δ/4
//
//	f = 64·kδ·(1 − d/b)²
//
// below b, inside of the obstacle too. ψ is convex, and its second derivative has no jump.
func hardened(k, d, delta float64) (psi, force, slope float64) {
	b := step.Hard * delta
	if d >= b {
		return 0, 0, 0
	}
	u, f := 1-d/b, step.Hardened*k*delta
	return f * b * u * u * u / 3, f * u * u, 2 * f * u / b
}

// addHardened adds that of a plane with normal n.
func addHardened(k, d, delta float64, n r3.Vec, r *PointResponse) {
	psi, force, slope := hardened(k, d, delta)
	r.Psi += psi
	r.G = r3.Sub(r.G, r3.Scale(force, n))
	r.H.addOuter(slope, n)
}

// addFriction adds the friction at the elastic slip q [m], which is taken along the plane of normal n: the
// potential of the length y = √(qᵀQq). Where friction is weaker than its limit, lengths are shorter, and so
// it gives by ℓ times limit over weakest.
func addFriction(g *grip, q, n r3.Vec, w *now, r *PointResponse) {
	if g.limit == 0 {
		return
	}
	q = r3.Sub(q, r3.Scale(r3.Dot(q, n), n))
	qq, y := g.across(q)
	psi, radial, lateral := coulomb(g.limit, y, w.Settings.FrictionSlip)
	r.Psi += psi
	r.G = r3.Add(r.G, r3.Scale(lateral, qq))
	// lateral·Q + (radial − lateral)·Qq(Qq)ᵀ/y², with Q = I − n nᵀ if isotropic. Without the
	// second, negative part the quadratic model lies above the potential everywhere, so that full
	// steps descend across the reversal of a slip, where the true curvature jumps from zero.
	r.H.addIdentity(g.weak * lateral)
	r.H.addOuter(-g.weak*lateral, n)
	if g.weak != 1 {
		r.H.addOuter((1-g.weak)*lateral, g.axis)
	}
	if radial != lateral && w.exact {
		r.H.addOuter((radial-lateral)/(y*y), qq)
	}
}

// coulomb is Huber's function of the length y with the limit f, which is reached at the length ℓ: ψ, ψ″ and ψ′/y.
func coulomb(f, y, slip float64) (psi, radial, lateral float64) {
	if y <= slip {
		k := f / slip
		return k * y * y / 2, k, k
	}
	return f * (y - slip/2), 0, f / y
}

// held is the part of the slip q that is elastic: as long as friction can hold it.
func (g *grip) held(q, n r3.Vec, slip float64) r3.Vec {
	q = r3.Sub(q, r3.Scale(r3.Dot(q, n), n))
	if _, y := g.across(q); y > slip {
		return r3.Scale(slip/y, q)
	}
	return q
}
