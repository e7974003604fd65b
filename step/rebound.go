package step

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Hit is what a vertex has run into in a step, for Contact.Restitution: it leaves a body e times as fast along the normal as it came upon it at the start of the step,
// Newton's law of impact. Positions are those of the step without: the velocity alone changes, once the step is accepted, so that all that
// is proved of its way stays.
//
// It gives cloth no energy. With a the speed of approach at the start of the step, b at its end, backward Euler has
//
//	ΔE + ΔT ≤ −½m·(a − b)² − [λ·(way into the layer) − ψ]
//
// for energies that are convex: the first is what its velocity loses (Driver), the second, by how much the work of contact, whose force λ is the one at the end of the step,
// is more than the energy ψ that is in its layer then. So to leave with the speed c, ½m·(c² − b²) may be as much: without other forces that is c² ≤ a² − 2ψ/m, and e·a is less.
// Contact at centroids counts a third at each corner.
type Hit struct {
	normal, disp r3.Vec
	force, freed float64
}

// Feel tells of a plane of normal n, which moves by disp over the step while the point moves by u, that pushes with a force and holds an energy; of a share of
// both the vertex has. own: the plane is the vertex's own.
func (q *Hit) Feel(own bool, share, force, psi float64, n, u, disp r3.Vec) {
	q.freed -= share * (force*r3.Dot(n, r3.Sub(u, disp)) + psi)
	if own && force > q.force {
		q.force, q.normal, q.disp = force, n, disp
	}
}

// Kick is how much faster the vertex of mass m, with velocity v at the start of the step of size h, which moved it by u, leaves.
func (q *Hit) Kick(e, m, h float64, v, u r3.Vec) r3.Vec {
	if q.force == 0 {
		return r3.Vec{}
	}
	wall := r3.Dot(q.normal, q.disp) / h
	a, b := wall-r3.Dot(q.normal, v), wall-r3.Dot(q.normal, u)/h
	c := min(e*a, math.Sqrt(max(0, b*b+(a-b)*(a-b)+2*q.freed/m)))
	return r3.Scale(max(0, b+c), q.normal)
}
