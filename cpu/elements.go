package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// answers is what an evaluation of points leaves: of vertices, and of triangles for their centroids.
type answers struct{ vert, face []PointResponse }

func newAnswers(m *cloth.Model) answers {
	return answers{make([]PointResponse, len(m.X0)), make([]PointResponse, len(m.Tri))}
}

// elements is what an evaluation of all kinds of elements leaves.
type elements struct {
	eps   [cloth.Kinds][most][]float64 // each strain of each kind, in the places of the elements
	slots [cloth.Kinds]any             // of each kind, a slice of its slots
	tri   []triSlot                    // of these, those of triangles, hinges and curves
	hinge []hingeSlot
	curve []curveSlot
	airAt []airAt  // of each air cell
	swell []r3.Vec // ∂V/∂x of the cell of each vertex [m²]
}
