package cloth

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/law"
)

// Kind is an element kind: the index of its row.
type Kind int

// Kinds of elements. A kind without own code in this package is declared in its own file.
const (
	Triangles Kind = iota
	Hinges
	Curves
	Segments
)

// Kinds is the number of kinds.
const Kinds = Kind(len(kindRows))

// Upper limits for an element of any kind.
const (
	MostCorners = 4 // the device stores a corner in two bits
	MostStrains = 6
	MostRest    = 9
)

// KindRow describes an element kind, see docs/new-element.md.
type KindRow struct {
	Name    string      // singular
	Corners int         // number of vertices; 0: none, its strains are computed from elements of the kind On
	On      Kind        // see Corners
	Strains []string    // names
	Measure law.Measure // of the strains: determines the units of their laws' parameters
	Elastic string      // the term of step.Terms with its elastic laws
	// Rest are the names of an Element's rest values, with units. Kinds without them have their own structs:
	// Model.Tri, Hinges, Curves and Segments.
	Rest []string
	// Size returns the measure of an Element to which the energies of its laws refer: area, length or volume.
	Size func(rest *[MostRest]float64) float64
	// Sample returns rest values of an Element with corners at x, for tests.
	Sample   func(x *[MostCorners]r3.Vec) [MostRest]float64
	Gradient bool   // has a law of its deformation gradient, Element.Solid, besides those of its strains
	Answer   string // a test against a known solution
	// Touched returns the contact geometry of an Element with two corners: rest length of the edge between them,
	// and radius [m]. nil, or a radius of 0: none.
	Touched func(rest *[MostRest]float64) (length, radius float64)
	// Slot is the number of texels of an element between evaluation and gathering in kernels generated from its
	// shaders/element/NAME.glsl; 0: the kind has its own kernels.
	Slot int
}

// kindRows is the list of all kinds.
var kindRows = [...]KindRow{
	Triangles: {Name: "triangle", Corners: 3, Strains: []string{"warp", "weft", "shear"}, Measure: law.Membrane,
		Elastic: "membrane", Answer: "TestPiolaForces"},
	Hinges: {Name: "hinge", Corners: 4, Strains: []string{"bending"}, Measure: law.Bending, Elastic: "bending",
		Answer: "TestCylinderStiffness"},
	Curves: {Name: "curve", On: Hinges, Strains: []string{"warp", "weft", "twist"}, Measure: law.Bending,
		Elastic: "bending", Answer: "TestConvergentCantilever"},
	Segments: {Name: "segment", Corners: 2, Strains: []string{"elongation"}, Measure: law.Membrane, Elastic: "springs",
		Answer: "TestSpringModuli", Slot: 2},
	Tetrahedra: tetrahedronRow,
	Rods:       rodRow,
	Bends:      bendRow,
}

// Row returns the kind's row.
func (k Kind) Row() *KindRow { return &kindRows[k] }

// String returns the kind's name.
func (k Kind) String() string { return k.Row().Name }

// Per returns the number of strains of an element.
func (k Kind) Per() int { return len(k.Row().Strains) }

// Measure returns the measure of the strains.
func (k Kind) Measure() law.Measure { return k.Row().Measure }
