package cloth

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// Part is a piece of cloth (a garment or a sheet), from a pattern, a mesh file or a generator.
type Part struct {
	Name   string
	Fabric Fabric
	X      []r3.Vec    // start positions [m]
	Tri    [][3]int32  // vertex indices, counter-clockwise seen from the right side
	UV     [][3]r2.Vec // material coordinates of each triangle's corners: X along warp, Y along weft [m]
	Pins   []Pin       // with vertex and motion indices of the part
	// Motions and tracks for pins.
	Motions []Motion
	Tracks  []*Track
	Gap     float64 // additional distance from bodies, for outer layers [m]
	// Loose edges have no bending stiffness. They may have three triangles or more, or two with the same
	// orientation: seams of several layers, or of a right to a wrong side. Lower vertex first.
	Loose [][2]int32
	// FrictionScale multiplies the stresses of internal friction, per vertex: triangles use the mean of their
	// corners, hinges that of their triangles. nil: 1 everywhere.
	FrictionScale []float64
	Creases       []Crease
	Layers        []Layers  // per triangle; nil: single layers
	Elements      []Element // of kinds with rest values, see KindRow.Rest
	RigidMass     float64   // of a rigid body, carried by its last MassPoints vertices [kg]; 0: none
	// Of a rigid body at the start: velocity of its centre of mass [m/s], angular velocity [rad/s].
	Velocity, Spin r3.Vec
	// Glued has the model's vertex, of an earlier part, that each vertex shares; −1: none. nil: no vertex is shared.
	Glued []int32
}

// Range is a half-open range of indices.
type Range struct{ Lo, Hi int }

// PartInfo has the position of a part in the model's arrays.
type PartInfo struct {
	Gap                    float64 // see Part
	Name                   string
	Fabric                 Fabric
	Vertices, Tris, Hinges Range // of a glued part Vertices are those that no earlier part has
	// Index has the model's vertex of each vertex of a glued part, in the part's own order; nil: Vertices.
	Index []int32
}

// Count returns the number of vertices of a part, with those that it shares.
func (p *PartInfo) Count() int {
	if p.Index != nil {
		return len(p.Index)
	}
	return p.Vertices.Hi - p.Vertices.Lo
}

// Vertex returns the model's vertex of vertex v of a part.
func (p *PartInfo) Vertex(v int) int32 {
	if p.Index != nil {
		return p.Index[v]
	}
	return int32(p.Vertices.Lo + v)
}

// Of returns the values of a part's vertices: a section of all unless the part is glued.
func Of[T any](p *PartInfo, all []T) []T {
	if p.Index == nil {
		return all[p.Vertices.Lo:p.Vertices.Hi]
	}
	own := make([]T, len(p.Index))
	gather(own, all, p.Index)
	return own
}

// TriRest is the constant rest shape of a triangle.
type TriRest struct {
	Area float64 // rest area [m²]
	// B has the gradients of the three linear shape functions in material space, so that the deformation gradient
	// is F = ∂x/∂(u,v) = Σ_a x_a ⊗ B[a]; rows a = corner, [1/m].
	B    [3][2]float64
	Part int32 // index into Model.Parts
	// FrictionScale multiplies the stresses of membrane friction and of curvature friction. Friction of hinges
	// includes it.
	FrictionScale float64
	Layers        Layers
}

// Hinge is an inner edge with its two triangles. The edge is from V[0] to V[1]; V[2] is opposite to it in the triangle
// with that orientation, V[3] in the other.
type Hinge struct {
	V     [4]int32
	Tri   [2]int32
	Edge  float64   // rest length ē [m]; over a seam the mean of both sides
	H     float64   // h̄: mean rest height of the two triangles over the edge [m]
	Theta float64   // rest angle θ̄ [rad]
	Bend  Component // zero for CurvatureBending, where a hinge only provides its angle
}

// Area returns the area Ā = ē·h̄/3 of the hinge [m²].
func (h *Hinge) Area() float64 { return h.Edge * h.H / 3 }

// Model is the constant part of a simulation. Build it with NewModel.
type Model struct {
	Parts    []PartInfo
	X0       []r3.Vec   // start positions [m]
	Tri      [][3]int32 // triangles of all parts
	UV       [][3]r2.Vec
	Rest     []TriRest
	Hinges   []Hinge
	Curves   []Curve   // curvature elements of CurvatureBending
	Segments []Segment // springs of SpringStretch
	Elements [Kinds][]Element
	Mass     []float64 // lumped vertex masses [kg]
	Area     []float64 // contact area of each vertex: a third of triangles, half of Lines [m²]
	Radius   []float64 // the smallest radius of Lines around each vertex; 0 for vertices of triangles [m]
	Lines    []Line
	Part     []int32 // part of each vertex
	Pins     []Pin
	// Motions and tracks of all parts, in order.
	Motions []Motion
	Tracks  []*Track
	// Measured friction between parts, which replaces the coefficients of their fabrics.
	Rubbings []Rubbing
	Strains  [Kinds]Strains // laws of the strains of each element kind
	Air      []AirCell      // enclosed air
	Rigid    []Rigid
	Room     []float64 // bound on the thickness of contact of each vertex, see SetRoom [m]; nil: none
	clamp    []bool    // of each triangle, see clamped
}

// PinKind is the kind of motion of a pinned vertex.
type PinKind int

const (
	// PinFixed holds the vertex at Point, moving with Velocity from time 0 on.
	PinFixed PinKind = iota
	// PinBody: the vertex follows a point of a body's surface.
	PinBody
	// PinMotion moves the vertex from Point by a Motion.
	PinMotion
	// PinTrack holds the vertex at a vertex of a Track.
	PinTrack
)

// Pin prescribes the motion of a vertex; its rows of the system are exact. A soft pin is a spring instead, see
// Pin.Soft.
type Pin struct {
	Vertex   int32
	Kind     PinKind
	Point    r3.Vec     // PinFixed, PinMotion: position at time 0, or before the motion [m]
	Velocity r3.Vec     // PinFixed: constant velocity [m/s]
	Body     int32      // PinBody: index of the collider
	Tri      int32      // PinBody: triangle of the body; PinTrack: vertex of the track
	Bary     [3]float64 // PinBody: barycentric coordinates of the foot point
	// PinBody: offset from the foot point along the triangle's first edge, across it, and along its normal [m]
	Offset  r3.Vec
	Motion  int32   // PinMotion: index into Part.Motions, or Model.Motions; PinTrack: into Tracks
	Release float64 // time of release [s]; 0: never
	// Soft pin: stiffness of a spring to the target, and limit of the distance. If both are 0 the pin is hard.
	Stiffness  float64    // [N/m]
	Limit      float64    // [m]; 0: none
	LimitForce float64    // force at a hundredth of Limit beyond it, in addition to the spring [N]
	Strength   []Strength // factor on both over time; nil: 1
}

// Strength is a key of the strength of a soft pin: linear in time between keys, constant before and after.
type Strength struct {
	Time   float64 // [s]
	Factor float64
}

// Soft reports whether the pin is a spring, which contact and other forces can resist.
func (p *Pin) Soft() bool { return p.Stiffness > 0 || p.Limit > 0 }

// Active reports whether the pin is hard and not released at time t.
func (p *Pin) Active(t float64) bool { return !p.Soft() && !p.released(t) }

func (p *Pin) released(t float64) bool { return p.Release != 0 && t >= p.Release }

// Pull returns the factor on spring and limit of a soft pin at time t; 0 after its release.
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

// Target returns the target of a pin at time t [m]. A PinBody needs its body, see On.
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

// PinTo returns a PinBody that holds a vertex at x to the point with barycentric coordinates bary of a triangle of a
// collider, whose corners are at a, b and c.
func PinTo(vertex, collider, tri int32, bary [3]float64, a, b, c, x r3.Vec) Pin {
	p := Pin{Vertex: vertex, Kind: PinBody, Body: collider, Tri: tri, Bary: bary}
	d := r3.Sub(x, p.foot(a, b, c))
	along, across, normal := Frame(a, b, c)
	p.Offset = r3.Vec{X: r3.Dot(d, along), Y: r3.Dot(d, across), Z: r3.Dot(d, normal)}
	return p
}

// On returns the target of a PinBody while the corners of its triangle are at a, b and c [m].
func (p *Pin) On(a, b, c r3.Vec) r3.Vec {
	along, across, normal := Frame(a, b, c)
	x := r3.Add(p.foot(a, b, c), r3.Scale(p.Offset.X, along))
	return r3.Add(x, r3.Add(r3.Scale(p.Offset.Y, across), r3.Scale(p.Offset.Z, normal)))
}

func (p *Pin) foot(a, b, c r3.Vec) r3.Vec {
	return r3.Add(r3.Scale(p.Bary[0], a), r3.Add(r3.Scale(p.Bary[1], b), r3.Scale(p.Bary[2], c)))
}

// Frame returns an orthonormal frame of a triangle; zero for a degenerate one.
func Frame(a, b, c r3.Vec) (along, across, normal r3.Vec) {
	along, normal = r3.Sub(b, a), r3.Cross(r3.Sub(b, a), r3.Sub(c, a))
	if r3.Norm2(normal) == 0 {
		return r3.Vec{}, r3.Vec{}, r3.Vec{}
	}
	along, normal = r3.Unit(along), r3.Unit(normal)
	return along, r3.Cross(normal, along), normal
}

// State is what changes in a step.
type State struct {
	Time float64  // [s]
	X    []r3.Vec // positions [m]
	V    []r3.Vec // velocities [m/s]
	// Past has the internal variables of each element kind.
	Past [Kinds]History
	// Touches are the friction anchors of contact with colliders, by collider and point.
	Touches []Touch
	// Rubs are the friction anchors of contact of cloth with cloth, each pair once.
	Rubs []Rub
	// Halvings is the number of halvings with which the next adaptive step starts.
	Halvings int
	// Before is the history of second-order integrators.
	Before Before
	// Air is the excess pressure of each AirCell [Pa].
	Air []float64
}

// Before is the history of second-order integrators, per vertex, see step.TwoStep. Without it the next step is backward
// Euler.
type Before struct {
	H    float64  // size of the last step [s]; 0: no history
	Gain []r3.Vec // velocity change over it [m/s]
	Lag  []r3.Vec // size times final velocity, minus displacement [m]
	Age  []uint8  // age of contact, see step.YoungContact [steps]
}

// Clone returns a deep copy.
func (b Before) Clone() Before {
	return Before{b.H, slices.Clone(b.Gain), slices.Clone(b.Lag), slices.Clone(b.Age)}
}

// check returns an error unless the history fits n vertices.
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

// checkAir returns an error unless a state has the air of a model.
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

// NewState returns the initial state: X0 at rest, with zero internal variables. The strains are set when a backend
// loads the state (see cpu.Sim).
func NewState(m *Model) *State {
	s := &State{X: append([]r3.Vec(nil), m.X0...), V: make([]r3.Vec, len(m.X0))}
	for k := range s.Past {
		s.Past[k] = newHistory(Kind(k), &m.Strains[k])
	}
	for i := range m.Air {
		s.Air = append(s.Air, m.Air[i].Pressure)
	}
	for k := range m.Rigid {
		m.Rigid[k].start(m, s)
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

// PartTriangles returns the triangles of a part in its own vertex indices.
func (m *Model) PartTriangles(part int) [][3]int32 {
	p := &m.Parts[part]
	tri := slices.Clone(m.Tri[p.Tris.Lo:p.Tris.Hi])
	var local map[int32]int32
	if p.Index != nil {
		local = make(map[int32]int32, len(p.Index))
		for v, at := range p.Index {
			local[at] = int32(v)
		}
	}
	for i := range tri {
		for k, v := range tri[i] {
			if tri[i][k] = v - int32(p.Vertices.Lo); local != nil {
				tri[i][k] = local[v]
			}
		}
	}
	return tri
}
