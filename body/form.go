package body

import (
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"
)

// Form is the constant part of a body whose vertices depend on few numbers, so that a device can compute them: frames
// of positions are blended, and each vertex of the blend is transformed by the blended motions of at most four joints,
// as in Skin.
type Form struct {
	Frames [][]r3.Vec   // at least one [m]
	Joint  [][4]int32   // per vertex
	Weight [][4]float64 // of the joints, with sum 1; zeros are last
}

// Pose is the time-dependent part.
type Pose struct {
	Frame  [4]int       // blended frames
	Share  [4]float64   // their weights, with sum 1
	Motion [][8]float64 // of each joint, a unit dual quaternion: real and dual part, each w, x, y, z
}

// Formed is a body with a Form. Its vertices are computed as follows: blend the frames of the pose; per vertex, blend
// the motions of its joints, negating those whose real part is opposed to that of the first; divide both parts by the
// length r of the real one; rotate by it and translate by 2·dual·conj(real).
type Formed interface {
	Body
	Form() *Form // nil: not available
	Pose(t float64) Pose
}

var (
	_ Formed = (*Mannequin)(nil)
	_ Formed = (*Track)(nil)
	_ Formed = (*Moving)(nil)
)

// Form implements Formed.
func (m *Mannequin) Form() *Form {
	f := &Form{Frames: [][]r3.Vec{m.model.rest}, Joint: make([][4]int32, len(m.model.rest)), Weight: make([][4]float64,
		len(m.model.rest))}
	for v := range m.model.weights {
		for i, w := range m.model.weights[v].weight {
			f.Joint[v][i], f.Weight[v][i] = int32(m.model.weights[v].joint[i]), w
		}
	}
	return f
}

// Pose implements Formed.
func (m *Mannequin) Pose(t float64) Pose {
	motions := m.pose(t).motions()
	p := Pose{Share: [4]float64{1}, Motion: make([][8]float64, len(motions))}
	for j, q := range motions {
		p.Motion[j] = q.numbers()
	}
	return p
}

func (q dualQuat) numbers() [8]float64 {
	r, d := q.real, q.dual
	return [8]float64{r.Real, r.Imag, r.Jmag, r.Kmag, d.Real, d.Imag, d.Jmag, d.Kmag}
}

// Form implements Formed, with one joint that never moves. It returns nil for a track that is read frame by frame.
func (k *Track) Form() *Form {
	if k.frames == nil {
		return nil
	}
	f := &Form{Frames: k.frames, Joint: make([][4]int32, k.points), Weight: make([][4]float64, k.points)}
	if k.rest != nil {
		f.Frames = append(k.frames[:len(k.frames):len(k.frames)], k.rest)
	}
	for i := range f.Weight {
		f.Weight[i][0] = 1
	}
	return f
}

// Pose implements Formed.
func (k *Track) Pose(t float64) Pose {
	p := Pose{Motion: [][8]float64{dualQuat{real: identity}.numbers()}}
	p.Frame, p.Share = k.shares(t)
	return p
}

// Form implements Formed, with that of the inner body; nil if it has none.
func (m *Moving) Form() *Form {
	if f, ok := m.inner.(Formed); ok {
		return f.Form()
	}
	return nil
}

// Pose implements Formed. The motion is applied after those of the joints, and thus after their blends.
func (m *Moving) Pose(t float64) Pose {
	p := m.inner.(Formed).Pose(t)
	q, d, _, _ := m.motion(t)
	shift := r3.Sub(r3.Add(m.pivot, d), turn(q, m.pivot))
	dual := quat.Scale(.5, quat.Mul(quat.Number{Imag: shift.X, Jmag: shift.Y, Kmag: shift.Z}, q))
	for j, n := range p.Motion {
		real := quat.Number{Real: n[0], Imag: n[1], Jmag: n[2], Kmag: n[3]}
		inner := quat.Number{Real: n[4], Imag: n[5], Jmag: n[6], Kmag: n[7]}
		p.Motion[j] = dualQuat{quat.Mul(q, real), quat.Add(quat.Mul(q, inner), quat.Mul(dual, real))}.numbers()
	}
	return p
}
