package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"
)

// Term is one physical effect. Besides Begin it implements one or more of MembraneTerm,
// HingeTerm, CurveTerm, FaceTerm, VertexTerm and PairTerm, each of which adds an energy (or the potential of the
// step, for forces that depend on velocity or history), its gradient, and a positive
// semi-definite second derivative.
//
// Terms stand in one ordered list (NewTerms); the shaders have twins of the same names.
type Term interface {
	Name() string
	// Begin fixes whatever is lagged over the step that starts at w.State with step w.H.
	Begin(w *World)
}

// MembraneTerm is a law on the strains of a triangle.
type MembraneTerm interface {
	Term
	Membrane(t int, e Strain, r *MembraneResponse)
}

// HingeTerm is a law on the bending strain ε = 3(θ−θ̄)/h̄ of a hinge.
type HingeTerm interface {
	Term
	Hinge(i int, eps float64, r *HingeResponse)
}

// CurveTerm is a law on the bending strains 3·(κ_uu, κ_vv, 2κ_uv) of a triangle, see cloth.Curve.
// The response is that of a hinge with these strains, so that a cylinder of curvature κ, ε = 3κ,
// has the moment ∂ψ/∂ε per width under both laws; a triangle stands for a third of its area.
type CurveTerm interface {
	Term
	Curve(i int, e Strain, r *MembraneResponse)
}

// FaceTerm acts on the centroid of a triangle.
type FaceTerm interface {
	Term
	Face(t int, x r3.Vec, r *PointResponse)
}

// VertexTerm acts on single vertices, so it touches diagonal blocks only.
type VertexTerm interface {
	Term
	Vertex(i int, x r3.Vec, r *PointResponse)
}

// PairTerm acts on the vector r between the closest points of an active pair of the cloth's
// features, see selfContact.
type PairTerm interface {
	Term
	Pair(i int, r r3.Vec, out *PointResponse)
}
