package cpu

import "gonum.org/v1/gonum/spatial/r3"

// Term is one physical effect: a StrainTerm, or one or more of FaceTerm, VertexTerm and PairTerm. Each adds an energy
// (or the potential of the step, for forces that depend on velocity or history), its gradient, and a positive
// semi-definite second derivative.
//
// Terms are in one ordered list (NewTerms); the shaders have twins of the same names.
type Term interface {
	Name() string
	// Begin sets the lagged quantities of the step that starts at w.State with step w.H.
	Begin(w *World)
}

// integrated is a term that depends on the integrators of vertices; it starts again if impacts change them.
type integrated interface {
	Integrate(w *World)
}

// FaceTerm acts on centroids of triangles, several in a row from t on.
type FaceTerm interface {
	Term
	Faces(t int, x []r3.Vec, r []PointResponse)
}

// VertexTerm acts on single vertices, and so on diagonal blocks only, several in a row from i on.
type VertexTerm interface {
	Term
	Vertices(i int, x []r3.Vec, r []PointResponse)
}

// PairTerm acts on the vector r between the closest points of an active pair of cloth features, see selfContact.
type PairTerm interface {
	Term
	Pair(i int, r r3.Vec, out *PointResponse)
}
