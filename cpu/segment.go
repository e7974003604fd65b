package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/linalg"
)

// segmentSlot has what the gather pass needs of a segment, after the laws.
type segmentSlot struct {
	E     r3.Vec  // unit vector from the first vertex to the second; zero if they coincide
	Sigma float64 // total stress times area/l̄: the tension [N]
	K     float64 // tangent times area/l̄²: the spring constant [N/m]
	T     float64 // tension/length; not below zero unless exact [N/m]
}

// addBlock adds the block of a vertex with itself or, with sign −1, with the other one.
func (q *segmentSlot) addBlock(sign float64, out *[9]float64) {
	linalg.AddOuter(out, sign*(q.K-q.T), q.E, q.E)
	for k := 0; k < 9; k += 4 {
		out[k] += sign * q.T
	}
}
