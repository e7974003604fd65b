// Package law holds the laws of one scalar strain: of a membrane along the warp, of a hinge, of a
// curve. A law is a value of its own type, whose fields are its parameters. It knows no mesh and no simulation;
// its twin of the same name in shaders/law has the same symbols. Laws of a deformation gradient are a list of their
// own, see Solid.
//
// A law may be nonlinear, soften, and go by what happened before. What it says within one step must be
// the derivative of a potential of the strain alone, so that the step stays a minimisation.
package law

// Strain is a strain within a step.
type Strain struct {
	Eps     float64   // ε at the trial [unit of the strain: 1, or 1/m for bending]
	EpsN    float64   // ε_n at the start of the step
	H       float64   // size of the step [s]
	Crossed bool      // ε has changed sides of ε_n within the step, see Kind.Follows
	History []float64 // what the law keeps, as of the start of the step; see Kind.History
}

// Response is what the laws of a strain add up to, per area.
type Response struct {
	Psi   float64 // energy, or potential of the step [J/m²]
	Sigma float64 // ∂ψ/∂ε [N/m; bending: N]
	// ∂²ψ/∂ε², or something above it where that steers the iteration better; the matrix leaves out what is negative [N/m;
	// bending: N·m]
	Slope float64
}

// Law is the response of a strain.
type Law interface {
	// Respond adds the response at a strain; it leaves what is kept as it is.
	Respond(s *Strain, r *Response)
}

// Keeper is a law with history.
type Keeper interface {
	Law
	// Commit moves what the law keeps on to the end of the step, where the strain is s.Eps.
	Commit(s *Strain)
}

// Checker is a law whose parameters must fit together; each alone is checked by its bounds.
type Checker interface {
	Law
	// Check names the parameter to blame.
	Check() (param string, err error)
}

// Binder is a law that goes by the stiffness of the elastic law beside it, at zero strain.
type Binder interface {
	Law
	Bind(stiffness float64) Law
}

// Role is what a law does among those of one strain, which has at most one of each.
type Role int

// The roles, in the order in which they add up.
const (
	Elasticity Role = iota // goes by the strain, and what has become of its zero
	Yarns                  // friction between the yarns: goes by the path of the strain
	Viscosity              // goes by the rate of the strain
	Relaxation             // goes by the path of the strain and by how long it was held
	Roles
)

// Set is the laws of one strain, by role; nil where there is none.
type Set [Roles]Law

// Kind is a row of the list of laws.
type Kind struct {
	Name    string     // in fabric files, and of the twin
	Role    Role       //
	History []string   // numbers kept from step to step beside the strain, as the twin calls them
	Follows bool       // asks for Strain.Crossed
	Only    StrainMask // the strains that it is a law of; 0: all
	Zero    Law        // of the law's type
}

// Kinds lists all laws. The first of each role is the one that fabric files mean where they name none.
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
