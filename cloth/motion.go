package cloth

import (
	"fmt"
	"math"
	"sort"

	"gonum.org/v1/gonum/spatial/r3"
)

// Motion is a keyframed rigid motion of pinned vertices or a body. At time t a point that started at x is at
//
//	origin + R(axis, angle(t))·(x − origin) + offset(t)
//
// Angles are not reduced: 720° are two turns. The motion is constant before the first and after the last key.
type Motion struct {
	Axis   r3.Vec // of the rotation, of any length > 0; unused without rotation
	Origin r3.Vec // a point on the axis [m]
	// Linear interpolates between keys. Otherwise angle and offset follow the quintic ease 6u⁵−15u⁴+10u³, at rest
	// at every key, with continuous velocity and acceleration.
	Linear bool
	Keys   []MotionKey // times increase; the first is the start: angle and offset 0
}

// MotionKey is the pose of a motion at a time.
type MotionKey struct {
	Time   float64 // [s]
	Angle  float64 // [rad], right-handed about the axis
	Offset r3.Vec  // [m]
}

// Check returns an error for an invalid motion, with the index of the key.
func (m *Motion) Check() error {
	if len(m.Keys) == 0 {
		return fmt.Errorf("motion without keys: expected at least one")
	}
	if k := &m.Keys[0]; k.Angle != 0 || k.Offset != (r3.Vec{}) {
		return fmt.Errorf("key 0: angle %g rad, offset (%g, %g, %g) m: expected 0, as things start where they are", k.Angle,
			k.Offset.X, k.Offset.Y, k.Offset.Z)
	}
	turns := false
	for i := range m.Keys {
		k := &m.Keys[i]
		if !Finite(k.Time, k.Angle, k.Offset.X, k.Offset.Y, k.Offset.Z) {
			return fmt.Errorf("key %d: expected finite numbers", i)
		}
		if i > 0 && k.Time <= m.Keys[i-1].Time {
			return fmt.Errorf("key %d at %g s does not follow %g s: expected increasing times", i, k.Time, m.Keys[i-1].Time)
		}
		turns = turns || k.Angle != 0
	}
	if !Finite(m.Origin.X, m.Origin.Y, m.Origin.Z) {
		return fmt.Errorf("origin (%g, %g, %g): expected finite numbers", m.Origin.X, m.Origin.Y, m.Origin.Z)
	}
	if l := r3.Norm(m.Axis); !Finite(l) || turns && !(l > 1e-12) {
		return fmt.Errorf("axis (%g, %g, %g): expected a direction", m.Axis.X, m.Axis.Y, m.Axis.Z)
	}
	return nil
}

// Pose returns the pose of a motion at time t: angle [rad], offset [m] and their rates [rad/s, m/s]. At a key angle and
// offset are exactly the key's.
func (m *Motion) Pose(t float64) (angle float64, offset r3.Vec, rate float64, velocity r3.Vec) {
	n := len(m.Keys)
	if first := &m.Keys[0]; !(t > first.Time) {
		return first.Angle, first.Offset, 0, r3.Vec{}
	}
	if last := &m.Keys[n-1]; t >= last.Time {
		return last.Angle, last.Offset, 0, r3.Vec{}
	}
	i := sort.Search(n, func(i int) bool { return m.Keys[i].Time > t }) - 1
	a, b := &m.Keys[i], &m.Keys[i+1]
	h := b.Time - a.Time
	u := (t - a.Time) / h
	s, ds := u, 1.0
	if !m.Linear {
		s, ds = u*u*u*(u*(6*u-15)+10), 30*u*u*(u-1)*(u-1)
	}
	turn, shift := b.Angle-a.Angle, r3.Sub(b.Offset, a.Offset)
	return a.Angle + s*turn, r3.Add(a.Offset, r3.Scale(s, shift)), ds / h * turn, r3.Scale(ds/h, shift)
}

// At returns the position at time t of a point that started at x [m].
func (m *Motion) At(x r3.Vec, t float64) r3.Vec {
	angle, offset, _, _ := m.Pose(t)
	return r3.Add(r3.Add(x, offset), m.turned(x, angle))
}

// turned returns the displacement of x by a rotation, by Rodrigues' formula: exactly zero for angle 0.
func (m *Motion) turned(x r3.Vec, angle float64) r3.Vec {
	if angle == 0 {
		return r3.Vec{}
	}
	axis := r3.Unit(m.Axis)
	across := r3.Cross(axis, r3.Sub(x, m.Origin))
	half := math.Sin(angle / 2)
	return r3.Add(r3.Scale(math.Sin(angle), across), r3.Scale(2*half*half, r3.Cross(axis, across)))
}
