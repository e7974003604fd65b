package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// pointResponses has the responses of vertices, and of triangles' centroids.
type pointResponses struct{ vert, face []PointResponse }

func newPointResponses(m *cloth.Model) pointResponses {
	return pointResponses{make([]PointResponse, len(m.X0)), make([]PointResponse, len(m.Tri))}
}

// elements has the results of an evaluation of all element kinds.
type elements struct {
	eps   [cloth.Kinds][most][]float64 // strains of each kind, by place
	slots [cloth.Kinds]any             // of each kind, a slice of slots
	tri   []triSlot                    // typed slices of slots of triangles, hinges and curvature elements
	hinge []hingeSlot
	curve []curveSlot
	airAt []airAt  // of each air cell
	swell []r3.Vec // ∂V/∂x of the cell of each vertex [m²]
}
