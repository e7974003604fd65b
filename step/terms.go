package step

import "hysteron/law"

// Term is a physical term.
type Term struct {
	Name string // on the CPU, and of its bit and functions in the kernels
	On   Domain
	Role law.Role // of the laws, if On is Strains
	Load bool     // it also acts on cloth at rest
	Rate bool     // it depends on velocities
}

// Domain is the kind of elements on which a term acts.
type Domain int

const (
	Strains  Domain = iota // all strains, by the laws of one role
	Vertices               // each by itself
	Faces                  // centroids of triangles
	Planes                 // vertices and centroids, by the contact planes near them
	Pairs                  // near pairs of features of the cloth
)

// Terms lists all physical terms in the order in which both backends add them up.
var Terms = []Term{
	{Name: "inertia", On: Vertices, Rate: true},
	{Name: "gravity", On: Vertices, Load: true},
	{Name: "grab", On: Vertices, Load: true},
	{Name: "membrane", On: Strains, Role: law.Elasticity},
	{Name: "springs", On: Strains, Role: law.Elasticity},
	{Name: "bending", On: Strains, Role: law.Elasticity},
	{Name: "dahl", On: Strains, Role: law.Yarns},
	{Name: "damping", On: Strains, Role: law.Viscosity, Rate: true},
	{Name: "relaxation", On: Strains, Role: law.Relaxation},
	{Name: "limits", On: Strains, Role: law.Limits},
	{Name: "aero", On: Faces, Rate: true},
	{Name: "contact", On: Planes},
	{Name: "friction", On: Planes},
	{Name: "self_contact", On: Pairs},
	{Name: "self_friction", On: Pairs},
}

// TermNames returns their names.
func TermNames() (names []string) {
	for _, t := range Terms {
		names = append(names, t.Name)
	}
	return names
}
