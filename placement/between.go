package placement

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Between returns a function that reports whether a point is within a garment, worn or as panels around a body: there
// is cloth in front of it, or on its left and right. Hands beside a skirt and feet below hems are not within. The
// resolution is a hundredth of the garment's height, or a thousandth of its width if that is larger, which bounds the
// work for stray vertices.
func Between(x []r3.Vec, tri [][3]int32) func(at r3.Vec) bool {
	lo, hi := Extent(x)
	size := max(1e-3, (hi.Y-lo.Y)/100, (hi.X-lo.X)/1000, (hi.Z-lo.Z)/1000)
	type square [2]int
	of := func(along, up float64) square {
		return square{int(math.Floor(along / size)), int(math.Floor(up / size))}
	}
	front, side := map[square]bool{}, map[square][2]float64{}
	for _, t := range tri {
		a, b := Extent([]r3.Vec{x[t[0]], x[t[1]], x[t[2]]})
		p, q := of(a.X, a.Y), of(b.X, b.Y)
		for i := p[0]; i <= q[0]; i++ {
			for j := p[1]; j <= q[1]; j++ {
				front[square{i, j}] = true
			}
		}
		p, q = of(a.Z, a.Y), of(b.Z, b.Y)
		for i := p[0]; i <= q[0]; i++ {
			for j := p[1]; j <= q[1]; j++ {
				ends, seen := side[square{i, j}]
				if !seen {
					ends = [2]float64{math.Inf(1), math.Inf(-1)}
				}
				side[square{i, j}] = [2]float64{min(ends[0], a.X), max(ends[1], b.X)}
			}
		}
	}
	return func(at r3.Vec) bool {
		if !InBox(at, lo, hi) {
			return false
		}
		ends, seen := side[of(at.Z, at.Y)]
		return front[of(at.X, at.Y)] || seen && ends[0] <= at.X && at.X <= ends[1]
	}
}
