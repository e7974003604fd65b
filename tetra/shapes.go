package tetra

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/contact/bvh"
)

// Ball returns a ball of a radius around the origin.
func Ball(radius float64) Region {
	h := r3.Vec{X: radius, Y: radius, Z: radius}
	return Region{Depth: func(x r3.Vec) float64 { return radius - r3.Norm(x) }, Lo: r3.Scale(-1, h), Hi: h}
}

// Pillow returns a cushion around the origin, with a rounded rim and its thickness along Y:
//
//	√((2x/a)⁴ + (2z/c)⁴) + (2y/b)² ≤ 1
func Pillow(size r3.Vec) Region {
	h := r3.Scale(.5, size)
	return Region{Lo: r3.Scale(-1, h), Hi: h, Depth: func(x r3.Vec) float64 {
		u, v, w := x.X/h.X, x.Z/h.Z, x.Y/h.Y
		return 1 - math.Sqrt(math.Sqrt(u*u*u*u+v*v*v*v)+w*w)
	}}
}

// Inside returns the region in a closed surface, whose triangles are counter-clockwise seen from outside. The error has
// the place where it is not closed.
func Inside(tri [][3]int32, x []r3.Vec) (Region, error) {
	tree, err := bvh.New(tri, x)
	if err != nil {
		return Region{}, err
	}
	lo, hi := x[tri[0][0]], x[tri[0][0]]
	for _, t := range tri {
		for _, v := range t {
			p := x[v]
			lo = r3.Vec{X: min(lo.X, p.X), Y: min(lo.Y, p.Y), Z: min(lo.Z, p.Z)}
			hi = r3.Vec{X: max(hi.X, p.X), Y: max(hi.Y, p.Y), Z: max(hi.Z, p.Z)}
		}
	}
	return Region{Lo: lo, Hi: hi, Depth: func(p r3.Vec) float64 { return -tree.Closest(p, 0).Dist }}, nil
}
