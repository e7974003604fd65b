package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/linalg"
)

// segmentSlot keeps what the gather pass needs of one segment after all laws have spoken.
type segmentSlot struct {
	E     r3.Vec  // unit vector from the first vertex to the second; zero where both are in one place
	Sigma float64 // total stress times area over l̄: the tension [N]
	K     float64 // tangent times area over l̄²: the spring constant [N/m]
	T     float64 // tension over length, of what turns with the segment; not below zero unless exact [N/m]
}

// addBlock adds the block of the vertex with itself, or with the other one, where sign is −1.
func (q *segmentSlot) addBlock(sign float64, out *[9]float64) {
	linalg.AddOuter(out, sign*(q.K-q.T), q.E, q.E)
	for k := 0; k < 9; k += 4 {
		out[k] += sign * q.T
	}
}
