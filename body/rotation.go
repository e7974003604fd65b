package body

import (
	"math"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"
)

var identity = quat.Number{Real: 1}

// rotation returns the unit quaternion of a rotation vector (axis times angle [rad]).
func rotation(v r3.Vec) quat.Number {
	angle := r3.Norm(v)
	s := 0.5 // sin(angle/2)/angle for small angles
	if angle > 1e-9 {
		s = math.Sin(angle/2) / angle
	}
	return quat.Number{Real: math.Cos(angle / 2), Imag: s * v.X, Jmag: s * v.Y, Kmag: s * v.Z}
}

// about returns the rotation by angle [rad] about an axis of any length.
func about(axis r3.Vec, angle float64) quat.Number {
	return rotation(r3.Scale(angle/r3.Norm(axis), axis))
}

// between returns the smallest rotation from unit vector a to unit vector b (not opposite).
func between(a, b r3.Vec) quat.Number {
	c := r3.Cross(a, b)
	q := quat.Number{Real: 1 + r3.Dot(a, b), Imag: c.X, Jmag: c.Y, Kmag: c.Z}
	return quat.Scale(1/quat.Abs(q), q)
}

func quatDot(a, b quat.Number) float64 {
	return a.Real*b.Real + a.Imag*b.Imag + a.Jmag*b.Jmag + a.Kmag*b.Kmag
}

func turn(q quat.Number, v r3.Vec) r3.Vec { return newRot(q).apply(v) }

// rot is a rotation matrix, by rows.
type rot [3]r3.Vec

func newRot(q quat.Number) rot {
	w, x, y, z := q.Real, q.Imag, q.Jmag, q.Kmag
	return rot{
		{X: 1 - 2*(y*y+z*z), Y: 2 * (x*y - w*z), Z: 2 * (x*z + w*y)},
		{X: 2 * (x*y + w*z), Y: 1 - 2*(x*x+z*z), Z: 2 * (y*z - w*x)},
		{X: 2 * (x*z - w*y), Y: 2 * (y*z + w*x), Z: 1 - 2*(x*x+y*y)},
	}
}

func (m rot) apply(v r3.Vec) r3.Vec {
	return r3.Vec{X: r3.Dot(m[0], v), Y: r3.Dot(m[1], v), Z: r3.Dot(m[2], v)}
}

// ease returns the quintic 6u⁵−15u⁴+10u³ on [0,1], clamped outside: from 0 to 1 with zero velocity and acceleration at
// both ends, so that pieces join C².
func ease(u float64) float64 {
	u = min(1, max(0, u))
	return u * u * u * (u*(6*u-15) + 10)
}

// ramp eases from 0 at t0 to 1 at t1.
func ramp(t, t0, t1 float64) float64 { return ease((t - t0) / (t1 - t0)) }
