package pairs

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// leastEdgeSine is the squared sine of the angle between two edges below which their pair's rotation is that of their
// mean direction.
const leastEdgeSine = 0.01

// PairRotation returns the rotation of a pair's features on the way from x to y: v ↦ v + Σ (tₖ − fₖ)(fₖ·v), with a
// frame f of a triangle or of two edges at the start, and t its image under the rotation nearest to their deformation
// (polar decomposition).
func PairRotation(kind Kind, x, y *[4]r3.Vec) func(v r3.Vec) r3.Vec {
	a0, b0, a1, b1 := r3.Sub(x[2], x[1]), r3.Sub(x[3], x[1]), r3.Sub(y[2], y[1]), r3.Sub(y[3], y[1])
	if kind == EdgeEdge {
		a0, b0, a1, b1 = r3.Sub(x[1], x[0]), r3.Sub(x[3], x[2]), r3.Sub(y[1], y[0]), r3.Sub(y[3], y[2])
	}
	n0, n1 := r3.Cross(a0, b0), r3.Cross(a1, b1)
	u0, u1 := r3.Unit(a0), r3.Unit(a1)
	if least := leastEdgeSine; r3.Norm2(n0) < least*r3.Norm2(a0)*r3.Norm2(b0) ||
		r3.Norm2(n1) < least*r3.Norm2(a1)*r3.Norm2(b1) {
		sign := math.Copysign(1, r3.Dot(a0, b0))
		u0, u1 = r3.Unit(r3.Add(u0, r3.Scale(sign, r3.Unit(b0)))), r3.Unit(r3.Add(u1, r3.Scale(sign, r3.Unit(b1))))
		s := r3.Add(u0, u1)
		c := 1 + r3.Dot(u0, u1)
		if !(c > 1e-6) {
			return func(v r3.Vec) r3.Vec { return v }
		}
		return func(v r3.Vec) r3.Vec {
			return r3.Add(v, r3.Sub(r3.Scale(2*r3.Dot(u0, v), u1), r3.Scale(r3.Dot(s, v)/c, s)))
		}
	}
	n0, n1 = r3.Unit(n0), r3.Unit(n1)
	v0, v1 := r3.Cross(n0, u0), r3.Cross(n1, u1)
	// In these frames a and b transform by the matrix with the rows (p, q) and (0, r).
	p := r3.Dot(u1, a1) / r3.Dot(u0, a0)
	q := (r3.Dot(u1, b1) - p*r3.Dot(u0, b0)) / r3.Dot(v0, b0)
	r := r3.Dot(v1, b1) / r3.Dot(v0, b0)
	l := math.Hypot(p+r, q)
	cos, sin := (p+r)/l, -q/l
	from := [3]r3.Vec{u0, v0, n0}
	to := [3]r3.Vec{r3.Add(r3.Scale(cos, u1), r3.Scale(sin, v1)), r3.Sub(r3.Scale(cos, v1), r3.Scale(sin, u1)), n1}
	return func(v r3.Vec) r3.Vec {
		w := v
		for k := range 3 {
			w = r3.Add(w, r3.Scale(r3.Dot(from[k], v), r3.Sub(to[k], from[k])))
		}
		return w
	}
}

// Tilted rotates a vector in the plane of normal n to that of normal m, by the smallest rotation.
func Tilted(v, n, m r3.Vec) r3.Vec {
	c := 1 + r3.Dot(n, m)
	if c < 1e-6 {
		return r3.Vec{}
	}
	return r3.Sub(v, r3.Scale(r3.Dot(m, v)/c, r3.Add(n, m)))
}
