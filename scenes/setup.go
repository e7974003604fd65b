package scenes

import (
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cloth"
	"hysteron/formats"
	"hysteron/pattern"

	"hysteron/step"
)

// Setup is a scene prepared for simulation: the output of Scene.Build, and the input of every backend.
type Setup struct {
	Scene     *Scene
	Parts     []cloth.Part // in the order of Model
	Model     *cloth.Model
	Pieces    []Piece         // data beyond that of a model, one per part
	Bodies    []body.Body     // moving surfaces, in the order of the scene's [[body]] tables
	Colliders []step.Collider // bodies first, then the ground
	Settings  step.Settings

	warnings []Problem // found while building
}

// Weights returns the mass of the cloth and ropes, and that of solids and rigid bodies [kg].
func (s *Setup) Weights() (soft, other float64) {
	for i := range s.Pieces {
		if m := s.partMass(i); s.Pieces[i].Solid {
			other += m
		} else {
			soft += m
		}
	}
	return soft, other
}

// partMass returns the mass of a part: of its own triangles and elements, where it shares vertices with others [kg].
func (s *Setup) partMass(i int) float64 {
	p, info := &s.Parts[i], &s.Model.Parts[i]
	mass := p.RigidMass
	for t := info.Tris.Lo; t < info.Tris.Hi; t++ {
		r := &s.Model.Rest[t]
		mass += info.Fabric.Density * r.Layers.Mass * r.Area
	}
	for k := range p.Elements {
		e := &p.Elements[k]
		mass += e.Density * e.Kind.Row().Size(&e.Rest)
	}
	return mass
}

// Texture returns the texture coordinates of a part, for pictures and files [m].
func (s *Setup) Texture(part int) [][3]r2.Vec {
	if t := s.Pieces[part].Texture; t != nil {
		return t
	}
	t := s.Model.Parts[part].Tris
	return s.Model.UV[t.Lo:t.Hi]
}

// Piece is data about a part beyond its mesh and fabric.
type Piece struct {
	Name    string
	Garment bool               // needs dressing: sewn panels that start around the body
	Solid   bool               // of tetrahedra, or rigid: its triangles are its surface
	Round   bool               // a solid without sharp edges
	Hull    [][3]int32         // closed surface of a solid; nil: the part's triangles
	Sewn    bool               // a garment that starts in its shape, from a mesh, instead of as panels
	Layer   int                // dressing order, inner first
	Labels  map[string][]int32 // part-local vertices on labelled pattern edges (lower_interface, …)
	Panels  []pattern.PanelInfo
	Panel   []int32          // of each triangle, into Panels; nil: no pattern
	Seams   map[int32]string // of vertices on seams: one of their seams
	Holds   []Hold           // fastened after garments are put on
	Colour  [3]float64       // linear RGB of the right side
	// of each triangle's corners, if they differ from the material coordinates; nil: the same
	Texture [][3]r2.Vec
	Look    *Look              // of the file of a mesh; nil: none
	Rope    *cloth.RopeSurface // surface of a rope for pictures and files; nil: not a rope
}

// Region returns the label of the panel of each triangle (body, arm, leg), which may be empty; nil without a pattern.
func (p *Piece) Region() []string {
	var out []string
	for _, k := range p.Panel {
		out = append(out, p.Panels[k].Label)
	}
	return out
}

// Hold is cloth that is fastened after garments are put on: at its position then, to a motion, to a track, or to a
// body.
type Hold struct {
	Vertices []int32   // of the part
	Boxed    bool      // also those in Box at that time
	Box      [2]r3.Vec // lower and upper corner [m]
	Body     int       // index into Setup.Bodies; −1: none
	On       []int32   // allowed triangles of the body; nil: all
	Motion   int       // of the part; −1: none
	Track    []int32   // vertex of a track, of each vertex of the part; nil: none
	Tracked  int       // index of that track in the part
	Release  float64   // time of release [s]; 0: never
	Missed   error     // of a box without vertices
	Idle     error     // of a soft pin whose maps are 0 at all its vertices
	Soft     *SoftHold // nil: held exactly
}

// SoftHold is a soft pin: springs from vertices to the positions where a pin would hold them, and a largest distance.
type SoftHold struct {
	Stiffness  float64   // of all vertices together [N/m]
	Limit      float64   // largest distance [m]; 0: unlimited
	Share      []float64 // factor of stiffness and force at each vertex of the part; nil: 1
	LimitShare []float64 // factor of the limit likewise
	Strength   []cloth.Strength
}

// Pulls reports whether the pin acts at a vertex of the part.
func (s *SoftHold) Pulls(v int32) bool {
	limit := s.Limit
	if s.LimitShare != nil {
		limit *= s.LimitShare[v]
	}
	return (s.Share == nil || s.Share[v] > 0) && (s.Stiffness > 0 || limit > 0)
}

// Weight is the acceleration with which the weight of a piece is computed, for the force at the limit of soft pins
// [m/s²].
const Weight = 9.81

// Pins returns the pins with the stiffness and limits of the soft pin, without those that have neither. part is
// theirs.
//
// The stiffness is distributed by mass. So a part with a soft pin everywhere moves as a rigid body without strain, by
// √(K/m) and m·g/K on any mesh, and a soft pin along an edge or at a vertex has the same stiffness on any mesh. The
// force at the limit is the weight of the whole part, so that the pin alone can carry it, a hundredth beyond the limit.
func (s *SoftHold) Pins(pins []cloth.Pin, m *cloth.Model, part *cloth.PartInfo) (list []cloth.Pin) {
	own := func(v int32) int {
		if part.Index == nil {
			return int(v) - part.Vertices.Lo
		}
		return slices.Index(part.Index, v)
	}
	factor := func(of []float64, v int32) float64 {
		if of == nil {
			return 1
		}
		return of[own(v)]
	}
	seen, mass, whole := map[int32]bool{}, 0., 0.
	for _, w := range cloth.Of(part, m.Mass) {
		whole += w
	}
	weight := func(v int32) float64 { return m.Mass[v] }
	if m.Mass[part.Vertex(0)] == 0 { // of a rigid body, whose surface has no mass
		weight = func(int32) float64 { return 1 }
	}
	for _, p := range pins {
		if f := factor(s.Share, p.Vertex); f > 0 && !seen[p.Vertex] {
			seen[p.Vertex] = true
			mass += weight(p.Vertex)
		}
	}
	for _, p := range pins {
		if !seen[p.Vertex] {
			continue
		}
		seen[p.Vertex] = false
		share := factor(s.Share, p.Vertex) * weight(p.Vertex) / mass
		p.Stiffness, p.Strength = share*s.Stiffness, s.Strength
		if p.Limit = factor(s.LimitShare, p.Vertex) * s.Limit; p.Limit > 0 {
			p.LimitForce = share * whole * Weight
		}
		if p.Soft() {
			list = append(list, p)
		}
	}
	return list
}

// Follow lets a pin of the part's vertex v follow the motion or track of the hold, if any. motions and tracks are the
// numbers of those of the parts before.
func (h *Hold) Follow(p *cloth.Pin, v int32, motions, tracks int) {
	switch {
	case h.Motion >= 0:
		p.Kind, p.Motion = cloth.PinMotion, int32(motions+h.Motion)
	case h.Track != nil:
		p.Kind, p.Motion, p.Tri = cloth.PinTrack, int32(tracks+h.Tracked), h.Track[v]
	}
}

// Chosen returns the held vertices of a part at positions x.
func (h *Hold) Chosen(x []r3.Vec) []int32 {
	chosen := slices.Clone(h.Vertices)
	for v, p := range x {
		if lo, hi := h.Box[0], h.Box[1]; h.Boxed && lo.X <= p.X && p.X <= hi.X && lo.Y <= p.Y && p.Y <= hi.Y && lo.Z <= p.Z &&
			p.Z <= hi.Z {
			chosen = append(chosen, int32(v))
		}
	}
	return chosen
}

// Reads lists the paths of files read so far: those of the scene, and those read by Show.
func (u *Setup) Reads() []string {
	paths := u.Scene.Reads()
	for i := range u.Pieces {
		if l := u.Pieces[i].Look; l != nil {
			paths = append(paths, l.Reads...)
		}
	}
	return paths
}

// Show adds to the shape of a piece the texture coordinates, groups and materials of its file, or the labels of its
// panels. note receives what of the materials could not be read.
func (p *Piece) Show(s *formats.Shape, note func(string)) {
	if l := p.Look; l != nil {
		if l.UV != nil {
			s.UV = l.UV
		}
		if len(l.Groups) > 1 || len(l.Groups) == 1 && l.Groups[0] != "" {
			s.Group, s.Groups = l.Group, l.Groups
		}
		if len(l.Material) > 0 {
			s.Material, s.Materials = l.Material, l.Paint(s.Colour, note)
		}
		return
	}
	if region := p.Region(); len(region) == len(s.Tri) {
		s.GroupBy(region)
	}
}
