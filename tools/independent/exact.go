package main

import (
	"math"
	"math/big"
)

// point has coordinates in float64 for a first test, and as integers in units of 2⁻¹⁴⁹ m, which are exact for any
// float32.
type point struct {
	near [3]float64
	at   [3]*big.Int
}

func newPoint(x [3]float32) (p point) {
	for k, c := range x {
		p.near[k] = float64(c)
		fraction, exponent := math.Frexp(float64(c))
		p.at[k] = big.NewInt(int64(fraction * (1 << 24)))
		if shift := exponent - 24 + 149; shift >= 0 {
			p.at[k].Lsh(p.at[k], uint(shift))
		} else {
			p.at[k].Rsh(p.at[k], uint(-shift)) // a subnormal number: its last bits are zero
		}
	}
	return p
}

// side returns the side of the plane through a, b and c on which a point is: 1, 0 or -1.
func side(a, b, c, p *point) int {
	var u, v, w [3]float64
	size := 1.0
	for k := range 3 {
		u[k], v[k], w[k] = b.near[k]-a.near[k], c.near[k]-a.near[k], p.near[k]-a.near[k]
	}
	for _, d := range [][3]float64{u, v, w} {
		size *= math.Abs(d[0]) + math.Abs(d[1]) + math.Abs(d[2])
	}
	if d := determinant(u, v, w); math.Abs(d) > 1e-14*size {
		return sign(d)
	}
	var x [3][3]*big.Int
	for k := range 3 {
		x[0][k], x[1][k], x[2][k] = less(b.at[k], a.at[k]), less(c.at[k], a.at[k]), less(p.at[k], a.at[k])
	}
	sum := new(big.Int)
	for k := range 3 {
		i, j := (k+1)%3, (k+2)%3
		minor := less(times(x[1][i], x[2][j]), times(x[1][j], x[2][i]))
		sum.Add(sum, times(x[0][k], minor))
	}
	return sum.Sign()
}

// turn returns the orientation of a, b and c, seen along an axis.
func turn(axis int, a, b, c *point) int {
	i, j := (axis+1)%3, (axis+2)%3
	return less(times(less(b.at[i], a.at[i]), less(c.at[j], a.at[j])), times(less(b.at[j], a.at[j]),
		less(c.at[i], a.at[i]))).Sign()
}

func determinant(u, v, w [3]float64) float64 {
	return u[0]*(v[1]*w[2]-v[2]*w[1]) + u[1]*(v[2]*w[0]-v[0]*w[2]) + u[2]*(v[0]*w[1]-v[1]*w[0])
}

func less(a, b *big.Int) *big.Int  { return new(big.Int).Sub(a, b) }
func times(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) }

func sign(d float64) int {
	if d > 0 {
		return 1
	}
	return -1
}

// pierces reports whether the segment from p to q and the triangle t have a common point.
func pierces(p, q *point, t [3]*point) bool {
	above, below := side(t[0], t[1], t[2], p), side(t[0], t[1], t[2], q)
	if above == below && above != 0 {
		return false
	}
	if above == 0 && below == 0 {
		return inPlane(p, q, t)
	}
	left, right := false, false
	for k := range 3 {
		switch side(p, q, t[k], t[(k+1)%3]) {
		case 1:
			left = true
		case -1:
			right = true
		}
	}
	return !(left && right)
}

// inPlane is pierces for a segment in the plane of the triangle.
func inPlane(p, q *point, t [3]*point) bool {
	axis := -1
	for k := range 3 {
		if turn(k, t[0], t[1], t[2]) != 0 {
			axis = k
		}
	}
	if axis < 0 {
		return false // a triangle without area
	}
	within := func(x *point) bool {
		s := turn(axis, t[0], t[1], t[2])
		for k := range 3 {
			if turn(axis, t[k], t[(k+1)%3], x)*s < 0 {
				return false
			}
		}
		return true
	}
	if within(p) || within(q) {
		return true
	}
	for k := range 3 {
		a, b := t[k], t[(k+1)%3]
		if turn(axis, p, q, a)*turn(axis, p, q, b) <= 0 && turn(axis, a, b, p)*turn(axis, a, b, q) <= 0 &&
			(turn(axis, p, q, a) != 0 || turn(axis, p, q, b) != 0) {
			return true
		}
	}
	return false
}

// intersect reports whether two triangles without a common vertex have a common point.
func intersect(a, b [3]*point) bool {
	for k := range 3 {
		if pierces(a[k], a[(k+1)%3], b) || pierces(b[k], b[(k+1)%3], a) {
			return true
		}
	}
	return false
}
