package body

import (
	"math"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"
)

// affine is the map p ↦ p.X·x + p.Y·y + p.Z·z + t.
type affine struct{ x, y, z, t r3.Vec }

var unmoved = affine{x: r3.Vec{X: 1}, y: r3.Vec{Y: 1}, z: r3.Vec{Z: 1}}

// columns returns the map of a matrix that is stored by columns, as in glTF.
func columns(m [16]float64) affine {
	return affine{r3.Vec{X: m[0], Y: m[1], Z: m[2]}, r3.Vec{X: m[4], Y: m[5], Z: m[6]}, r3.Vec{X: m[8], Y: m[9], Z: m[10]},
		r3.Vec{X: m[12], Y: m[13], Z: m[14]}}
}

// trs returns the map that scales by s, then rotates, then translates.
func trs(t r3.Vec, q quat.Number, s r3.Vec) affine {
	r := newRot(q)
	column := func(e r3.Vec, by float64) r3.Vec { return r3.Scale(by, r.apply(e)) }
	return affine{column(r3.Vec{X: 1}, s.X), column(r3.Vec{Y: 1}, s.Y), column(r3.Vec{Z: 1}, s.Z), t}
}

// turn applies the linear part to a direction.
func (a *affine) turn(p r3.Vec) r3.Vec {
	return r3.Vec{
		X: p.X*a.x.X + p.Y*a.y.X + p.Z*a.z.X,
		Y: p.X*a.x.Y + p.Y*a.y.Y + p.Z*a.z.Y,
		Z: p.X*a.x.Z + p.Y*a.y.Z + p.Z*a.z.Z,
	}
}

func (a *affine) apply(p r3.Vec) r3.Vec { return r3.Add(a.turn(p), a.t) }

// after returns the composition a∘b.
func (a *affine) after(b *affine) affine {
	return affine{a.turn(b.x), a.turn(b.y), a.turn(b.z), a.apply(b.t)}
}

func (a *affine) det() float64 { return r3.Dot(a.x, r3.Cross(a.y, a.z)) }

// singular reports whether the map cannot be inverted accurately.
func (a *affine) singular() bool {
	size := r3.Norm(a.x) * r3.Norm(a.y) * r3.Norm(a.z)
	return !(math.Abs(a.det()) > 1e-9*size)
}

func (a *affine) inverse() affine {
	d := 1 / a.det()
	// Rows of the inverse.
	r0, r1, r2 := r3.Scale(d, r3.Cross(a.y, a.z)), r3.Scale(d, r3.Cross(a.z, a.x)), r3.Scale(d, r3.Cross(a.x, a.y))
	b := affine{x: r3.Vec{X: r0.X, Y: r1.X, Z: r2.X}, y: r3.Vec{X: r0.Y, Y: r1.Y, Z: r2.Y}, z: r3.Vec{X: r0.Z, Y: r1.Z,
		Z: r2.Z}}
	b.t = r3.Scale(-1, b.turn(a.t))
	return b
}

// mix returns (1−u)·a + u·b, element by element.
func mix(a, b *affine, u float64) affine {
	l := func(p, q r3.Vec) r3.Vec { return r3.Add(r3.Scale(1-u, p), r3.Scale(u, q)) }
	return affine{l(a.x, b.x), l(a.y, b.y), l(a.z, b.z), l(a.t, b.t)}
}

// blend interpolates from a (u = 0) to b (u = 1): rotations along the shortest arc, translations and stretches
// linearly. Both maps are split into rotation times stretch (Shoemake & Duff 1992, Matrix Animation and Polar
// Decomposition).
func blend(a, b *affine, u float64) affine {
	if u <= 0 {
		return *a
	}
	if u >= 1 {
		return *b
	}
	qa, sa, okA := a.polar()
	qb, sb, okB := b.polar()
	if !okA || !okB {
		return mix(a, b, u)
	}
	rot := trs(r3.Vec{}, slerp(qa, qb, u), r3.Vec{X: 1, Y: 1, Z: 1})
	stretch := mix(&sa, &sb, u)
	out := rot.after(&stretch)
	out.t = r3.Add(r3.Scale(1-u, a.t), r3.Scale(u, b.t))
	return out
}

// polar splits the linear part into a rotation and a symmetric stretch that is applied before it. The stretch of a
// reflection is negative. The rotation is the limit of averaging a matrix with its inverse transpose (Higham 1986). ok
// is false if the map is singular.
func (a *affine) polar() (q quat.Number, stretch affine, ok bool) {
	if a.singular() {
		return q, stretch, false
	}
	r := affine{x: a.x, y: a.y, z: a.z}
	if r.det() < 0 {
		r.x, r.y, r.z = r3.Scale(-1, r.x), r3.Scale(-1, r.y), r3.Scale(-1, r.z)
	}
	for range 64 {
		d := 1 / r.det()
		inv := affine{r3.Scale(d, r3.Cross(r.y, r.z)), r3.Scale(d, r3.Cross(r.z, r.x)), r3.Scale(d, r3.Cross(r.x, r.y)),
			r3.Vec{}}
		next := mix(&r, &inv, .5)
		change := math.Sqrt(r3.Norm2(r3.Sub(next.x, r.x)) + r3.Norm2(r3.Sub(next.y, r.y)) + r3.Norm2(r3.Sub(next.z, r.z)))
		r = next
		if change < 1e-14 {
			break
		}
	}
	back := affine{r3.Vec{X: r.x.X, Y: r.y.X, Z: r.z.X}, r3.Vec{X: r.x.Y, Y: r.y.Y, Z: r.z.Y}, r3.Vec{X: r.x.Z, Y: r.y.Z,
		Z: r.z.Z}, r3.Vec{}}
	linear := affine{x: a.x, y: a.y, z: a.z}
	return r.quat(), back.after(&linear), true
}

// quat returns the unit quaternion of a rotation, computed from its largest component (Shepperd 1978).
func (a *affine) quat() quat.Number {
	xx, yy, zz := a.x.X, a.y.Y, a.z.Z
	q := quat.Number{Real: 1 + xx + yy + zz, Imag: a.y.Z - a.z.Y, Jmag: a.z.X - a.x.Z, Kmag: a.x.Y - a.y.X}
	switch {
	case xx+yy+zz > 0:
	case xx >= yy && xx >= zz:
		q = quat.Number{Real: q.Imag, Imag: 1 + xx - yy - zz, Jmag: a.x.Y + a.y.X, Kmag: a.z.X + a.x.Z}
	case yy >= zz:
		q = quat.Number{Real: q.Jmag, Imag: a.x.Y + a.y.X, Jmag: 1 + yy - xx - zz, Kmag: a.y.Z + a.z.Y}
	default:
		q = quat.Number{Real: q.Kmag, Imag: a.z.X + a.x.Z, Jmag: a.y.Z + a.z.Y, Kmag: 1 + zz - xx - yy}
	}
	return quat.Scale(1/quat.Abs(q), q)
}

// slerp interpolates from a to b along the shortest arc at constant speed (Shoemake 1985).
func slerp(a, b quat.Number, u float64) quat.Number {
	c := quatDot(a, b)
	if c < 0 {
		b, c = quat.Scale(-1, b), -c
	}
	wa, wb := 1-u, u
	if c < 1-1e-9 {
		angle := math.Acos(c)
		wa, wb = math.Sin((1-u)*angle)/math.Sin(angle), math.Sin(u*angle)/math.Sin(angle)
	}
	q := quat.Add(quat.Scale(wa, a), quat.Scale(wb, b))
	return quat.Scale(1/quat.Abs(q), q)
}
