package serve

import (
	"math"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
)

// pinPath moves a pin to a target at constant velocity, where it stays.
type pinPath struct {
	Vertex   int32
	From, To r3.Vec  // [m]
	Start    float64 // [s]
	Seconds  float64 // 0: within the next step
}

// at returns the target of the pin at a time.
func (p *pinPath) at(t float64) r3.Vec {
	switch {
	case p.ended(t):
		return p.To
	case t <= p.Start:
		return p.From
	}
	return r3.Add(p.From, r3.Scale((t-p.Start)/p.Seconds, r3.Sub(p.To, p.From)))
}

// ended reports whether the pin has arrived, up to a nanosecond of rounding: steps are at least a thousand times
// longer.
func (p *pinPath) ended(t float64) bool { return t >= p.Start+p.Seconds-1e-9 }

// pose is a rigid motion of a body in addition to its own: between two placements at constant velocity and angular
// velocity, then at rest.
type pose struct {
	Body           int
	Centre         r3.Vec // centre of rotation: centroid of its vertices, at the position of its own motion at time 0 [m]
	From, To       placed
	Start, Seconds float64 // [s]
}

// placed is a displacement of the centre [m], and a rotation about it.
type placed struct {
	Offset r3.Vec
	Turn   quat.Number // of unit length; zero: none
}

// at returns the placement of the body at a time.
func (p *pose) at(t float64) placed {
	switch {
	case t >= p.Start+p.Seconds:
		return p.To
	case t <= p.Start:
		return p.From
	}
	u := (t - p.Start) / p.Seconds
	between := quat.Mul(whole(p.To.Turn), quat.Conj(whole(p.From.Turn)))
	axis, angle := axisOf(between)
	return placed{r3.Add(p.From.Offset, r3.Scale(u, r3.Sub(p.To.Offset, p.From.Offset))),
		quat.Mul(quat.Number(r3.NewRotation(u*angle, axis)), whole(p.From.Turn))}
}

// whole returns a rotation, the identity for zero.
func whole(q quat.Number) quat.Number {
	if q == (quat.Number{}) {
		return quat.Number{Real: 1}
	}
	return q
}

// axisOf returns axis and angle of a unit quaternion, 0 to π.
func axisOf(q quat.Number) (axis r3.Vec, angle float64) {
	if q.Real < 0 {
		q = quat.Scale(-1, q)
	}
	axis = r3.Vec{X: q.Imag, Y: q.Jmag, Z: q.Kmag}
	l := r3.Norm(axis)
	if l == 0 {
		return r3.Vec{Y: 1}, 0
	}
	return r3.Scale(1/l, axis), 2 * math.Atan2(l, q.Real)
}

// posed is a body that a client has moved.
type posed struct {
	step.Surface
	pose
}

// Positions implements step.Surface.
func (b *posed) Positions(dst []r3.Vec, t float64) {
	b.Surface.Positions(dst, t)
	at := b.at(t)
	if at == (placed{}) {
		return
	}
	turn := r3.Rotation(whole(at.Turn))
	for i, x := range dst {
		dst[i] = r3.Add(r3.Add(turn.Rotate(r3.Sub(x, b.Centre)), b.Centre), at.Offset)
	}
}
