package cloth

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// Part is one piece of cloth to be simulated (a garment or a sheet), as it comes from a
// pattern, a mesh file or a generator.
type Part struct {
	Name   string
	Fabric Fabric
	X      []r3.Vec    // start positions [m]
	Tri    [][3]int32  // vertex indices, counter-clockwise seen from the right side
	UV     [][3]r2.Vec // material coordinates of each triangle's corners: X along warp, Y along weft [m]
	Pins   []Pin       // vertex and motion indices are the part's own
	// Motions that the pins follow, and tracks.
	Motions []Motion
	Tracks  []*Track
	Gap     float64 // extra distance that it keeps from bodies, for outer layers [m]
	// Loose edges turn freely, and may have three triangles or more, or two that run along them the same way: seams of
	// several layers, and of a right side to a wrong one. Lower vertex first.
	Loose [][2]int32
	// FrictionScale multiplies the stresses of internal friction, painted on the vertices: triangles
	// have the mean of their corners, hinges that of their triangles. nil: 1 everywhere.
	FrictionScale []float64
	Creases       []Crease
	Layers        []Layers  // of each triangle; nil: single cloth
	Elements      []Element // of kinds that are lists of them, see KindRow.Rest
}

// Range is a half-open range of indices.
type Range struct{ Lo, Hi int }

// PartInfo tells where a part lies in the model's arrays.
type PartInfo struct {
	Gap                    float64 // see Part
	Name                   string
	Fabric                 Fabric
	Vertices, Tris, Hinges Range
}

// TriRest is the constant rest shape of a triangle.
type TriRest struct {
	Area float64 // rest area [m²]
	// B holds the gradients of the three linear shape functions in material space, so that
	// the deformation gradient is F = ∂x/∂(u,v) = Σ_a x_a ⊗ B[a]; rows a = corner, [1/m].
	B    [3][2]float64
	Part int32 // index into Model.Parts
	// FrictionScale multiplies the stresses of the fabric's membrane friction, and of its friction of
	// curvature. The friction of hinges has it in it.
	FrictionScale float64
	Layers        Layers
}

// Hinge is an inner edge with its two triangles: the edge runs from V[0] to V[1],
// V[2] is opposite in the triangle that contains the edge in that direction, V[3] in the other.
type Hinge struct {
	V     [4]int32
	Tri   [2]int32
	Edge  float64   // rest length ē [m]; over a seam the mean of both sides
	H     float64   // h̄: mean rest height of the two triangles over the edge [m]
	Theta float64   // rest angle θ̄ [rad]
	Bend  Component // zero for CurvatureBending, where a hinge only measures its angle
}

// Area is the area Ā = ē·h̄/3 that the hinge stands for [m²].
func (h *Hinge) Area() float64 { return h.Edge * h.H / 3 }

// Model is the constant part of a simulation. Build it with NewModel.
type Model struct {
	Parts    []PartInfo
	X0       []r3.Vec   // start positions [m]
	Tri      [][3]int32 // triangles of all parts
	UV       [][3]r2.Vec
	Rest     []TriRest
	Hinges   []Hinge
	Curves   []Curve   // triangles of CurvatureBending
	Segments []Segment // springs of SpringStretch
	Elements [Kinds][]Element
	Mass     []float64 // lumped vertex masses [kg]
	Area     []float64 // in contact, of each vertex: of triangles a third, of Lines the half [m²]
	Radius   []float64 // of the Lines around each vertex, the least; 0 where there is a triangle [m]
	Lines    []Line
	Part     []int32 // part of each vertex
	Pins     []Pin
	// Motions and tracks of all parts, in their order.
	Motions []Motion
	Tracks  []*Track
	// Measured friction between parts, instead of the coefficients of their fabrics.
	Rubbings []Rubbing
	Strains  [Kinds]Strains // the laws on the strains of each kind of element
	Air      []AirCell      // that pieces enclose
}

// PinKind says how a pinned vertex moves.
type PinKind int

const (
	// PinFixed holds the vertex at Point, moving with Velocity from time 0 on.
	PinFixed PinKind = iota
	// PinBody lets the vertex follow a point of the body's surface.
	PinBody
	// PinMotion carries the vertex from Point along a Motion.
	PinMotion
	// PinTrack holds the vertex where one of a Track is.
	PinTrack
)

// Pin prescribes the motion of a vertex; solver rows of pinned vertices are held exactly. A soft pin pulls at its
// vertex instead, see Pin.Soft.
type Pin struct {
	Vertex   int32
	Kind     PinKind
	Point    r3.Vec     // PinFixed, PinMotion: position at time 0, or before the motion [m]
	Velocity r3.Vec     // PinFixed: constant velocity [m/s]
	Body     int32      // PinBody: number of the collider whose surface it follows
	Tri      int32      // PinBody: triangle of the body; PinTrack: vertex of the track
	Bary     [3]float64 // PinBody: barycentric coordinates of the foot point
	// PinBody: from the foot point, along the triangle's first edge, across it, and along its normal [m]
	Offset  r3.Vec
	Motion  int32   // PinMotion: index into Part.Motions, or Model.Motions; PinTrack: likewise into Tracks
	Release float64 // time at which the vertex is set free [s]; 0 means never
	// Of a soft pin: a spring between vertex and target, and the largest distance that it lets them have. Where both
	// are 0 the pin holds exactly.
	Stiffness  float64    // [N/m]
	Limit      float64    // [m]; 0: any
	LimitForce float64    // that holds the vertex a hundredth of Limit beyond it, besides the spring [N]
	Strength   []Strength // factor of both over time; nil: 1
}

// Strength is a key of the strength of a soft pin. It is linear in time between keys, and constant before and after.
type Strength struct {
	Time   float64 // [s]
	Factor float64
}

// Soft reports whether the pin pulls at its vertex, so that contact and other forces hold against it.
func (p *Pin) Soft() bool { return p.Stiffness > 0 || p.Limit > 0 }

// Active reports whether the pin holds its vertex exactly at time t.
func (p *Pin) Active(t float64) bool { return !p.Soft() && !p.released(t) }

func (p *Pin) released(t float64) bool { return p.Release != 0 && t >= p.Release }

// Pull is the factor of the spring and of the limit of a soft pin at time t; 0: it does nothing.
func (p *Pin) Pull(t float64) float64 {
	if !p.Soft() || p.released(t) {
		return 0
	}
	n := len(p.Strength)
	if n == 0 {
		return 1
	}
	i := sort.Search(n, func(i int) bool { return p.Strength[i].Time > t })
	switch i {
	case 0:
		return p.Strength[0].Factor
	case n:
		return p.Strength[n-1].Factor
	}
	a, b := p.Strength[i-1], p.Strength[i]
	return a.Factor + (t-a.Time)/(b.Time-a.Time)*(b.Factor-a.Factor)
}

// Target is where a pin holds its vertex at time t [m]. A PinBody has none without its body.
func (p *Pin) Target(m *Model, t float64) r3.Vec {
	switch p.Kind {
	case PinFixed:
		return r3.Add(p.Point, r3.Scale(t, p.Velocity))
	case PinMotion:
		return m.Motions[p.Motion].At(p.Point, t)
	case PinTrack:
		return m.Tracks[p.Motion].At(p.Tri, t)
	}
	panic("cloth: a pin that follows a body has no target of its own")
}

// PinTo is a PinBody that holds a vertex, which is at x, to the point of a triangle of a collider with
// the barycentric coordinates bary, while its corners are at a, b and c.
func PinTo(vertex, collider, tri int32, bary [3]float64, a, b, c, x r3.Vec) Pin {
	p := Pin{Vertex: vertex, Kind: PinBody, Body: collider, Tri: tri, Bary: bary}
	d := r3.Sub(x, p.foot(a, b, c))
	along, across, normal := Frame(a, b, c)
	p.Offset = r3.Vec{X: r3.Dot(d, along), Y: r3.Dot(d, across), Z: r3.Dot(d, normal)}
	return p
}

// On is where a PinBody holds its vertex while the corners of its triangle are at a, b and c [m].
func (p *Pin) On(a, b, c r3.Vec) r3.Vec {
	along, across, normal := Frame(a, b, c)
	x := r3.Add(p.foot(a, b, c), r3.Scale(p.Offset.X, along))
	return r3.Add(x, r3.Add(r3.Scale(p.Offset.Y, across), r3.Scale(p.Offset.Z, normal)))
}

func (p *Pin) foot(a, b, c r3.Vec) r3.Vec {
	return r3.Add(r3.Scale(p.Bary[0], a), r3.Add(r3.Scale(p.Bary[1], b), r3.Scale(p.Bary[2], c)))
}

// Frame is an orthonormal frame of a triangle; zero where it has no area.
func Frame(a, b, c r3.Vec) (along, across, normal r3.Vec) {
	along, normal = r3.Sub(b, a), r3.Cross(r3.Sub(b, a), r3.Sub(c, a))
	if r3.Norm2(normal) == 0 {
		return r3.Vec{}, r3.Vec{}, r3.Vec{}
	}
	along, normal = r3.Unit(along), r3.Unit(normal)
	return along, r3.Cross(normal, along), normal
}

// State is what changes from step to step.
type State struct {
	Time float64  // [s]
	X    []r3.Vec // positions [m]
	V    []r3.Vec // velocities [m/s]
	// Past is what the strains of each kind of element keep.
	Past [Kinds]History
	// Touches is what contact with colliders keeps, by collider and point.
	Touches []Touch
	// Rubs is what contact of cloth with cloth keeps, each pair once.
	Rubs []Rub
	// Halvings is how often the next step begins halved, where steps adapt.
	Halvings int
	// Before is what integrators of second order keep of the step before.
	Before Before
	// Air is the pressure of each AirCell above that of the atmosphere [Pa].
	Air []float64
}

// Before is what integrators of second order keep of the step before, per vertex, see step.TwoStep. Without it the next
// step is backward Euler.
type Before struct {
	H    float64  // size of that step [s]; 0: nothing is kept
	Gain []r3.Vec // change of velocity over it [m/s]
	Lag  []r3.Vec // size times velocity at its end, less the way [m]
	Age  []uint8  // of contact, see step.YoungContact [steps]
}

// Clone returns a deep copy.
func (b Before) Clone() Before {
	return Before{b.H, slices.Clone(b.Gain), slices.Clone(b.Lag), slices.Clone(b.Age)}
}

// check reports what does not go with n vertices.
func (b *Before) check(n int) error {
	if b.H == 0 {
		return nil
	}
	if !(b.H > 0) || !Finite(b.H) {
		return fmt.Errorf("state: a step before of %g s: expected a finite number ≥ 0", b.H)
	}
	if len(b.Gain) != n || len(b.Lag) != n || len(b.Age) != n {
		return fmt.Errorf("state: the step before has %d, %d and %d vertices: expected %d, as in the model",
			len(b.Gain), len(b.Lag), len(b.Age), n)
	}
	for i := range b.Gain {
		if !FiniteVec(b.Gain[i]) || !FiniteVec(b.Lag[i]) {
			return fmt.Errorf("state: vertex %d: change of velocity %v, lag %v: expected finite numbers",
				i, b.Gain[i], b.Lag[i])
		}
	}
	return nil
}

// checkAir reports whether a state has the air of a model.
func (s *State) checkAir(m *Model) error {
	if len(s.Air) != len(m.Air) {
		return fmt.Errorf("state of %d air cells: expected %d, as in the model", len(s.Air), len(m.Air))
	}
	for i, p := range s.Air {
		if !(p > -Atmosphere) || math.IsInf(p, 0) {
			return fmt.Errorf("state: air cell %d: %g Pa above the atmosphere: expected a finite number above −%g", i, p,
				Atmosphere)
		}
	}
	return nil
}

// NewState returns the model's start: X0 at rest. The laws start with nothing kept;
// the strains are set when a backend takes the state over (see cpu.Sim).
func NewState(m *Model) *State {
	s := &State{X: append([]r3.Vec(nil), m.X0...), V: make([]r3.Vec, len(m.X0))}
	for k := range s.Past {
		s.Past[k] = newHistory(Kind(k), &m.Strains[k])
	}
	for i := range m.Air {
		s.Air = append(s.Air, m.Air[i].Pressure)
	}
	return s
}

// Clone returns a deep copy.
func (s *State) Clone() *State {
	c := &State{
		Time: s.Time, X: append([]r3.Vec(nil), s.X...), V: append([]r3.Vec(nil), s.V...), Past: s.Past,
		Touches: slices.Clone(s.Touches), Rubs: slices.Clone(s.Rubs), Halvings: s.Halvings, Before: s.Before.Clone(),
		Air: slices.Clone(s.Air),
	}
	for k := range c.Past {
		c.Past[k].Data = slices.Clone(s.Past[k].Data)
	}
	return c
}

// PartTriangles is the triangles of a part, by its own vertices.
func (m *Model) PartTriangles(part int) [][3]int32 {
	p := &m.Parts[part]
	tri := slices.Clone(m.Tri[p.Tris.Lo:p.Tris.Hi])
	for i := range tri {
		for k := range tri[i] {
			tri[i][k] -= int32(p.Vertices.Lo)
		}
	}
	return tri
}
