package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"
)

// Term is one physical effect. Besides Begin it implements one or more of MembraneTerm,
// HingeTerm, CurveTerm, FaceTerm, VertexTerm and PairTerm, each of which adds an energy (or the potential of the
// step, for forces that depend on velocity or history), its gradient, and a positive
// semi-definite second derivative. Terms with history implement Committer.
//
// Terms stand in one ordered list (NewTerms); the shaders have twins of the same names.
type Term interface {
	Name() string
	// Begin fixes whatever is lagged over the step that starts at s.State with step s.H.
	Begin(s *Sim)
}

// Strain holds the three membrane strains of a triangle: E_uu, E_vv, γ = 2E_uv [1].
type Strain [3]float64

// Sym3 is a symmetric 3×3 matrix: xx, yy, zz, yz, xz, xy.
type Sym3 [6]float64

// MembraneResponse sums the contributions of all membrane terms on one triangle, per rest area.
type MembraneResponse struct {
	Psi float64 // energy density [J/m²]
	S   Strain  // stress ∂ψ/∂ε [N/m]
	C   Sym3    // tangent ∂²ψ/∂ε² [N/m], positive semi-definite
}

// MembraneTerm is a law on the strains of a triangle.
type MembraneTerm interface {
	Term
	Membrane(t int, e Strain, r *MembraneResponse)
}

// HingeResponse sums the contributions of all bending terms on one hinge, per area of the hinge.
type HingeResponse struct {
	Psi   float64 // energy density [J/m²]
	Sigma float64 // ∂ψ/∂ε [N]
	K     float64 // ∂²ψ/∂ε² ≥ 0 [N·m]
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

// PointResponse sums the contributions of all terms on one point: a vertex, or the centroid
// of a triangle.
type PointResponse struct {
	Psi float64 // [J]
	G   r3.Vec  // gradient with respect to the point's position [N]
	H   Sym3    // second derivative, positive semi-definite [N/m]
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

// Committer is a term with history, which moves on once per accepted step, after contact.
type Committer interface {
	Term
	Commit(s *Sim)
}

// Tracker is a term that follows the iterates within a step, also those that the line
// search rejects.
type Tracker interface {
	Term
	Track(s *Sim)
}

// NewTerms returns all physical terms in their fixed order.
func NewTerms() []Term {
	return []Term{
		&Inertia{},
		&Gravity{},
		&Membrane{},
		&Bending{},
		&Dahl{},
		&Damping{},
		&Aero{},
		&Contact{},
		&Friction{},
		&SelfContact{},
		&SelfFriction{},
	}
}

// addOuter adds k·n nᵀ.
func (h *Sym3) addOuter(k float64, n r3.Vec) {
	h[0] += k * n.X * n.X
	h[1] += k * n.Y * n.Y
	h[2] += k * n.Z * n.Z
	h[3] += k * n.Y * n.Z
	h[4] += k * n.X * n.Z
	h[5] += k * n.X * n.Y
}

// addTo adds k times the matrix to a row-major block.
func (h *Sym3) addTo(out *[9]float64, k float64) {
	out[0] += k * h[0]
	out[1] += k * h[5]
	out[2] += k * h[4]
	out[3] += k * h[5]
	out[4] += k * h[1]
	out[5] += k * h[3]
	out[6] += k * h[4]
	out[7] += k * h[3]
	out[8] += k * h[2]
}

// mul is the product with a vector.
func (h *Sym3) mul(v r3.Vec) r3.Vec {
	return r3.Vec{
		X: h[0]*v.X + h[5]*v.Y + h[4]*v.Z,
		Y: h[5]*v.X + h[1]*v.Y + h[3]*v.Z,
		Z: h[4]*v.X + h[3]*v.Y + h[2]*v.Z,
	}
}

// addIdentity adds k·I.
func (h *Sym3) addIdentity(k float64) {
	h[0] += k
	h[1] += k
	h[2] += k
}
