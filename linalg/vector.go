package linalg

import "gonum.org/v1/gonum/spatial/r3"

// block is a 3×3 matrix in row-major order.
type block = [9]float64

func mulBlock(a *block, v r3.Vec) r3.Vec {
	return r3.Vec{
		X: a[0]*v.X + a[1]*v.Y + a[2]*v.Z,
		Y: a[3]*v.X + a[4]*v.Y + a[5]*v.Z,
		Z: a[6]*v.X + a[7]*v.Y + a[8]*v.Z,
	}
}

// stepGo computes r −= αq and z = M⁻¹r, with M⁻¹ the blocks inv, and returns rᵀz. It is the portable twin of stepAVX2.
func stepGo(r, z, q []r3.Vec, inv []block, alpha float64) float64 {
	z, q, inv = z[:len(r)], q[:len(r)], inv[:len(r)]
	dot := 0.0
	for i := range r {
		v := r3.Vec{X: r[i].X - alpha*q[i].X, Y: r[i].Y - alpha*q[i].Y, Z: r[i].Z - alpha*q[i].Z}
		w := mulBlock(&inv[i], v)
		r[i], z[i] = v, w
		dot += v.X*w.X + v.Y*w.Y + v.Z*w.Z
	}
	return dot
}

// updateDirectionGo computes x += αp and p = z + βp. It is the portable twin of updateDirectionAVX2.
func updateDirectionGo(x, p, z []r3.Vec, alpha, beta float64) {
	p, z = p[:len(x)], z[:len(x)]
	for i := range x {
		v := p[i]
		x[i].X += alpha * v.X
		x[i].Y += alpha * v.Y
		x[i].Z += alpha * v.Z
		p[i] = r3.Vec{X: z[i].X + beta*v.X, Y: z[i].Y + beta*v.Y, Z: z[i].Z + beta*v.Z}
	}
}
