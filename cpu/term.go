package cpu

import "gonum.org/v1/gonum/spatial/r3"

// Term is one physical effect. It is a StrainTerm, or implements one or more of FaceTerm, VertexTerm and PairTerm, each
// of which adds an energy (or the potential of the step, for forces that depend on velocity or history), its gradient,
// and a positive semi-definite second derivative.
//
// Terms stand in one ordered list (NewTerms); the shaders have twins of the same names.
type Term interface {
	Name() string
	// Begin fixes whatever is lagged over the step that starts at w.State with step w.H.
	Begin(w *World)
}

// integrated is a term that goes by the integrators of vertices: it begins anew where impacts change them.
type integrated interface {
	Integrate(w *World)
}

// FaceTerm acts on centroids of triangles: on some in a row, the first of which is t.
type FaceTerm interface {
	Term
	Faces(t int, x []r3.Vec, r []PointResponse)
}

// VertexTerm acts on single vertices, so it touches diagonal blocks only: on some in a row, the first of which is i.
type VertexTerm interface {
	Term
	Vertices(i int, x []r3.Vec, r []PointResponse)
}

// PairTerm acts on the vector r between the closest points of an active pair of the cloth's
// features, see selfContact.
type PairTerm interface {
	Term
	Pair(i int, r r3.Vec, out *PointResponse)
}
