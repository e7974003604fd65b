package body

import (
	"math"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"
)

// dualQuat is a rigid motion as a dual quaternion: rotation by real, then translation; dual is half the translation
// times real.
type dualQuat struct{ real, dual quat.Number }

// motions returns the rigid motions of the joints from the rest pose.
func (p *pose) motions() [numJoints]dualQuat {
	var m [numJoints]dualQuat
	for j := range m {
		q := p.rot[j]
		shift := r3.Sub(p.pos[j], turn(q, p.rest[j]))
		t := quat.Number{Imag: shift.X / 2, Jmag: shift.Y / 2, Kmag: shift.Z / 2}
		m[j] = dualQuat{q, quat.Mul(t, q)}
	}
	return m
}

// deform transforms rest vertices by dual-quaternion linear blending (Kavan, Collins, Žára & O'Sullivan 2008). The
// blend of rigid motions is rigid, so limbs keep their thickness in a bend and do not collapse in a twist.
func deform(dst, rest []r3.Vec, w []skinWeights, m *[numJoints]dualQuat) {
	for v, p := range rest {
		s := &w[v]
		lead := &m[s.joint[0]]
		var r, d quat.Number
		for i, weight := range s.weight {
			if weight == 0 {
				break
			}
			q := &m[s.joint[i]]
			if quatDot(lead.real, q.real) < 0 { // same rotation with the other sign: use the nearer one
				weight = -weight
			}
			r.Real += weight * q.real.Real
			r.Imag += weight * q.real.Imag
			r.Jmag += weight * q.real.Jmag
			r.Kmag += weight * q.real.Kmag
			d.Real += weight * q.dual.Real
			d.Imag += weight * q.dual.Imag
			d.Jmag += weight * q.dual.Jmag
			d.Kmag += weight * q.dual.Kmag
		}
		scale := 1 / math.Sqrt(quatDot(r, r))
		r = quat.Scale(scale, r)
		d = quat.Scale(scale, d)
		t := quat.Mul(d, quat.Conj(r)) // the vector part is half the shift, also when r·d ≠ 0
		a := newRot(r).apply(p)
		dst[v] = r3.Vec{X: a.X + 2*t.Imag, Y: a.Y + 2*t.Jmag, Z: a.Z + 2*t.Kmag}
	}
}
