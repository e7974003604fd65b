package cloth

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/law"
)

// Kind is a kind of element that strains: the number of its row.
type Kind int

// The kinds. A kind without code of its own in this package declares its number in its own file.
const (
	Triangles Kind = iota
	Hinges
	Curves
	Segments
)

// Kinds is the number of kinds.
const Kinds = Kind(len(kindRows))

// The most that an element of any kind has.
const (
	MostCorners = 4 // the device keeps the number of a corner in two bits
	MostStrains = 6
	MostRest    = 9
)

// KindRow is what is known of a kind of element, see docs/new-element.md.
type KindRow struct {
	Name    string      // of one
	Corners int         // vertices of one; 0: none, it is measured by the strains of elements of the kind On
	On      Kind        // see Corners
	Strains []string    // of one, by name
	Measure law.Measure // of the strains: the unit of their laws' parameters
	Elastic string      // the term of step.Terms to which its elastic laws belong
	// Rest names the numbers of an Element at rest, with units. Kinds without them are structs of their own: Model.Tri,
	// Hinges, Curves and Segments.
	Rest []string
	// Size is the material measure of an Element that its laws' energies are per unit of: area, length or volume.
	Size func(rest *[MostRest]float64) float64
	// Sample are numbers at rest of an Element whose corners are at x, for tests.
	Sample   func(x *[MostCorners]r3.Vec) [MostRest]float64
	Gradient bool   // has a law of its deformation gradient, Element.Solid, beside those of its strains
	Answer   string // a test that compares one with a known answer
	// Touched is what can be touched of an Element of two corners: the edge between them, of this length at rest and
	// radius [m]. nil, or a radius of 0: nothing.
	Touched func(rest *[MostRest]float64) (length, radius float64)
	// Slot is how many texels kernels keep of an element between evaluation and gathering, where these are made from its
	// shaders/element/NAME.glsl; 0: kernels of its own
	Slot int
}

// kindRows is the list of all kinds, the only one.
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

// Row is the kind's.
func (k Kind) Row() *KindRow { return &kindRows[k] }

// String is the kind's name, one of them.
func (k Kind) String() string { return k.Row().Name }

// Per is the number of strains of one element.
func (k Kind) Per() int { return len(k.Row().Strains) }

// Measure of the strains.
func (k Kind) Measure() law.Measure { return k.Row().Measure }
