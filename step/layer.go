package step

// ContactForce returns the normal force at depth p in the layer of thickness δ, with stiffness k.
func ContactForce(k, p, delta float64) float64 { return k * p * (1 + p/(Layer*delta)) }

// ContactEnergy returns the potential ∫ContactForce over the depth.
func ContactEnergy(k, p, delta float64) float64 { return k * p * p * (0.5 + p/(3*Layer*delta)) }

// HardenedBy returns the hardening of the layer of an obstacle, of thickness δ and stiffness k, at the distance d: ψ
// [J], f [N] and −df/dd [N/m]. With b = δ/4
//
//	f = 64·kδ·(1 − d/b)²
//
// below b, also inside of the obstacle. ψ is convex, and its second derivative is continuous.
func HardenedBy(k, d, delta float64) (psi, force, slope float64) {
	b := Hard * delta
	if d >= b {
		return 0, 0, 0
	}
	u, f := 1-d/b, Hardened*k*delta
	return f * b * u * u * u / 3, f * u * u, 2 * f * u / b
}

// Pressed returns the force and the energy of the layer at the distance d, measured from spare where it hardens.
func Pressed(k, d, spare, delta float64, hard bool) (force, psi float64) {
	force, psi = ContactForce(k, delta-d, delta), ContactEnergy(k, delta-d, delta)
	if hard {
		more, by, _ := HardenedBy(k, d-spare, delta)
		return force + by, psi + more
	}
	return force, psi
}

// Coulomb returns Huber's function of the length y with the limit f, reached at the length ℓ: ψ, ψ″ and ψ′/y.
func Coulomb(f, y, slip float64) (psi, radial, lateral float64) {
	if y <= slip {
		k := f / slip
		return k * y * y / 2, k, k
	}
	return f * (y - slip/2), 0, f / y
}
