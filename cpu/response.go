package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"
)

// Strain holds the three membrane strains of a triangle: E_uu, E_vv, γ = 2E_uv [1].
type Strain [3]float64

// PointResponse is the sum of the responses of all terms on one point: a vertex, or the centroid of a triangle.
type PointResponse struct {
	Psi float64 // [J]
	G   r3.Vec  // gradient with respect to the point's position [N]
	H   Sym3    // second derivative, positive semi-definite [N/m]
}
