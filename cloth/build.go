package cloth

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/law"
)

// NewModel joins parts into a model: rest shapes from the material coordinates, hinges over
// inner edges, lumped masses. Errors name the part and the offending triangle, edge or vertex.
func NewModel(parts []Part) (*Model, error) {
	var b Builder
	for i := range parts {
		if err := b.Add(&parts[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", parts[i].Name, err)
		}
	}
	return b.Model()
}

// Builder is NewModel part by part, so that the caller can report which part is invalid.
type Builder struct{ m Model }

// Add appends a part. After an error the Builder must not be used.
func (b *Builder) Add(p *Part) error { return b.m.add(p) }

// Vertices returns the number of vertices so far.
func (b *Builder) Vertices() int { return len(b.m.X0) }

// ErrEmpty is the error of a model without vertices.
var ErrEmpty = errors.New("no cloth: expected at least one part with vertices")

// Model returns the model of all parts. No part can be added afterwards.
func (b *Builder) Model() (*Model, error) {
	if len(b.m.X0) == 0 {
		return nil, ErrEmpty
	}
	b.m.bindLaws()
	return &b.m, nil
}

// minRelArea is the smallest ratio of a triangle's area to the square of its longest edge; below it the triangle is a
// needle without a usable rest shape.
const minRelArea = 1e-6

// add appends a part.
func (m *Model) add(p *Part) error {
	if err := p.check(); err != nil {
		return err
	}
	if err := m.checkGlued(p); err != nil {
		return err
	}
	info := PartInfo{Name: p.Name, Fabric: p.Fabric, Gap: p.Gap}
	v0, t0, h0 := len(m.X0), len(m.Tri), len(m.Hinges)
	m.addVertices(p, &info)
	if err := m.addTriangles(p, &info); err != nil {
		return err
	}
	if err := m.addElements(p, &info); err != nil {
		return err
	}
	m.addRigid(p, v0)
	for i := range p.X {
		if m.Mass[info.Vertex(i)] == 0 && p.RigidMass == 0 {
			return fmt.Errorf("vertex %d belongs to no triangle, and to no other element with mass: expected every vertex "+
				"to carry mass", i)
		}
	}
	if err := m.addPins(p, &info); err != nil {
		return err
	}
	clamped := m.clamped(t0)
	m.clamp = append(m.clamp, clamped...)
	if p.RigidMass == 0 { // no edge of a rigid body bends
		if err := m.addHinges(p, t0, &info, clamped); err != nil {
			return err
		}
	}
	if p.Fabric.Stretch == SpringStretch {
		m.addSegments(&info.Fabric, t0, h0)
	}
	if p.Fabric.Bending == CurvatureBending {
		m.addCurves(&info.Fabric, Range{t0, len(m.Tri)}, Range{h0, len(m.Hinges)}, clamped)
	}
	info.Tris = Range{t0, len(m.Tri)}
	info.Hinges = Range{h0, len(m.Hinges)}
	m.Parts = append(m.Parts, info)
	return nil
}

// check returns an error if lengths of a part's slices do not match, or numbers are invalid.
func (p *Part) check() error {
	fabric := p.Fabric
	if len(p.Tri) == 0 {
		fabric.Density = 1 // not used for bare surfaces
	}
	if err := fabric.Check(); err != nil {
		return err
	}
	if len(p.UV) != len(p.Tri) {
		return fmt.Errorf("%d triangles with material coordinates: expected %d", len(p.UV), len(p.Tri))
	}
	if !(p.Gap >= 0) || !Finite(p.Gap) {
		return fmt.Errorf("gap %g m: expected a finite number ≥ 0", p.Gap)
	}
	if n := len(p.FrictionScale); n != 0 && n != len(p.X) {
		return fmt.Errorf("%d values of friction scale: expected %d, one per vertex, or none", n, len(p.X))
	}
	for i, f := range p.FrictionScale {
		if !(f >= 0) || !Finite(f) {
			return fmt.Errorf("vertex %d: friction scale %g: expected a finite number ≥ 0", i, f)
		}
	}
	if n := len(p.Glued); n != 0 && (n != len(p.X) || p.RigidMass > 0) {
		return fmt.Errorf("%d shared vertices: expected %d, and no rigid body", n, len(p.X))
	}
	if n := len(p.Layers); n != 0 && n != len(p.Tri) {
		return fmt.Errorf("layers of %d triangles: expected %d, or none", n, len(p.Tri))
	}
	for i, x := range p.X {
		if !Finite(x.X, x.Y, x.Z) {
			return fmt.Errorf("vertex %d: position (%g, %g, %g): expected finite numbers", i, x.X, x.Y, x.Z)
		}
	}
	return p.checkRigid()
}

// checkGlued returns an error unless the shared vertices of a part are different vertices of deformable parts.
func (m *Model) checkGlued(p *Part) error {
	seen := map[int32]bool{}
	for i, v := range p.Glued {
		switch {
		case v < 0:
		case int(v) >= len(m.X0):
			return fmt.Errorf("vertex %d shares vertex %d: expected one of the %d of earlier parts", i, v, len(m.X0))
		case seen[v]:
			return fmt.Errorf("vertex %d shares vertex %d, as another does: expected one for each", i, v)
		case m.X0[v] != p.X[i]:
			return fmt.Errorf("vertex %d is %g m from vertex %d that it shares: expected the same position", i,
				r3.Norm(r3.Sub(m.X0[v], p.X[i])), v)
		case slices.ContainsFunc(m.Rigid, func(r Rigid) bool { return int(v) >= r.Vertices.Lo && int(v) < r.Vertices.Hi }):
			return fmt.Errorf("vertex %d shares a vertex of a rigid body: expected cloth or a solid", i)
		}
		seen[v] = v >= 0
	}
	return nil
}

// addVertices appends the vertices that a part does not share with earlier ones, and sets its vertices.
func (m *Model) addVertices(p *Part, info *PartInfo) {
	v0, part := len(m.X0), int32(len(m.Parts))
	for i, x := range p.X {
		at := int32(len(m.X0))
		if len(p.Glued) > 0 && p.Glued[i] >= 0 {
			at = p.Glued[i]
		} else {
			m.X0 = append(m.X0, x)
			m.Part = append(m.Part, part)
		}
		if len(p.Glued) > 0 {
			info.Index = append(info.Index, at)
		}
	}
	info.Vertices = Range{v0, len(m.X0)}
	n := len(m.X0) - v0
	m.Mass = append(m.Mass, make([]float64, n)...)
	m.Area = append(m.Area, make([]float64, n)...)
	m.Radius = append(m.Radius, make([]float64, n)...)
}

// addTriangles appends the triangles of a part. Each vertex gets a third of the area and mass of its triangles.
func (m *Model) addTriangles(p *Part, info *PartInfo) error {
	part := int32(len(m.Parts))
	m.Tri, m.UV, m.Rest = slices.Grow(m.Tri, len(p.Tri)), slices.Grow(m.UV, len(p.Tri)), slices.Grow(m.Rest, len(p.Tri))
	for i, t := range p.Tri {
		rest, err := restShape(t, p.UV[i], len(p.X))
		if err != nil {
			return fmt.Errorf("triangle %d: %w", i, err)
		}
		rest.Part, rest.FrictionScale, rest.Layers = part, 1, single
		if len(p.Layers) > 0 {
			rest.Layers = p.Layers[i]
			if err := rest.Layers.check(); err != nil {
				return fmt.Errorf("triangle %d: %w", i, err)
			}
		}
		if len(p.FrictionScale) > 0 {
			rest.FrictionScale = (p.FrictionScale[t[0]] + p.FrictionScale[t[1]] + p.FrictionScale[t[2]]) / 3
		}
		for a := range t {
			v := info.Vertex(int(t[a]))
			m.Area[v] += rest.Area / 3
			m.Mass[v] += p.Fabric.Density * rest.Layers.Mass * rest.Area / 3
			t[a] = v
		}
		m.Tri = append(m.Tri, t)
		m.UV = append(m.UV, p.UV[i])
		m.Rest = append(m.Rest, rest)
	}
	return nil
}

// addPins appends the pins of a part, and their motions.
func (m *Model) addPins(p *Part, info *PartInfo) error {
	for _, pin := range LatestPins(p.Pins) {
		if err := pin.Check(len(p.X), p.Motions, p.Tracks); err != nil {
			return fmt.Errorf("pin on vertex %d: %w", pin.Vertex, err)
		}
		pin.Vertex = info.Vertex(int(pin.Vertex))
		if pin.Kind == PinMotion {
			pin.Motion += int32(len(m.Motions))
		}
		if pin.Kind == PinTrack {
			pin.Motion += int32(len(m.Tracks))
		}
		m.Pins = append(m.Pins, pin)
	}
	for i := range p.Motions {
		if err := p.Motions[i].Check(); err != nil {
			return fmt.Errorf("motion %d: %w", i, err)
		}
		m.Motions = append(m.Motions, p.Motions[i])
	}
	m.Tracks = append(m.Tracks, p.Tracks...)
	return nil
}

// LatestPins returns the pins without those whose vertex has a later soft pin. Of several hard pins the step applies
// the last that is not released.
func LatestPins(list []Pin) []Pin {
	soft := map[int32]bool{}
	var kept []Pin
	for _, p := range slices.Backward(list) {
		if !soft[p.Vertex] {
			kept = append(kept, p)
		}
		soft[p.Vertex] = soft[p.Vertex] || p.Soft()
	}
	slices.Reverse(kept)
	return kept
}

// clamped reports, for each of the triangles t0…, whether all three corners are pinned permanently. The adjacent cloth
// starts with their normal.
func (m *Model) clamped(t0 int) []bool {
	pinned := make([]bool, len(m.X0))
	for i := range m.Pins {
		if p := &m.Pins[i]; p.Release == 0 && !p.Soft() {
			pinned[p.Vertex] = true
		}
	}
	clamped := make([]bool, len(m.Tri)-t0)
	for i, v := range m.Tri[t0:] {
		clamped[i] = pinned[v[0]] && pinned[v[1]] && pinned[v[2]]
	}
	return clamped
}

// Check returns an error if a pin is invalid for a part with n vertices and these motions and tracks.
func (p *Pin) Check(n int, motions []Motion, tracks []*Track) error {
	switch {
	case p.Vertex < 0 || int(p.Vertex) >= n:
		return fmt.Errorf("expected a vertex of 0..%d", n-1)
	case p.Kind < PinFixed || p.Kind > PinTrack:
		return fmt.Errorf("kind %d: expected PinFixed, PinBody, PinMotion or PinTrack", p.Kind)
	case p.Kind == PinMotion && (p.Motion < 0 || int(p.Motion) >= len(motions)):
		return fmt.Errorf("follows motion %d: expected one of the part's %d, counted from 0", p.Motion, len(motions))
	case p.Kind == PinTrack && (p.Motion < 0 || int(p.Motion) >= len(tracks)):
		return fmt.Errorf("follows track %d: expected one of the part's %d, counted from 0", p.Motion, len(tracks))
	case p.Kind == PinTrack && (p.Tri < 0 || int(p.Tri) >= tracks[p.Motion].n):
		return fmt.Errorf("follows vertex %d of a track: expected 0..%d", p.Tri, tracks[p.Motion].n-1)
	case !Finite(p.Point.X, p.Point.Y, p.Point.Z):
		return fmt.Errorf("point (%g, %g, %g): expected finite numbers", p.Point.X, p.Point.Y, p.Point.Z)
	case !Finite(p.Velocity.X, p.Velocity.Y, p.Velocity.Z):
		return fmt.Errorf("velocity (%g, %g, %g): expected finite numbers", p.Velocity.X, p.Velocity.Y, p.Velocity.Z)
	case p.Body < 0:
		return fmt.Errorf("collider %d: expected 0 or more", p.Body)
	case p.Tri < 0:
		return fmt.Errorf("triangle %d of the body: expected 0 or more", p.Tri)
	case !Finite(p.Bary[:]...):
		return fmt.Errorf("barycentric coordinates %v: expected finite numbers", p.Bary)
	case !FiniteVec(p.Offset):
		return fmt.Errorf("offset %v m: expected finite numbers", p.Offset)
	case !Finite(p.Release):
		return fmt.Errorf("release at %g s: expected a finite number", p.Release)
	case !(p.Stiffness >= 0) || !Finite(p.Stiffness):
		return fmt.Errorf("stiffness %g N/m: expected 0, or more of a soft pin", p.Stiffness)
	case !(p.Limit >= 0) || !Finite(p.Limit) || !(p.LimitForce >= 0) || !Finite(p.LimitForce) ||
		(p.Limit > 0) != (p.LimitForce > 0):
		return fmt.Errorf("limit of %g m with %g N: expected both above 0, or none", p.Limit, p.LimitForce)
	}
	for i, k := range p.Strength {
		if !(k.Factor >= 0) || !Finite(k.Time, k.Factor) || i > 0 && !(k.Time > p.Strength[i-1].Time) {
			return fmt.Errorf("strength %g at %g s, key %d: expected factors of 0 or more at times that increase", k.Factor,
				k.Time, i)
		}
	}
	return nil
}

// span returns twice the signed area of a triangle in material space, and the square of its longest edge.
func span(uv [3]r2.Vec) (det, longest float64) {
	p, q := r2.Sub(uv[1], uv[0]), r2.Sub(uv[2], uv[0])
	return p.X*q.Y - p.Y*q.X, math.Max(r2.Norm2(p), math.Max(r2.Norm2(q), r2.Norm2(r2.Sub(uv[2], uv[1]))))
}

// Flat reports whether material coordinates have too little area for a rest shape.
func Flat(uv [3]r2.Vec) bool {
	det, longest := span(uv)
	return !(math.Abs(det)/2 > minRelArea*longest)
}

// restShape computes area and shape-function gradients from the material coordinates. Negative orientation (a mirrored
// panel) is valid.
func restShape(t [3]int32, uv [3]r2.Vec, n int) (TriRest, error) {
	var r TriRest
	for a := range t {
		if t[a] < 0 || int(t[a]) >= n {
			return r, fmt.Errorf("vertex index %d: expected 0..%d", t[a], n-1)
		}
		if t[a] == t[(a+1)%3] {
			return r, fmt.Errorf("vertex %d occurs twice: expected three different vertices", t[a])
		}
		if !Finite(uv[a].X, uv[a].Y) {
			return r, fmt.Errorf("material coordinates (%g, %g): expected finite numbers", uv[a].X, uv[a].Y)
		}
	}
	p, q := r2.Sub(uv[1], uv[0]), r2.Sub(uv[2], uv[0])
	det, longest := span(uv)
	if Flat(uv) {
		return r, fmt.Errorf("rest area %.3g m² with longest edge %.3g m: expected a triangle that is not degenerate",
			math.Abs(det)/2, math.Sqrt(longest))
	}
	r.Area = math.Abs(det) / 2
	// Rows of Dm⁻¹ with Dm = [p q] are the gradients of the shape functions of corners 1 and 2.
	r.B[1] = [2]float64{q.Y / det, -q.X / det}
	r.B[2] = [2]float64{-p.Y / det, p.X / det}
	r.B[0] = [2]float64{-r.B[1][0] - r.B[2][0], -r.B[1][1] - r.B[2][1]}
	return r, nil
}

// halfEdge is one side of an edge: corner a → corner b of triangle tri.
type halfEdge struct {
	lo, hi int32 // sorted vertex indices
	tri    int32
	corner int8 // the edge starts at this corner
}

// addHinges finds the inner edges of triangles t0.. and appends their hinges, sorted by vertex.
func (m *Model) addHinges(p *Part, t0 int, info *PartInfo, clamped []bool) error {
	half := make([]halfEdge, 0, 3*(len(m.Tri)-t0))
	for t := t0; t < len(m.Tri); t++ {
		for a := range 3 {
			i, j := m.Tri[t][a], m.Tri[t][(a+1)%3]
			half = append(half, halfEdge{min(i, j), max(i, j), int32(t), int8(a)})
		}
	}
	slices.SortFunc(half, func(a, b halfEdge) int {
		return cmp.Or(cmp.Compare(a.lo, b.lo), cmp.Compare(a.hi, b.hi), cmp.Compare(a.tri, b.tri))
	})
	m.Hinges = slices.Grow(m.Hinges, len(half)/2)
	creased := make([]bool, len(p.Creases))
	loose := map[[2]int32]bool{}
	for _, e := range p.Loose {
		a, b := info.Vertex(int(e[0])), info.Vertex(int(e[1]))
		loose[[2]int32{min(a, b), max(a, b)}] = true
	}
	own := func(v int32) int { // the part's vertex
		if info.Index == nil {
			return int(v) - info.Vertices.Lo
		}
		return slices.Index(info.Index, v)
	}
	for i := 0; i < len(half); {
		j := i + 1
		for j < len(half) && half[j].lo == half[i].lo && half[j].hi == half[i].hi {
			j++
		}
		switch {
		case j == i+1 || loose[[2]int32{half[i].lo, half[i].hi}]:
		case j == i+2:
			h, err := m.hinge(p, half[i], half[i+1])
			if err != nil {
				return fmt.Errorf("edge (%d, %d) of triangles %d and %d: %w", own(half[i].lo), own(half[i].hi),
					int(half[i].tri)-t0, int(half[i+1].tri)-t0, err)
			}
			sides := [2]halfEdge{half[i], half[i+1]}
			held := [2]bool{clamped[int(sides[0].tri)-t0], clamped[int(sides[1].tri)-t0]}
			h.Theta = m.restAngle(p, sides, held, creased)
			m.Hinges = append(m.Hinges, h)
		default:
			return fmt.Errorf("edge (%d, %d) is shared by %d triangles (%d, %d, %d, …): expected at most two (non-manifold)",
				own(half[i].lo), own(half[i].hi), j-i, int(half[i].tri)-t0, int(half[i+1].tri)-t0, int(half[i+2].tri)-t0)
		}
		i = j
	}
	return p.checkCreases(creased)
}

// hinge joins the two sides of an inner edge. Its bending parameters follow the direction of bending in material space:
// weight cos²φ for warp, sin²φ for weft, with φ the angle between the warp and the normal of the edge, averaged over
// both sides, and sin²2φ for a component of the diagonals.
func (m *Model) hinge(p *Part, a, b halfEdge) (Hinge, error) {
	ta, tb := m.Tri[a.tri], m.Tri[b.tri]
	if ta[a.corner] == tb[b.corner] {
		return Hinge{}, fmt.Errorf("both triangles use it in the same direction: expected a consistent orientation")
	}
	h := Hinge{
		V:   [4]int32{ta[a.corner], ta[(a.corner+1)%3], ta[(a.corner+2)%3], tb[(b.corner+2)%3]},
		Tri: [2]int32{a.tri, b.tri},
	}
	var weft, diagonal float64
	for _, s := range []halfEdge{a, b} {
		uv := m.UV[s.tri]
		e := r2.Sub(uv[(s.corner+1)%3], uv[s.corner])
		l := r2.Norm(e)
		h.Edge += l / 2
		h.H += m.Rest[s.tri].Area / l
		along := e.X * e.X / (l * l)
		weft += along / 2 // an edge along warp bends along weft
		diagonal += 4 * along * (1 - along) / 2
	}
	if p.Fabric.Bending == CurvatureBending {
		return h, nil
	}
	h.Bend = p.Fabric.bends(weft, diagonal).times((m.Rest[a.tri].Layers.Bend + m.Rest[b.tri].Layers.Bend) / 2)
	h.Bend.Friction = law.Scaled(h.Bend.Friction, (m.Rest[a.tri].FrictionScale+m.Rest[b.tri].FrictionScale)/2)
	return h, nil
}

// TotalMass returns the mass of all parts [kg].
func (m *Model) TotalMass() float64 {
	var s float64
	for _, v := range m.Mass {
		s += v
	}
	return s
}

// Normal returns the unnormalised normal (twice the area vector) of triangle t at positions x.
func (m *Model) Normal(t int, x []r3.Vec) r3.Vec {
	v := m.Tri[t]
	return r3.Cross(r3.Sub(x[v[1]], x[v[0]]), r3.Sub(x[v[2]], x[v[0]]))
}
