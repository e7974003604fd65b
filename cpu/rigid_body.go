// Rigid-body equilibrium of a piece of cloth: motion to zero net force and torque.

package cpu

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"
)

// RigidBody is a piece as a rigid body, with the net gradient and Hessian in its six unknowns.
type RigidBody struct {
	Held    bool // by pins or hands: not moved
	Touched bool // by an obstacle
	still   bool // not moved
	Mass    float64
	Centre  r3.Vec        // of mass [m]
	far     float64       // square of the radius about the centre [m²]
	f       [6]float64    // net gradient [N, N·m]
	size    [6]float64    // sum of magnitudes of the terms of f
	k       [6][6]float64 // second derivative [N/m, N, N·m]
	step    [6]float64    // motion [m, rad]
	gone    float64       // largest displacement of a point by earlier motions [m]
}

// Add adds a term at x: its gradient, and its second derivative h.
func (b *RigidBody) Add(x, gradient r3.Vec, h *Sym3) {
	if b.Held {
		return
	}
	y := r3.Sub(x, b.Centre)
	b.far = max(b.far, r3.Norm2(y))
	c := turned(y, h)
	b.push(gradient, h, &c)
	b.twist(y, gradient, &c)
}

// Twist adds a term on two points of the piece with opposite forces, r from one to the other. It has only a torque.
func (b *RigidBody) Twist(r, gradient r3.Vec, h *Sym3) {
	if !b.Held {
		c := turned(r, h)
		b.twist(r, gradient, &c)
	}
}

// Alike returns the same piece without forces.
func (b *RigidBody) Alike() RigidBody {
	return RigidBody{Held: b.Held, Touched: b.Touched, Mass: b.Mass, Centre: b.Centre, gone: b.gone}
}

// Join adds the terms of another part of the piece.
func (b *RigidBody) Join(o *RigidBody) {
	b.far = max(b.far, o.far)
	for i := range b.f {
		b.f[i] += o.f[i]
		b.size[i] += o.size[i]
		for j := range i + 1 {
			b.k[i][j] += o.k[i][j]
		}
	}
}

// push adds a force at y from the centre to the translational unknowns, and its derivative with respect to translation
// and rotation: the rows of the second derivative and of its product in turned.
func (b *RigidBody) push(gradient r3.Vec, h *Sym3, turned *[3]r3.Vec) {
	b.work(0, gradient)
	k := &b.k
	k[0][0] += h[0]
	k[1][0] += h[5]
	k[1][1] += h[1]
	k[2][0] += h[4]
	k[2][1] += h[3]
	k[2][2] += h[2]
	for j := range turned {
		c := &turned[j]
		k[3][j] += c.X
		k[4][j] += c.Y
		k[5][j] += c.Z
	}
}

// twist adds the torque of a force at y from the centre. A rotation by ω moves the point by ω×y, so the work of the
// force is ω·(y×force). The torque changes with the force and with the lever: (ω×y)×G = y (G·ω) − (y·G) ω. The terms
// are written out, as sums in arrays wait for memory.
func (b *RigidBody) twist(y, g r3.Vec, turned *[3]r3.Vec) {
	b.work(3, r3.Cross(y, g))
	k, yg := &b.k, r3.Dot(y, g)
	cx, cy, cz := &turned[0], &turned[1], &turned[2]
	k[3][3] = k[3][3] + (y.Y*cz.X - y.Z*cy.X) - yg + (y.X*g.X+y.X*g.X)/2
	k[4][3] = k[4][3] + (y.Y*cz.Y - y.Z*cy.Y) + (y.Y*g.X+y.X*g.Y)/2
	k[4][4] = k[4][4] + (y.Z*cx.Y - y.X*cz.Y) - yg + (y.Y*g.Y+y.Y*g.Y)/2
	k[5][3] = k[5][3] + (y.Y*cz.Z - y.Z*cy.Z) + (y.Z*g.X+y.X*g.Z)/2
	k[5][4] = k[5][4] + (y.Z*cx.Z - y.X*cz.Z) + (y.Z*g.Y+y.Y*g.Z)/2
	k[5][5] = k[5][5] + (y.X*cy.Z - y.Y*cx.Z) - yg + (y.Z*g.Z+y.Z*g.Z)/2
}

// work adds a force along the unknowns from first on, or a torque.
func (b *RigidBody) work(first int, f r3.Vec) {
	sum, size := b.f[first:first+3], b.size[first:first+3]
	sum[0] += f.X
	sum[1] += f.Y
	sum[2] += f.Z
	size[0] += math.Abs(f.X)
	size[1] += math.Abs(f.Y)
	size[2] += math.Abs(f.Z)
}

// turned returns the product of y with each column of the second derivative.
func turned(y r3.Vec, h *Sym3) [3]r3.Vec {
	return [3]r3.Vec{
		r3.Cross(y, r3.Vec{X: h[0], Y: h[5], Z: h[4]}),
		r3.Cross(y, r3.Vec{X: h[5], Y: h[1], Z: h[3]}),
		r3.Cross(y, r3.Vec{X: h[4], Y: h[3], Z: h[2]}),
	}
}

// roundingShare is the share of the summed magnitudes below which a net gradient is rounding error.
const roundingShare = 1e-13

// Solve computes the motion to zero net gradient: a translation [m] and a rotation [rad]. It reports whether there is
// one.
func (b *RigidBody) Solve() bool {
	moves := false
	for i, f := range b.f {
		moves = moves || math.Abs(f) > roundingShare*b.size[i]
	}
	b.still = b.Held || !moves
	if b.still {
		return false
	}
	k := mat.NewSymDense(6, nil)
	for i := range 6 {
		for j := range i + 1 {
			k.SetSym(i, j, b.k[i][j])
		}
	}
	var c mat.Cholesky
	out := mat.NewVecDense(6, nil)
	b.still = !c.Factorize(k) || c.SolveVecTo(out, mat.NewVecDense(6, b.f[:])) != nil
	for i := range b.step {
		b.step[i] = -out.AtVec(i)
	}
	return !b.still
}

// MaxDisplacement returns an upper bound of the displacement of points of the piece [m].
func (b *RigidBody) MaxDisplacement() float64 {
	if b.still {
		return 0
	}
	shift, turn := b.motion()
	return r3.Norm(shift) + math.Sqrt(b.far)*r3.Norm(turn)
}

// Shorten limits the displacement of all points by this and earlier motions to way [m]. It reports whether it shortened
// the motion.
func (b *RigidBody) Shorten(way float64) bool {
	all, most := b.MaxDisplacement(), way-b.gone
	if all <= most {
		return false
	}
	b.scale(most / all)
	return true
}

// Begin starts another motion from the end of the last one, for a piece in contact with an obstacle. Other pieces are
// held.
func (b *RigidBody) Begin() {
	next := b.Alike()
	next.Held = b.Held || !b.Touched
	if !b.still {
		shift, _ := b.motion()
		next.Centre, next.gone = r3.Add(b.Centre, shift), b.gone+b.MaxDisplacement()
	}
	*b = next
}

func (b *RigidBody) scale(by float64) {
	for i := range b.step {
		b.step[i] *= by
	}
}

// motion returns the translation [m] and the rotation [rad].
func (b *RigidBody) motion() (shift, turn r3.Vec) {
	return r3.Vec{X: b.step[0], Y: b.step[1], Z: b.step[2]}, r3.Vec{X: b.step[3], Y: b.step[4], Z: b.step[5]}
}

// RigidMotion is a rigid motion of a piece.
type RigidMotion struct {
	still                         bool
	centre, translation, rotation r3.Vec
	once, twice                   float64 // factors of ω×y and of ω×(ω×y)
}

// Motion returns the present motion of the piece.
func (b *RigidBody) Motion() RigidMotion {
	m := RigidMotion{still: b.still, centre: b.Centre}
	m.translation, m.rotation = b.motion()
	a := r3.Norm(m.rotation)
	m.once, m.twice = sinc(a), sinc(a/2)*sinc(a/2)/2
	return m
}

// Move returns a point of the piece after the motion. The rotation by the angle a is y + sin a/a ω×y + ½(sin ½a/½a)²
// ω×(ω×y). Only the increment is computed and added to x, which keeps its digits.
func (m *RigidMotion) Move(x r3.Vec) r3.Vec {
	if m.still {
		return x
	}
	once := r3.Cross(m.rotation, r3.Sub(x, m.centre))
	twice := r3.Cross(m.rotation, once)
	return r3.Add(x, r3.Add(m.translation, r3.Add(r3.Scale(m.once, once), r3.Scale(m.twice, twice))))
}

// sinc returns sin a/a.
func sinc(a float64) float64 {
	if a == 0 {
		return 1
	}
	return math.Sin(a) / a
}
