package body

import (
	"fmt"
	"math"
	"sort"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"
)

// Key is one key of a rigid motion: at Time [s] the body is turned by Rotation about
// the motion's pivot and then shifted by Translation [m].
type Key struct {
	Time        float64
	Translation r3.Vec
	// Rotation is a rotation vector: axis times angle [rad].
	Rotation r3.Vec
}

// Moving carries another body along a rigid motion: x′ = pivot + R(t)(x − pivot) + d(t).
type Moving struct {
	inner Body
	pivot r3.Vec
	keys  []Key         // keyed motion, or nil
	rates [2]r3.Vec     // constant motion: translation [m/s], rotation [rad/s]
	rots  []quat.Number // unit quaternions of the keys, neighbours in one hemisphere
}

var _ Body = (*Moving)(nil)

// NewMoving moves a body with constant translation velocity [m/s] and constant angular
// velocity [rad/s] (axis times rate) about the pivot [m], starting at t = 0.
func NewMoving(inner Body, pivot, velocity, angular r3.Vec) (*Moving, error) {
	if inner == nil {
		return nil, fmt.Errorf("body: nothing to move; expected a body")
	}
	for _, v := range []r3.Vec{pivot, velocity, angular} {
		if !finite(v) {
			return nil, fmt.Errorf("body: rigid motion with (%g, %g, %g); expected finite numbers", v.X, v.Y, v.Z)
		}
	}
	return &Moving{inner: inner, pivot: pivot, rates: [2]r3.Vec{velocity, angular}}, nil
}

// NewKeyed moves a body along keys with strictly increasing times, about the pivot [m].
// Between keys the motion follows the quintic ease 6u⁵−15u⁴+10u³, at rest at every key,
// so velocity and acceleration are continuous; rotations take the shorter arc. Before
// the first and after the last key it holds still.
func NewKeyed(inner Body, pivot r3.Vec, keys []Key) (*Moving, error) {
	if inner == nil {
		return nil, fmt.Errorf("body: nothing to move; expected a body")
	}
	if !finite(pivot) {
		return nil, fmt.Errorf("body: pivot (%g, %g, %g); expected finite coordinates", pivot.X, pivot.Y, pivot.Z)
	}
	if len(keys) == 0 {
		return nil, fmt.Errorf("body: rigid motion without keys; expected at least one")
	}
	m := &Moving{inner: inner, pivot: pivot, keys: append([]Key(nil), keys...)}
	for i, k := range keys {
		if math.IsNaN(k.Time) || math.IsInf(k.Time, 0) || !finite(k.Translation) || !finite(k.Rotation) {
			return nil, fmt.Errorf("body: key %d is not finite", i)
		}
		if i > 0 && k.Time <= keys[i-1].Time {
			return nil, fmt.Errorf("body: key %d at %g s does not follow %g s; expected increasing times", i, k.Time, keys[i-1].Time)
		}
		q := rotation(k.Rotation)
		if i > 0 && quatDot(q, m.rots[i-1]) < 0 {
			q = quat.Scale(-1, q)
		}
		m.rots = append(m.rots, q)
	}
	return m, nil
}

// NumVertices implements Body.
func (m *Moving) NumVertices() int { return m.inner.NumVertices() }

// Triangles implements Body.
func (m *Moving) Triangles() [][3]int32 { return m.inner.Triangles() }

// Positions implements Body.
func (m *Moving) Positions(dst []r3.Vec, t float64) {
	m.inner.Positions(dst, t)
	q, d, _, _ := m.motion(t)
	rot := newRot(q)
	d = r3.Add(d, m.pivot)
	for i := range dst {
		dst[i] = r3.Add(rot.apply(r3.Sub(dst[i], m.pivot)), d)
	}
}

// Velocities implements Body: v′ = R v + ω × R(x − pivot) + ḋ.
func (m *Moving) Velocities(dst []r3.Vec, t float64) {
	x := make([]r3.Vec, len(dst))
	m.inner.Positions(x, t)
	m.inner.Velocities(dst, t)
	q, _, w, dd := m.motion(t)
	rot := newRot(q)
	for i := range dst {
		arm := rot.apply(r3.Sub(x[i], m.pivot))
		dst[i] = r3.Add(r3.Add(rot.apply(dst[i]), r3.Cross(w, arm)), dd)
	}
}

// motion gives rotation, translation, angular velocity (world) and velocity at time t.
func (m *Moving) motion(t float64) (q quat.Number, d, w, dd r3.Vec) {
	if m.keys == nil {
		return rotation(r3.Scale(t, m.rates[1])), r3.Scale(t, m.rates[0]), m.rates[1], m.rates[0]
	}
	n := len(m.keys)
	if !(t > m.keys[0].Time) {
		return m.rots[0], m.keys[0].Translation, w, dd
	}
	if t >= m.keys[n-1].Time {
		return m.rots[n-1], m.keys[n-1].Translation, w, dd
	}
	i := sort.Search(n, func(i int) bool { return m.keys[i].Time > t }) - 1
	a, b := m.keys[i], m.keys[i+1]
	h := b.Time - a.Time
	u := (t - a.Time) / h
	s, ds := ease(u), easeRate(u)/h
	d = r3.Add(r3.Scale(1-s, a.Translation), r3.Scale(s, b.Translation))
	dd = r3.Scale(ds, r3.Sub(b.Translation, a.Translation))
	// Constant-axis turn from a to b: q = exp(s·φ) q_a, so ω = ṡ φ.
	phi := rotationVector(quat.Mul(m.rots[i+1], quat.Conj(m.rots[i])))
	q = quat.Mul(rotation(r3.Scale(s, phi)), m.rots[i])
	return q, d, r3.Scale(ds, phi), dd
}
