package check

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Error bounds of the floating point evaluation, relative to the sum of the absolute values of
// all products (Shewchuk 1997, section 4, with ε = 2⁻⁵³).
const (
	eps          = 1.0 / (1 << 53)
	orient2Bound = (3 + 16*eps) * eps
	orient3Bound = (7 + 56*eps) * eps
)

// orient3 returns the exact sign of det[a−d, b−d, c−d]: positive if d is below the plane of a, b, c, that is, if a, b,
// c appear counter-clockwise from the side opposite to d; 0 if coplanar.
func orient3(a, b, c, d r3.Vec) int {
	p, q, r := r3.Sub(a, d), r3.Sub(b, d), r3.Sub(c, d)
	qxry, rxqy := q.X*r.Y, r.X*q.Y
	rxpy, pxry := r.X*p.Y, p.X*r.Y
	pxqy, qxpy := p.X*q.Y, q.X*p.Y
	det := p.Z*(qxry-rxqy) + q.Z*(rxpy-pxry) + r.Z*(pxqy-qxpy)
	sum := (math.Abs(qxry)+math.Abs(rxqy))*math.Abs(p.Z) +
		(math.Abs(rxpy)+math.Abs(pxry))*math.Abs(q.Z) +
		(math.Abs(pxqy)+math.Abs(qxpy))*math.Abs(r.Z)
	if sum == 0 || math.Abs(det) > orient3Bound*sum {
		return signOf(det)
	}
	return orient3Exact(a, b, c, d)
}

func orient3Exact(a, b, c, d r3.Vec) int {
	if s, ok := orient3Short(a, b, c, d); ok {
		return s
	}
	px, py, pz := difference(a.X, d.X), difference(a.Y, d.Y), difference(a.Z, d.Z)
	qx, qy, qz := difference(b.X, d.X), difference(b.Y, d.Y), difference(b.Z, d.Z)
	rx, ry, rz := difference(c.X, d.X), difference(c.Y, d.Y), difference(c.Z, d.Z)
	minor := func(ax, ay, bx, by expansion) expansion { return ax.times(by).plus(bx.times(ay).negated()) }
	det := pz.times(minor(qx, qy, rx, ry))
	det = det.plus(qz.times(minor(rx, ry, px, py)))
	return det.plus(rz.times(minor(px, py, qx, qy))).sign()
}

// orient3Short is orient3Exact for coordinates whose differences do not round, as always with the 24-bit numbers of
// vertex caches: the determinant is then a sum of 24 numbers. Otherwise ok is false.
func orient3Short(a, b, c, d r3.Vec) (sign int, ok bool) {
	ok = true
	sub := func(x, y float64) float64 {
		hi, lo := twoSum(x, -y)
		ok = ok && lo == 0
		return hi
	}
	px, py, pz := sub(a.X, d.X), sub(a.Y, d.Y), sub(a.Z, d.Z)
	qx, qy, qz := sub(b.X, d.X), sub(b.Y, d.Y), sub(b.Z, d.Z)
	rx, ry, rz := sub(c.X, d.X), sub(c.Y, d.Y), sub(c.Z, d.Z)
	if !ok {
		return 0, false
	}
	var sum [24]float64 // an expansion: parts that do not overlap, smallest first
	n := 0
	for _, f := range [6][3]float64{{pz, qx, ry}, {-pz, rx, qy}, {qz, rx, py}, {-qz, px, ry}, {rz, px, qy},
		{-rz, qx, py}} {
		hi, lo := twoProduct(f[1], f[2])
		for _, g := range [2]float64{lo, hi} {
			h, l := twoProduct(g, f[0])
			for _, v := range [2]float64{l, h} {
				k := 0
				for _, e := range sum[:n] {
					var rest float64
					if v, rest = twoSum(v, e); rest != 0 {
						sum[k] = rest
						k++
					}
				}
				if v != 0 {
					sum[k] = v
					k++
				}
				n = k
			}
		}
	}
	if n == 0 {
		return 0, true
	}
	return signOf(sum[n-1]), true
}

// orient2 returns the exact sign of the area of the triangle (ax, ay), (bx, by), (cx, cy): positive if
// counter-clockwise, 0 if collinear.
func orient2(ax, ay, bx, by, cx, cy float64) int {
	l, r := (ax-cx)*(by-cy), (ay-cy)*(bx-cx)
	det, sum := l-r, math.Abs(l)+math.Abs(r)
	if sum == 0 || math.Abs(det) > orient2Bound*sum {
		return signOf(det)
	}
	e := difference(ax, cx).times(difference(by, cy))
	return e.plus(difference(ay, cy).times(difference(bx, cx)).negated()).sign()
}
