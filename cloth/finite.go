package cloth

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Finite reports whether none of the numbers is NaN or infinite.
func Finite(v ...float64) bool {
	for _, f := range v {
		if f-f != 0 { // NaN for both
			return false
		}
	}
	return true
}

// FiniteVec reports whether all coordinates are finite.
func FiniteVec(v r3.Vec) bool { return Finite(v.X, v.Y, v.Z) }

// Longest returns the length of the longest vector, 0 for none.
func Longest(list []r3.Vec) float64 {
	var l float64
	for _, v := range list {
		l = max(l, r3.Norm2(v))
	}
	return math.Sqrt(l)
}
