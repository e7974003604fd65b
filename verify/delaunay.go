package verify

import (
	"math"
	"math/big"

	"gonum.org/v1/gonum/spatial/r2"
)

// delaunay triangulates points by inserting one after the other (Bowyer 1981, Watson 1981), each by a search through
// all triangles, which suits the small meshes of this package. Points on one straight side of the hull make no flat
// triangles.
func delaunay(pts []r2.Vec) [][3]int32 {
	n := int32(len(pts))
	lo, hi := pts[0], pts[0]
	for _, p := range pts {
		lo = r2.Vec{X: math.Min(lo.X, p.X), Y: math.Min(lo.Y, p.Y)}
		hi = r2.Vec{X: math.Max(hi.X, p.X), Y: math.Max(hi.Y, p.Y)}
	}
	mid, size := r2.Scale(.5, r2.Add(lo, hi)), 1e5*math.Max(hi.X-lo.X, hi.Y-lo.Y)
	p := append(append([]r2.Vec(nil), pts...),
		r2.Add(mid, r2.Vec{X: -2 * size, Y: -size}), r2.Add(mid, r2.Vec{X: 2 * size, Y: -size}),
		r2.Add(mid, r2.Vec{Y: 2 * size}))
	tri := [][3]int32{{n, n + 1, n + 2}}
	type edge [2]int32
	for i := range n {
		inner := map[edge]bool{}
		var around []edge
		keep := tri[:0]
		for _, t := range tri {
			if !inCircle(p[t[0]], p[t[1]], p[t[2]], p[i]) {
				keep = append(keep, t)
				continue
			}
			for c := range 3 {
				q := edge{t[c], t[(c+1)%3]}
				inner[q] = true
				around = append(around, q)
			}
		}
		tri = keep
		for _, q := range around {
			if !inner[edge{q[1], q[0]}] {
				tri = append(tri, [3]int32{q[0], q[1], i})
			}
		}
	}
	out := tri[:0]
	for _, t := range tri {
		if t[0] < n && t[1] < n && t[2] < n && !flat(p[t[0]], p[t[1]], p[t[2]]) {
			out = append(out, t)
		}
	}
	return out
}

// flat reports whether a triangle is a sliver between points of one side of the hull.
func flat(a, b, c r2.Vec) bool {
	longest := math.Max(r2.Norm2(r2.Sub(b, a)), math.Max(r2.Norm2(r2.Sub(c, a)), r2.Norm2(r2.Sub(c, b))))
	return r2.Cross(r2.Sub(b, a), r2.Sub(c, a)) < 1e-6*longest
}

// inCircle reports whether d lies inside the circle through the counter-clockwise a, b, c. It is exact where float64
// does not decide, so that meshes are the same on every machine.
func inCircle(a, b, c, d r2.Vec) bool {
	ax, ay, bx, by, cx, cy := a.X-d.X, a.Y-d.Y, b.X-d.X, b.Y-d.Y, c.X-d.X, c.Y-d.Y
	det := (ax*ax+ay*ay)*(bx*cy-cx*by) + (bx*bx+by*by)*(cx*ay-ax*cy) + (cx*cx+cy*cy)*(ax*by-bx*ay)
	size := (ax*ax+ay*ay)*(math.Abs(bx*cy)+math.Abs(cx*by)) + (bx*bx+by*by)*(math.Abs(cx*ay)+math.Abs(ax*cy)) +
		(cx*cx+cy*cy)*(math.Abs(ax*by)+math.Abs(bx*ay))
	if math.Abs(det) > 1e-12*size {
		return det > 0
	}
	return exactInCircle(a, b, c, d)
}

func exactInCircle(a, b, c, d r2.Vec) bool {
	num := func(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }
	sub := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Sub(x, y) }
	mul := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) }
	add := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Add(x, y) }
	var x, y, q [3]*big.Rat
	for i, v := range []r2.Vec{a, b, c} {
		x[i], y[i] = sub(num(v.X), num(d.X)), sub(num(v.Y), num(d.Y))
		q[i] = add(mul(x[i], x[i]), mul(y[i], y[i]))
	}
	det := new(big.Rat)
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		det.Add(det, mul(q[i], sub(mul(x[j], y[k]), mul(x[k], y[j]))))
	}
	return det.Sign() > 0
}
