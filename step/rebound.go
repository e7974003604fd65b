package step

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Touching is a contact plane in whose layer a point is at the end of a step, with the forces on the point.
type Touching struct {
	Normal, Disp r3.Vec  // of the plane, outwards; displacement of what is fixed to it over the step [m]
	Force, Psi   float64 // normal force λ [N] and energy of the layer [J]
	Friction     r3.Vec  // force of friction [N]
}

// Limit is the friction limit in the plane relative to the normal force: μ along a unit axis, μ·√weak across.
// weak = 1: isotropic.
type Limit struct {
	Mu, Weak float64
	Axis     r3.Vec
}

// Impact is the contact of a vertex with bodies in a step. It determines the velocity with which the vertex leaves the
// step. Positions stay: only velocities change, once the step is accepted.
//
// With s the speed along the normal n away from the body, at the end of the step, and P = hλ/m the impulse of the layer
// per mass, other forces alone would have led to s − P. A rigid body gives the impulse P' ≥ 0 of Moreau's impact law
// (Moreau 1988) instead,
//
//	s' = max(s − P, ρ),  P' = s' − (s − P),  ρ = e·a for an approach a > 0 at the start of the step, −a otherwise.
//
// So a vertex that approaches leaves with e·a, wherever in the step the body was met. A vertex that does not approach
// is only slowed (s' ≤ s): speed beyond ρ is from the energy of the layer, which a rigid body does not have.
//
// Friction acts with the impulse of the step, T, and has the limit μP'. If P' > P, the rest μ(P' − P) acts on
// the slip that is left, see slowed. If P' < P and T is beyond μP', the excess is given back.
//
// Energy: backward Euler takes at least ½m(a + s)² + λ·(way into the layer) − ψ, for energies that are convex.
// So s' may be as large as √(s² + (a + s)² + 2(λ·way − ψ)/m); without other forces this is √(a² − 2ψ/m). The
// rest of friction only dissipates. To give back w of T costs at most the work of friction in the step and
// ½mw²; w² ≤ s² − s'², which the normal motion has lost.
//
// Forces on centroids count a third at each corner.
type Impact struct {
	own      Touching // the plane of the vertex itself with the largest force; zero: none
	load     r3.Vec   // normal forces of all planes [N]
	friction r3.Vec   // of all planes [N]
	freed    float64  // λ·(way into the layer) − ψ, of all planes [J]
}

// Own adds a plane of the vertex itself, which has moved by u over the step. It reports whether that plane has the
// largest force so far.
func (q *Impact) Own(t *Touching, u r3.Vec) bool {
	q.Share(t, 1, u)
	counts := t.Force > q.own.Force
	if counts {
		q.own = *t
	}
	return counts
}

// Share adds a plane in which the vertex, which has moved by u over the step, has a share.
func (q *Impact) Share(t *Touching, share float64, u r3.Vec) {
	q.freed -= share * (t.Force*r3.Dot(t.Normal, r3.Sub(u, t.Disp)) + t.Psi)
	q.load = r3.Add(q.load, r3.Scale(share*t.Force, t.Normal))
	q.friction = r3.Add(q.friction, r3.Scale(share, t.Friction))
}

// Load returns the normal and the normal force of all planes along it [N].
func (q *Impact) Load() (n r3.Vec, load float64) { return q.own.Normal, r3.Dot(q.own.Normal, q.load) }

// Kick returns the change of velocity of a vertex of mass m [kg] by an impact with restitution e and the friction limit
// g, in a backward Euler step of size h [s] that has moved it by u [m] from the velocity v.
func (q *Impact) Kick(e, m, h float64, g Limit, v, u r3.Vec) r3.Vec {
	n, load := q.Load()
	if load <= 0 {
		return r3.Vec{}
	}
	r := r3.Scale(1/h, r3.Sub(u, q.own.Disp)) // velocity relative to the body
	s, a, p := r3.Dot(n, r), r3.Dot(n, q.own.Disp)/h-r3.Dot(n, v), h*load/m
	to := math.Max(s-p, math.Max(e*a, -a))
	if to > s {
		if a <= 0 {
			return r3.Vec{}
		}
		to = math.Max(s, math.Min(to, math.Sqrt(math.Max(0, s*s+(a+s)*(a+s)+2*q.freed/m))))
	}
	slip := r3.Sub(r, r3.Scale(s, n))
	kick := r3.Scale(to-s, n)
	if to >= s {
		return r3.Add(kick, r3.Sub(g.slowed(slip, g.Mu*(to-s)), slip))
	}
	t := r3.Scale(h/m, q.friction)
	t = r3.Sub(t, r3.Scale(r3.Dot(n, t), n))
	length := g.length(t)
	if limit := g.Mu * (p + to - s); length > limit {
		back := math.Min(1-limit/length, math.Sqrt(s*s-to*to)/r3.Norm(t))
		kick = r3.Sub(kick, r3.Scale(back, t))
	}
	return kick
}

// length returns the length of a force in the plane, in the norm in which the limit is μ in any direction.
func (g *Limit) length(t r3.Vec) float64 {
	along := r3.Dot(g.Axis, t)
	across := r3.Norm2(t) - along*along
	if g.Weak == 1 || across <= 0 {
		return r3.Norm(t)
	}
	return math.Sqrt(along*along + across/g.Weak)
}

// slowed returns the slip velocity r after an impulse of friction with the limit c [m/s]: the minimum over r' of ½|r' −
// r|² + c·√(r'ᵀQr'), with Q = 1 along the axis and weak across. It is backward Euler with friction alone: it
// dissipates, ends at zero and does not reverse the slip. With y = √(r'ᵀQr')
//
//	r'₁ = r₁·y/(y + c),  r'₂ = r₂·y/(y + weak·c),  r₁²/(y + c)² + weak·r₂²/(y + weak·c)² = 1.
//
// The left side falls with y and is convex; Newton's method starts below the root, where either term is one.
func (g *Limit) slowed(r r3.Vec, c float64) r3.Vec {
	if c <= 0 {
		return r
	}
	if g.Weak == 1 {
		return r3.Scale(math.Max(0, 1-c/math.Max(c, r3.Norm(r))), r)
	}
	r1 := r3.Dot(g.Axis, r)
	across := r3.Sub(r, r3.Scale(r1, g.Axis))
	r2, w := r3.Norm(across), g.Weak
	y := math.Max(math.Abs(r1)-c, math.Sqrt(w)*r2-w*c)
	if y <= 0 && r1*r1*w+r2*r2 <= w*c*c {
		return r3.Vec{}
	}
	y = math.Max(y, 0)
	for range 8 {
		p, q := y+c, y+w*c
		if q <= 0 {
			break
		}
		f, d := r1*r1/(p*p)-1, -2*r1*r1/(p*p*p)
		f, d = f+w*r2*r2/(q*q), d-2*w*r2*r2/(q*q*q)
		if d == 0 || f <= 0 {
			break
		}
		y -= f / d
	}
	along, over := r1*y/(y+c), 1.
	if q := y + w*c; q > 0 {
		over = y / q
	}
	return r3.Add(r3.Scale(along, g.Axis), r3.Scale(over, across))
}
