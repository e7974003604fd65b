package body

import (
	"fmt"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Moving carries another body along a rigid motion: x′ = pivot + R(t)(x − pivot) + d(t).
type Moving struct {
	inner Body
	pivot r3.Vec
	keyed *cloth.Motion // or nil
	rates [2]r3.Vec     // constant motion: translation [m/s], rotation [rad/s]
}

var _ Body = (*Moving)(nil)

// NewMoving returns a body that moves with constant translation velocity [m/s] and constant angular velocity [rad/s]
// (axis times rate) about the pivot [m], starting at t = 0.
func NewMoving(inner Body, pivot, velocity, angular r3.Vec) (*Moving, error) {
	if inner == nil {
		return nil, fmt.Errorf("body: nothing to move: expected a body")
	}
	for _, v := range []r3.Vec{pivot, velocity, angular} {
		if !cloth.FiniteVec(v) {
			return nil, fmt.Errorf("body: rigid motion with (%g, %g, %g): expected finite numbers", v.X, v.Y, v.Z)
		}
	}
	return &Moving{inner: inner, pivot: pivot, rates: [2]r3.Vec{velocity, angular}}, nil
}

// NewFollowing returns a body that follows a keyed motion.
func NewFollowing(inner Body, motion cloth.Motion) (*Moving, error) {
	if inner == nil {
		return nil, fmt.Errorf("body: nothing to move: expected a body")
	}
	if err := motion.Check(); err != nil {
		return nil, fmt.Errorf("body: %w", err)
	}
	return &Moving{inner: inner, pivot: motion.Origin, keyed: &motion}, nil
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

// motion returns rotation, translation, angular velocity (world) and velocity at time t.
func (m *Moving) motion(t float64) (q quat.Number, d, w, dd r3.Vec) {
	if m.keyed == nil {
		return rotation(r3.Scale(t, m.rates[1])), r3.Scale(t, m.rates[0]), m.rates[1], m.rates[0]
	}
	angle, d, rate, dd := m.keyed.Pose(t)
	if m.keyed.Axis == (r3.Vec{}) {
		return identity, d, w, dd
	}
	return about(m.keyed.Axis, angle), d, r3.Scale(rate, r3.Unit(m.keyed.Axis)), dd
}

func (m *Moving) carried() Body { return m.inner }
