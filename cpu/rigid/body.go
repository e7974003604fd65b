// Package rigid moves a piece of cloth as a rigid body to where what acts on it is balanced.
package rigid

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cpu/bearing"
)

// Body is a piece as a rigid body: what acts on it, along the axes and around them through its centre.
type Body struct {
	Held    bool // by pins or hands: not moved
	Touched bool // by an obstacle
	still   bool // not moved
	Mass    float64
	Centre  r3.Vec        // of mass [m]
	far     float64       // the square of the radius about it [m²]
	f       [6]float64    // net gradient [N, N·m]
	size    [6]float64    // of what is summed up in it
	k       [6][6]float64 // second derivative [N/m, N, N·m]
	step    [6]float64    // the motion [m, rad]
	left    float64       // of the gradient along the motion, after it [J]
}

// Add adds what acts at x: the gradient, and the second derivative h.
func (b *Body) Add(x, gradient r3.Vec, h *bearing.Sym3) {
	if b.Held {
		return
	}
	y := r3.Sub(x, b.Centre)
	b.far = max(b.far, r3.Norm2(y))
	b.act(y, gradient, h, 0)
}

// Twist adds what acts on two points of the piece, opposite on each, by the way r from one to the other: nothing but a torque.
func (b *Body) Twist(r, gradient r3.Vec, h *bearing.Sym3) {
	if !b.Held {
		b.act(r, gradient, h, 3)
	}
}

// Alike is the same piece, with nothing that acts on it.
func (b *Body) Alike() Body {
	return Body{Held: b.Held, Touched: b.Touched, still: b.still, Mass: b.Mass, Centre: b.Centre, step: b.step}
}

// Join adds what acts on another part of the piece.
func (b *Body) Join(o *Body) {
	b.far, b.left = max(b.far, o.far), b.left+o.left
	for i := range b.f {
		b.f[i] += o.f[i]
		b.size[i] += o.size[i]
		for j := range i + 1 {
			b.k[i][j] += o.k[i][j]
		}
	}
}

// act adds what acts at y from the centre to motions from the first on: a turn by ω moves it by ω×y, and what a force makes of that is ω·(y×force).
func (b *Body) act(y, gradient r3.Vec, h *bearing.Sym3, first int) {
	hx, hy, hz := r3.Vec{X: h[0], Y: h[5], Z: h[4]}, r3.Vec{X: h[5], Y: h[1], Z: h[3]}, r3.Vec{X: h[4], Y: h[3], Z: h[2]}
	forces := [6]r3.Vec{hx, hy, hz, // per unit of each motion
		r3.Add(r3.Scale(-y.Z, hy), r3.Scale(y.Y, hz)), r3.Add(r3.Scale(y.Z, hx), r3.Scale(-y.X, hz)), r3.Add(r3.Scale(-y.Y, hx), r3.Scale(y.X, hy))}
	f := work(y, gradient)
	for i := first; i < len(f); i++ {
		b.f[i] += f[i]
		b.size[i] += math.Abs(f[i])
		k := work(y, forces[i])
		for j := first; j <= i; j++ {
			b.k[i][j] += k[j]
		}
	}
	// Torques change with the lever too: (ω×y)×G = y (G·ω) − (y·G) ω.
	yy, gg, yg := [3]float64{y.X, y.Y, y.Z}, [3]float64{gradient.X, gradient.Y, gradient.Z}, r3.Dot(y, gradient)
	for i := range 3 {
		b.k[3+i][3+i] -= yg
		for j := range i + 1 {
			b.k[3+i][3+j] += (yy[i]*gg[j] + yy[j]*gg[i]) / 2
		}
	}
}

// work is what a force at y from the centre does along each motion, per unit.
func work(y, force r3.Vec) [6]float64 {
	turn := r3.Cross(y, force)
	return [6]float64{force.X, force.Y, force.Z, turn.X, turn.Y, turn.Z}
}

// balanced is the share of what acts on a piece below which the rest is rounding.
const balanced = 1e-13

// Solve turns the net gradient into the motion that leaves none: a translation [m] and a rotation [rad]. It tells whether
// there is one.
func (b *Body) Solve() bool {
	moves := false
	for i, f := range b.f {
		moves = moves || math.Abs(f) > balanced*b.size[i]
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
	b.left = 0
	return !b.still
}

// Way is the most that the motion moves a point of the piece by [m].
func (b *Body) Way() float64 {
	if b.still {
		return 0
	}
	shift, turn := b.motion()
	return r3.Norm(shift) + math.Sqrt(b.far)*r3.Norm(turn)
}

// Shorten lets the motion move no point of the piece by more than way [m].
func (b *Body) Shorten(way float64) {
	if all := b.Way(); all > way {
		b.scale(way / all)
	}
}

// After adds what acts at x, a place before the motion, after it.
func (b *Body) After(x, gradient r3.Vec) {
	shift, turn := b.motion()
	b.left += r3.Dot(gradient, r3.Add(shift, r3.Cross(turn, r3.Sub(x, b.Centre))))
}

// Twisted adds what acts on two points of the piece, by the way r between them before the motion, after it.
func (b *Body) Twisted(r, gradient r3.Vec) {
	_, turn := b.motion()
	b.left += r3.Dot(gradient, r3.Cross(turn, r))
}

// Correct lengthens or shortens the motion to where the gradient along it, by what it was before and is after it, comes to nothing, at most mostLonger
// times: the second derivatives of friction that slides stand for more than there are, so that what they lead to is part of the way.
func (b *Body) Correct() {
	var before float64
	for i, f := range b.f {
		before += f * b.step[i]
	}
	if by := before / (before - b.left); before < 0 && by > 0 {
		b.scale(min(by, mostLonger))
	} else {
		b.scale(mostLonger)
	}
}

// mostLonger is how much longer than by second derivatives a motion may be.
const mostLonger = 1000

func (b *Body) scale(by float64) {
	for i := range b.step {
		b.step[i] *= by
	}
}

// motion is a translation [m] and a rotation [rad].
func (b *Body) motion() (shift, turn r3.Vec) {
	return r3.Vec{X: b.step[0], Y: b.step[1], Z: b.step[2]}, r3.Vec{X: b.step[3], Y: b.step[4], Z: b.step[5]}
}

// Motion is how a piece moves.
type Motion struct {
	still               bool
	centre, shift, turn r3.Vec
	once, twice         float64 // of ω×y, and of ω×(ω×y)
}

// Motion is the one that the piece has now.
func (b *Body) Motion() Motion {
	m := Motion{still: b.still, centre: b.Centre}
	m.shift, m.turn = b.motion()
	a := r3.Norm(m.turn)
	m.once, m.twice = sinc(a), sinc(a/2)*sinc(a/2)/2
	return m
}

// Move is where the motion takes a point of the piece. The rotation by the angle a is y + sin a/a ω×y + ½(sin ½a/½a)² ω×(ω×y); what is added to x keeps its digits.
func (m *Motion) Move(x r3.Vec) r3.Vec {
	if m.still {
		return x
	}
	once := r3.Cross(m.turn, r3.Sub(x, m.centre))
	twice := r3.Cross(m.turn, once)
	return r3.Add(x, r3.Add(m.shift, r3.Add(r3.Scale(m.once, once), r3.Scale(m.twice, twice))))
}

// sinc is sin a/a.
func sinc(a float64) float64 {
	if a == 0 {
		return 1
	}
	return math.Sin(a) / a
}
