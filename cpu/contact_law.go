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

// addFriction adds the friction against the displacement u of a step [m] along the plane of
// normal n: the potential of the length y = √(uᵀQu). Where friction is weaker than its limit,
// lengths are shorter, and so the smoothing reaches up to ε_v times limit over weakest.
func addFriction(g *grip, u, n r3.Vec, w *now, r *PointResponse) {
	if g.limit == 0 {
		return
	}
	u = r3.Sub(u, r3.Scale(r3.Dot(u, n), n))
	qu, y := g.across(u)
	psi, d1, radial, lateral := coulomb(g.limit, y, w.Settings.FrictionSpeed*w.H)
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
	if d1 > 0 && w.exact {
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
