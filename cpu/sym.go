package cpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Sym3 is a symmetric 3×3 matrix: xx, yy, zz, yz, xz, xy.
type Sym3 [6]float64

// AddOuter adds k·n nᵀ.
func (h *Sym3) AddOuter(k float64, n r3.Vec) {
	h[0] += k * n.X * n.X
	h[1] += k * n.Y * n.Y
	h[2] += k * n.Z * n.Z
	h[3] += k * n.Y * n.Z
	h[4] += k * n.X * n.Z
	h[5] += k * n.X * n.Y
}

// AddTo adds k times the matrix to a row-major block.
func (h *Sym3) AddTo(out *[9]float64, k float64) {
	out[0] += k * h[0]
	out[1] += k * h[5]
	out[2] += k * h[4]
	out[3] += k * h[5]
	out[4] += k * h[1]
	out[5] += k * h[3]
	out[6] += k * h[4]
	out[7] += k * h[3]
	out[8] += k * h[2]
}

// Trace returns the sum of the diagonal.
func (h *Sym3) Trace() float64 { return h[0] + h[1] + h[2] }

// Mul returns the product with a vector.
func (h *Sym3) Mul(v r3.Vec) r3.Vec {
	return r3.Vec{
		X: h[0]*v.X + h[5]*v.Y + h[4]*v.Z,
		Y: h[5]*v.X + h[1]*v.Y + h[3]*v.Z,
		Z: h[4]*v.X + h[3]*v.Y + h[2]*v.Z,
	}
}

// AddIdentity adds k·I.
func (h *Sym3) AddIdentity(k float64) {
	h[0] += k
	h[1] += k
	h[2] += k
}

// Form returns aᵀ·C·b.
func (h *Sym3) Form(a, b *[3]float64) float64 {
	return a[0]*(h[0]*b[0]+h[5]*b[1]+h[4]*b[2]) + a[1]*(h[5]*b[0]+h[1]*b[1]+h[3]*b[2]) + a[2]*(h[4]*b[0]+h[3]*b[1]+
		h[2]*b[2])
}

// Add adds another matrix.
func (h *Sym3) Add(o *Sym3) {
	for c := range h {
		h[c] += o[c]
	}
}

// jacobiRotations is the number of rotations: four sweeps of Jacobi's method.
const jacobiRotations = 12 // derived: the error falls with its square in each sweep

// Positive returns the positive semi-definite part, by Jacobi's method.
func (h *Sym3) Positive() (out Sym3) {
	a := [3][3]float64{{h[0], h[5], h[4]}, {h[5], h[1], h[3]}, {h[4], h[3], h[2]}}
	v := [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}} // columns are the eigenvectors
	for n := range jacobiRotations {
		p, q := n%3, (n+1)%3
		if a[p][q] == 0 {
			continue
		}
		w := (a[q][q] - a[p][p]) / a[p][q] / 2
		t := math.Copysign(1, w) / (math.Abs(w) + math.Sqrt(1+w*w))
		c := 1 / math.Sqrt(1+t*t)
		s := t * c
		for k := range 3 {
			a[k][p], a[k][q] = c*a[k][p]-s*a[k][q], s*a[k][p]+c*a[k][q]
			v[k][p], v[k][q] = c*v[k][p]-s*v[k][q], s*v[k][p]+c*v[k][q]
		}
		for k := range 3 {
			a[p][k], a[q][k] = c*a[p][k]-s*a[q][k], s*a[p][k]+c*a[q][k]
		}
	}
	for k := range 3 {
		out.AddOuter(max(0, a[k][k]), r3.Vec{X: v[0][k], Y: v[1][k], Z: v[2][k]})
	}
	return out
}
