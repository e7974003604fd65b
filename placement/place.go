package placement

import (
	"gonum.org/v1/gonum/spatial/r3"
)

// sample is the number of vertices of a garment that are used to evaluate a place.
const sample = 400

// Extent returns the bounding box of points.
func Extent(x []r3.Vec) (lo, hi r3.Vec) {
	lo, hi = x[0], x[0]
	for _, p := range x {
		lo = r3.Vec{X: min(lo.X, p.X), Y: min(lo.Y, p.Y), Z: min(lo.Z, p.Z)}
		hi = r3.Vec{X: max(hi.X, p.X), Y: max(hi.Y, p.Y), Z: max(hi.Z, p.Z)}
	}
	return lo, hi
}
