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

// Setup is a scene made ready to simulate: the output of Scene.Build. Every backend starts
// from it.
type Setup struct {
	Scene     *Scene
	Parts     []cloth.Part // as joined into Model, in the same order
	Model     *cloth.Model
	Pieces    []Piece         // what a model does not hold, one per part
	Bodies    []body.Body     // moving surfaces, in the order of the scene's [[body]] tables
	Colliders []step.Collider // bodies first, then the ground
	Settings  step.Settings

	warnings []Problem // found while building
}

// Texture are the texture coordinates of a part, for pictures and files [m].
func (s *Setup) Texture(part int) [][3]r2.Vec {
	if t := s.Pieces[part].Texture; t != nil {
		return t
	}
	t := s.Model.Parts[part].Tris
	return s.Model.UV[t.Lo:t.Hi]
}

// Piece is what is known about a part beyond its mesh and fabric.
type Piece struct {
	Name    string
	Garment bool               // needs dressing: sewn panels that start around the body
	Solid   bool               // of tetrahedra, or rigid: its triangles are a surface
	Round   bool               // a solid without sharp edges
	Sewn    bool               // a garment that starts in its shape, from a mesh, instead of as panels
	Layer   int                // dressing order, inner first
	Labels  map[string][]int32 // part-local vertices on labelled pattern edges (lower_interface, …)
	Panels  []pattern.PanelInfo
	Panel   []int32          // of each triangle, into Panels; nil: no pattern
	Seams   map[int32]string // of vertices on seams, a seam that they are on
	Holds   []Hold           // what is fastened once garments are on
	Colour  [3]float64       // linear RGB of the right side
	// of each triangle's corners, where the material coordinates are of use to nobody else; nil: those
	Texture [][3]r2.Vec
	Look    *Look              // of the file of a mesh; nil: none
	Rope    *cloth.RopeSurface // how a rope is drawn and written; nil: it is none
}

// Region are the labels of the panels that triangles belong to (body, arm, leg), may be empty; nil: no pattern.
func (p *Piece) Region() []string {
	var out []string
	for _, k := range p.Panel {
		out = append(out, p.Panels[k].Label)
	}
	return out
}

// Hold is cloth that is fastened once garments are on: to where it is then, to a motion, or to a body.
type Hold struct {
	Vertices []int32   // of the part
	Boxed    bool      // and those in Box then
	Box      [2]r3.Vec // lower and upper corner [m]
	Body     int       // index into Setup.Bodies; −1: none
	On       []int32   // triangles of the body that it is held to; nil: all
	Motion   int       // of the part; −1: none
	Track    []int32   // vertex of a track of each of the part's; nil: none
	Tracked  int       // that track, of the part's
	Release  float64   // time at which it is let go [s]; 0: never
	Missed   error     // of a box, where nothing is in it
	Idle     error     // of a soft pin, where its maps are 0 at all its vertices
	Soft     *SoftHold // nil: they are held exactly
}

// SoftHold is a soft pin: a spring from each vertex to where it would be held, and the largest distance from there.
type SoftHold struct {
	Stiffness  float64   // of all vertices together [N/m]
	Limit      float64   // [m]; 0: any
	Share      []float64 // factor of stiffness and force at each vertex of the part; nil: 1
	LimitShare []float64 // factor of the limit likewise
	Strength   []cloth.Strength
}

// Pulls tells whether the pin does something at a vertex of the part.
func (s *SoftHold) Pulls(v int32) bool {
	limit := s.Limit
	if s.LimitShare != nil {
		limit *= s.LimitShare[v]
	}
	return (s.Share == nil || s.Share[v] > 0) && (s.Stiffness > 0 || limit > 0)
}

// Weight is what the weight of a piece of cloth is for, of which the limit of a soft pin has to hold it [m/s²].
const Weight = 9.81

// Pins has pins at vertices of a model pull as the soft pin does: those that hold none are left out. Vertices are
// counted from first in the model, and all of the part weigh so much [kg].
//
// Stiffness is shared by mass. So what has a soft pin everywhere moves as a rigid body would, without strain, by
// √(K/m) and m·g/K on any mesh; and what has one along an edge, or at a vertex, has the same stiffness on any mesh. The
// force at the limit is the weight of the whole part: the pin alone can carry it, a hundredth beyond.
func (s *SoftHold) Pins(pins []cloth.Pin, m *cloth.Model, part cloth.Range) (list []cloth.Pin) {
	factor := func(of []float64, v int32) float64 {
		if of == nil {
			return 1
		}
		return of[int(v)-part.Lo]
	}
	seen, mass, whole := map[int32]bool{}, 0., 0.
	for _, w := range m.Mass[part.Lo:part.Hi] {
		whole += w
	}
	weight := func(v int32) float64 { return m.Mass[v] }
	if m.Mass[part.Lo] == 0 { // of a rigid body, whose surface has none
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

// Follow has a pin of the part's vertex v follow what the hold does, a motion or a track, if any. Parts before this one
// have so many motions and tracks.
func (h *Hold) Follow(p *cloth.Pin, v int32, motions, tracks int) {
	switch {
	case h.Motion >= 0:
		p.Kind, p.Motion = cloth.PinMotion, int32(motions+h.Motion)
	case h.Track != nil:
		p.Kind, p.Motion, p.Tri = cloth.PinTrack, int32(tracks+h.Tracked), h.Track[v]
	}
}

// Chosen are the vertices that are held, of a part at positions x.
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

// Reads lists where the files are that have been read so far: those of the scene, and those that Show has read.
func (u *Setup) Reads() []string {
	paths := u.Scene.Reads()
	for i := range u.Pieces {
		if l := u.Pieces[i].Look; l != nil {
			paths = append(paths, l.Reads...)
		}
	}
	return paths
}

// Show gives a shape, which shows a piece, the texture coordinates, groups and materials that its file has, or the
// labels of its panels. It tells note what of materials could not be read.
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
