// Package law has the laws of one scalar strain: of a membrane along the warp, of a hinge, of a curvature. A law is a
// type whose fields are its parameters. It is independent of mesh and simulation; its twin of the same name in
// shaders/law uses the same symbols. Laws of a deformation gradient are listed separately, see Solid.
//
// A law may be nonlinear, soften, and depend on history. Its response within a step must be the derivative of a
// potential of the strain alone, so that the step is a minimisation.
package law

// Strain is a strain within a step.
type Strain struct {
	Eps     float64   // ε at the trial [1, or 1/m for bending]
	EpsN    float64   // ε_n at the start of the step
	H       float64   // size of the step [s]
	Crossed bool      // ε crossed ε_n within the step, see Kind.Follows
	History []float64 // internal variables at the start of the step, see Kind.History
}

// Response is the sum of the laws of a strain, per area.
type Response struct {
	Psi   float64 // energy, or potential of the step [J/m²]
	Sigma float64 // ∂ψ/∂ε [N/m; bending: N]
	// ∂²ψ/∂ε², or an upper bound that makes Newton's method converge better; the matrix omits a negative slope
	// [N/m; bending: N·m]
	Slope float64
}

// Law is the response of a strain.
type Law interface {
	// Respond adds the response at a strain. It does not change internal variables.
	Respond(s *Strain, r *Response)
}

// Keeper is a law with internal variables.
type Keeper interface {
	Law
	// Commit updates the internal variables at the end of the step, with the strain s.Eps.
	Commit(s *Strain)
}

// Checker is a law with constraints between parameters; single parameters are checked by their bounds.
type Checker interface {
	Law
	// Check returns an error with the parameter that violates a constraint.
	Check() (param string, err error)
}

// Binder is a law that depends on the stiffness at zero strain of the elastic law of the same strain.
type Binder interface {
	Law
	Bind(stiffness float64) Law
}

// Role is the role of a law among those of a strain, which has at most one of each.
type Role int

// The roles, in the order of summation.
const (
	Elasticity Role = iota // depends on the strain, and on its plastic part
	Yarns                  // internal friction: depends on the path of the strain
	Viscosity              // depends on the strain rate
	Relaxation             // depends on the path of the strain and on time
	Roles
)

// Limits is the role of what bounds the strains of a triangle, see StrainLimits: of all of them at once, so that it is
// beside the laws of a Set.
const Limits = Roles

// Set has the laws of one strain, by role; nil for none.
type Set [Roles]Law

// Kind is a row of the list of laws.
type Kind struct {
	Name    string     // in fabric files, and of the twin
	Role    Role       //
	History []string   // names of the internal variables besides the strain, as in the twin
	Follows bool       // uses Strain.Crossed
	Only    StrainMask // the strains to which it applies; 0: all
	Zero    Law        // of the law's type
}

// Kinds lists all laws. The first of each role is the default of fabric files.
var Kinds = []Kind{
	{Name: "elastic", Role: Elasticity, Zero: Elastic{}},
	{Name: "traction", Role: Elasticity, History: []string{"top"}, Only: Threads, Zero: Traction{}},
	{Name: "curve", Role: Elasticity, Zero: Curve{}},
	{Name: "soft", Role: Elasticity, Only: Threads | Diagonals, Zero: Soft{}},
	{Name: "radial", Role: Elasticity, Only: Radii, Zero: Radial{}},
	{Name: "plastic", Role: Elasticity, History: []string{"plastic"}, Zero: Plastic{}},
	{Name: "jamming", Role: Elasticity, Only: Shears, Zero: Jamming{}},
	{Name: "dahl", Role: Yarns, History: []string{"sigma"}, Follows: true, Zero: Dahl{}},
	{Name: "stribeck", Role: Yarns, History: []string{"fast", "slow"}, Follows: true, Zero: Stribeck{}},
	{Name: "fibres", Role: Yarns, History: []string{"sigma"}, Follows: true, Only: Threads, Zero: Fibres{}},
	{Name: "damping", Role: Viscosity, Zero: Damping{}},
	{Name: "relaxing", Role: Relaxation, History: []string{"q1", "q2", "q3"}, Zero: Relaxing{}},
}
