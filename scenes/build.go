package scenes

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"sort"
	"sync"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cloth"
	"hysteron/formats"
	"hysteron/pattern"

	"hysteron/param"
	"hysteron/step"
	"hysteron/tetra"
)

// Build prepares a scene for simulation: it reads fabrics and files, cuts and sews patterns, and makes bodies. The
// order of parts is garments, sheets, tubes, solids, rigid bodies, meshes, ropes, glued solids, each as in the file.
// Errors are *param.InputError at the key at fault.
func (s *Scene) Build() (*Setup, error) { return s.BuildContext(context.Background(), nil) }

// BuildContext is Build with a context. It returns the wrapped error of the context when that ends. told, which may be
// nil, receives the current task, such as meshing a panel; calls come from several goroutines, one at a time.
func (s *Scene) BuildContext(ctx context.Context, told func(what string)) (*Setup, error) {
	b := &builder{Scene: s, setup: &Setup{Scene: s, Settings: s.Settings}, ctx: ctx}
	var mu sync.Mutex
	b.notes = func(format string, args ...any) {
		if told != nil {
			mu.Lock()
			defer mu.Unlock()
			told(fmt.Sprintf(format, args...))
		}
	}
	if err := b.setup.Settings.Check(); err != nil {
		return nil, s.doc.WrapAt("", err)
	}
	for i := range s.Bodies {
		if err := b.begin("making body %s", s.Bodies[i].Name); err != nil {
			return nil, err
		}
		made, err := b.body(at("body", i), &s.Bodies[i])
		if err != nil {
			return nil, err
		}
		b.setup.Bodies = append(b.setup.Bodies, made)
		friction := float64(FabricFriction)
		if f := s.Bodies[i].Friction; f != nil {
			friction = *f
		}
		b.setup.Colliders = append(b.setup.Colliders, step.Collider{Name: s.Bodies[i].Name, Surface: made,
			Friction: friction, Priority: s.Bodies[i].Priority})
	}
	for i := range s.Garments {
		if err := b.begin("making %s", s.Garments[i].Name); err != nil {
			return nil, err
		}
		if err := b.garment(at("garment", i), &s.Garments[i]); err != nil {
			return nil, err
		}
	}
	for i := range s.Sheets {
		if err := b.begin("making %s", s.Sheets[i].Name); err != nil {
			return nil, err
		}
		if err := b.sheet(at("sheet", i), &s.Sheets[i]); err != nil {
			return nil, err
		}
	}
	for i := range s.Tubes {
		if err := b.begin("making %s", s.Tubes[i].Name); err != nil {
			return nil, err
		}
		if err := b.tube(at("tube", i), &s.Tubes[i]); err != nil {
			return nil, err
		}
	}
	glued := s.gluedSolids()
	solid := func(i int) error {
		if err := b.begin("making %s", s.Solids[i].Name); err != nil {
			return err
		}
		return b.tetrahedra(at("solid", i), &s.Solids[i])
	}
	for i := range s.Solids {
		if slices.Contains(glued, i) {
			continue // after what it is glued to
		}
		if err := solid(i); err != nil {
			return nil, err
		}
	}
	for i := range s.Rigids {
		if err := b.begin("making %s", s.Rigids[i].Name); err != nil {
			return nil, err
		}
		if err := b.rigid(at("rigid", i), &s.Rigids[i]); err != nil {
			return nil, err
		}
	}
	for i := range s.Meshes {
		if err := b.begin("making %s", s.Meshes[i].Name); err != nil {
			return nil, err
		}
		if err := b.mesh(at("mesh", i), &s.Meshes[i]); err != nil {
			return nil, err
		}
	}
	for i := range s.Ropes {
		if err := b.begin("making %s", s.Ropes[i].Name); err != nil {
			return nil, err
		}
		if err := b.rope(at("rope", i), &s.Ropes[i]); err != nil {
			return nil, err
		}
	}
	for _, i := range glued {
		if err := solid(i); err != nil {
			return nil, err
		}
	}
	if err := b.begin("joining the pieces"); err != nil {
		return nil, err
	}
	var err error
	if b.setup.Model, err = b.model.Model(); err != nil {
		return nil, s.doc.WrapAt("", err)
	}
	if err := b.setup.Settings.CheckModel(b.setup.Model); err != nil {
		return nil, s.doc.WrapAt("solver.integrator", err)
	}
	if list := s.glueList(); len(list) > 0 && b.setup.Model.Tears() {
		return nil, s.doc.ErrorAt(list[0].path, "a fabric of the scene tears, which renumbers vertices: expected no "+
			"tear_n_m and no tear_seam_n_m beside glue")
	}
	if g := s.Ground; g != nil {
		b.setup.Colliders = append(b.setup.Colliders, step.Collider{Name: "the ground", Point: r3.Vec{Y: g.Height},
			Normal: r3.Vec{Y: 1}, Friction: g.Friction})
	}
	if err := cmp.Or(b.frictionPairs(), b.air()); err != nil {
		return nil, err
	}
	return b.setup, nil
}

// air adds the air layers to the model.
func (b *builder) air() error {
	for i := range b.Air {
		a := &b.Air[i]
		c := cloth.AirCell{Pressure: a.Start, Flow: a.Flow, Until: a.Until}
		if a.Pressure != nil {
			c.Pressure, c.Held = *a.Pressure, true
		}
		part := slices.IndexFunc(b.setup.Parts, func(p cloth.Part) bool { return p.Name == a.Cloth })
		if part < 0 { // a stack of sheets, which is not closed
			return b.doc.ErrorAt(at("air_layer", i)+".garment", "%q is several: expected one closed piece", a.Cloth)
		}
		if b.setup.Model.Parts[part].Fabric.Tears() {
			return b.doc.ErrorAt(at("air_layer", i)+".garment", "%q has a fabric that tears: expected no tear_n_m and no "+
				"tear_seam_n_m where it encloses air", a.Cloth)
		}
		if err := b.setup.Model.Enclose(part, c, a.Gap); err != nil {
			return b.doc.WrapAt(at("air_layer", i)+".garment", err)
		}
	}
	if i, err := b.setup.ErrAir(b.setup.Model.X0); err != nil {
		return b.doc.WrapAt(at("air_layer", i)+".min_gap_m", err)
	}
	return nil
}

// builder is the state of a Build.
type builder struct {
	*Scene
	setup *Setup
	model cloth.Builder
	// Meshes of solids that are made, by name, and the model's first vertex of each part.
	solidMeshes map[string]*tetra.Mesh
	first       []int32
	ctx         context.Context
	notes       func(format string, args ...any)
}

// begin reports the next task to told, and returns the error of the context if it has ended.
func (b *builder) begin(format string, args ...any) error {
	b.notes(format, args...)
	return b.ctx.Err()
}

// file returns the path of a file that the scene file refers to.
func (s *Scene) file(path string) string {
	if filepath.IsAbs(path) || s.Path == "" {
		return path
	}
	return filepath.Join(filepath.Dir(s.Path), path)
}

// withKey adds the key of the scene that led to an error in another file or package.
func (b *builder) withKey(path string, err error) error {
	if err == nil || b.ctx.Err() != nil && errors.Is(err, b.ctx.Err()) {
		return err
	}
	var inner *param.InputError
	switch file := b.doc.FileName(); {
	case !errors.As(err, &inner), inner.File == "":
		return b.doc.WrapAt(path, err)
	case inner.File == file: // found in the scene itself
		return err
	default:
		return fmt.Errorf("%w\n(named by %s)", err, b.doc.ErrorAt(path, "").Place())
	}
}

// add appends a part and its piece. Errors have the key.
func (b *builder) add(path string, part cloth.Part, piece Piece, colour string) error {
	b.first = append(b.first, int32(b.model.Vertices()))
	if err := b.model.Add(&part); err != nil {
		return b.withKey(path, fmt.Errorf("%s: %w", part.Name, err))
	}
	if len(part.X) == 0 {
		return b.withKey(path, cloth.ErrEmpty)
	}
	var err error
	if piece.Colour, err = parseColour(colour); err != nil {
		return b.withKey(path+".colour", err)
	}
	piece.Name = part.Name
	b.setup.Parts = append(b.setup.Parts, part)
	b.setup.Pieces = append(b.setup.Pieces, piece)
	return nil
}

// fits returns an error if more vertices would exceed the size limit of a scene or the free memory.
func (b *builder) fits(path string, more float64) error {
	n := more
	for _, p := range b.setup.Parts {
		n += float64(len(p.X))
	}
	if n > maxSceneVertices {
		return b.doc.ErrorAt(path, "%.4g vertices with this: expected at most %d; make edges longer", n,
			maxSceneVertices)
	}
	if fits, free := FitsMemory(more * buildBytes); !fits {
		return b.doc.ErrorAt(path,
			"%.4g vertices, for which about %.2g GB of memory are needed: expected at most nine "+
				"tenths of the %.2g GB that are free; make edges longer", more, more*buildBytes/1e9, float64(free)/1e9)
	}
	return nil
}

// maxSceneVertices is the largest number of vertices of all parts.
const maxSceneVertices = 10_000_000

func (b *builder) garment(path string, g *Garment) error {
	fabric, err := b.fabric(path, &g.Cloth)
	if err != nil {
		return err
	}
	sewn, err := b.pattern(path, g)
	if err != nil {
		return err
	}
	sewn.Scale(cmp.Or(g.Scale, 1))
	if err := b.fits(path+".edge_length_m", sewn.Vertices(g.EdgeLength)); err != nil {
		return err
	}
	buttons, err := g.Places(sewn)
	if err != nil {
		return b.trimmed(path, err)
	}
	mesh, err := sewn.MeshContext(b.ctx, pattern.MeshOptions{EdgeLength: g.EdgeLength, Buttons: buttons,
		Panel: func(name string) {
			b.notes("meshing panel %s of %s", name, g.Name)
		}})
	if err != nil {
		return b.withKey(path+".edge_length_m", err)
	}
	for i, x := range mesh.X {
		mesh.X[i] = r3.Add(g.Offset, turned(b.UpAxis, g.Rotate, x))
	}
	mesh.LabelRims()
	for i, label := range g.Hold {
		if len(mesh.EdgeLabel[label]) == 0 {
			return b.doc.ErrorAt(path+".hold", "entry %d, %q, is no edge label of the pattern: expected %s", i, label,
				labelList(mesh.EdgeLabel))
		}
		if len(b.Bodies) == 0 {
			return b.doc.ErrorAt(path+".hold", "%q follows a body: expected a [[body]] in the scene", label)
		}
	}
	piece := Piece{Garment: true, Layer: g.Layer, Labels: mesh.EdgeLabel}
	if piece.Texture, err = b.tighten(path, g, mesh); err != nil {
		return err
	}
	flat := mesh.UV
	if piece.Texture != nil {
		flat = piece.Texture
	}
	layers, err := g.Layers(mesh, flat, g.EdgeLength, fabric.Density)
	if err != nil {
		return b.trimmed(path, err)
	}
	for _, label := range g.Hold {
		piece.Holds = append(piece.Holds, Hold{Vertices: mesh.EdgeLabel[label], Motion: -1})
	}
	piece.Panels, piece.Panel, piece.Seams = mesh.Panels, mesh.Panel, map[int32]string{}
	for i, e := range mesh.Seam {
		piece.Seams[e[0]], piece.Seams[e[1]] = mesh.SeamName[i], mesh.SeamName[i]
	}
	wrong, doubts := sewn.Facing()
	for _, line := range wrong {
		b.setup.warnings = append(b.setup.warnings, Problem{Part: g.Name, Problem: formats.Problem{Kind: TwistedSeam,
			Severity: formats.Error, Detail: line}})
	}
	for _, line := range doubts {
		b.setup.warnings = append(b.setup.warnings, warn(g.Name, TwistedSeam, "%s", line))
	}
	for _, w := range mesh.Warnings {
		b.setup.warnings = append(b.setup.warnings, Problem{Part: g.Name, Problem: formats.Problem{Kind: PatternWarning,
			Severity: formats.Warning, Detail: w}})
	}
	part := cloth.Part{Name: g.Name, Fabric: fabric, X: mesh.X, Tri: mesh.Tri, UV: mesh.UV, Loose: mesh.Loose,
		Layers: layers, Gap: b.gap(&g.Cloth) + chordGap(g.EdgeLength)}
	if err := b.pin(path, g.Pin, &part, &piece, nil); err != nil {
		return err
	}
	if err := b.frictionMap(path, g.FrictionMap, &part, nil); err != nil {
		return err
	}
	return b.add(path, part, piece, g.Colour)
}

// trimmed adds the key of a trim to an error.
func (b *builder) trimmed(path string, err error) error {
	var key *pattern.KeyError
	if errors.As(err, &key) {
		return b.doc.ErrorAt(path+"."+key.Key, "%v", err)
	}
	return b.withKey(path, err)
}

// narrow is the smallest radius of curvature over which garments are expected to be drawn tight (the groin, the heel)
// [m].
const narrow = 0.02

// chordGap returns the gap [m] that a flat triangle with edges of length h needs over a body of radius narrow. The
// contact points of a triangle are its vertices and centroid, and no point of it is farther than h/3 from one of them.
// Over that distance the body rises by (h/3)²/2R towards it. The gap is twice that, because cloth drawn tight sinks
// into the soft contact layer.
func chordGap(h float64) float64 { return h * h / (9 * narrow) }

// gap returns the distance of a layer from bodies [m]: as given, or one contact thickness per layer below it.
func (b *builder) gap(c *Cloth) float64 {
	if c.Gap != nil {
		return *c.Gap
	}
	return float64(c.Layer) * b.Contact.Thickness
}

func labelList(labels map[string][]int32) string {
	if len(labels) == 0 {
		return "no entries, as it has no labels"
	}
	var names []string
	for l := range labels {
		names = append(names, l)
	}
	sort.Strings(names)
	return "some of " + param.QuoteList(names)
}

// longEdge is the largest ratio of edge length to shorter side of a sheet without a warning. A side has at least one
// cell.
const longEdge = 1.5

func (b *builder) sheet(path string, s *Sheet) error {
	fabric, err := b.fabric(path, &s.Cloth)
	if err != nil {
		return err
	}
	nu, nv := s.counts()
	if err := b.fits(path, nu*nv*float64(s.Count)); err != nil {
		return err
	}
	if side := min(s.Size[0], s.Size[1]); s.EdgeLength > longEdge*side {
		b.setup.warnings = append(b.setup.warnings, warn(s.Name, LongEdges,
			"edge_length_m is %g m, the sheet has a side "+
				"of %g m: its edges there are shorter", s.EdgeLength, side))
	}
	for _, c := range s.stack() {
		part, labels := c.part(b.UpAxis, fabric)
		part.Gap = b.gap(&s.Cloth)
		spread(s.Samples, &part)
		piece := Piece{Layer: s.Layer, Labels: labels}
		if err := b.pin(path, s.Pin, &part, &piece, nil); err != nil {
			return err
		}
		if err := b.frictionMap(path, s.FrictionMap, &part, nil); err != nil {
			return err
		}
		if err := b.add(path, part, piece, c.Colour); err != nil {
			return err
		}
	}
	return nil
}

// readOBJ reads a mesh file of the scene.
func (b *builder) readOBJ(path, name string) (*formats.OBJ, error) {
	file, err := b.source(meshKind, name)
	if err != nil {
		return nil, b.withKey(path+".file", err)
	}
	r, err := file.open()
	if err != nil {
		return nil, b.withKey(path+".file", err)
	}
	defer r.Close()
	o, err := formats.ReadMesh(r, file.label)
	return o, b.withKey(path+".file", err)
}

// farthest is the largest coordinate of positions from files [m], the same as for keys that are positions.
const farthest = 1e6

// placed returns file positions, turned and scaled to the world.
func placed(x []r3.Vec, upAxis string, scale float64, offset r3.Vec) ([]r3.Vec, error) {
	out := make([]r3.Vec, len(x))
	for i, p := range x {
		if upAxis == "z" {
			p = zUp(p)
		}
		p = r3.Add(offset, r3.Scale(scale, p))
		if m := max(math.Abs(p.X), math.Abs(p.Y), math.Abs(p.Z)); !(m <= farthest) {
			return nil, fmt.Errorf("vertex %d is at (%.4g, %.4g, %.4g) m, counted from 0 and with scale and offset_m: "+
				"expected at most %g m", i, p.X, p.Y, p.Z, farthest)
		}
		out[i] = p
	}
	return out, nil
}

func (b *builder) body(path string, d *Body) (made body.Body, err error) {
	switch d.Kind {
	case "mannequin":
		ms := d.Measurements
		if d.StandardSize != "" {
			var err error
			if ms, err = ms.OfSize(d.StandardSize); err != nil {
				return nil, b.withKey(path+".size", err)
			}
		}
		m, err := body.NewMannequin(ms, d.Clip) // the clip was validated by check
		if err != nil {
			return nil, b.withKey(path+".measurements", err)
		}
		ms = ms.Fill()
		d.filled = &ms
		return m, nil
	case "sphere":
		made, err = body.NewSphere(d.Radius, d.Centre, d.Subdivisions)
	case "capsule", "cylinder", "torus", "funnel", "box":
		made, err = b.solid(d)
	case "obj", "character":
		if made, err = b.character(path, d); err != nil {
			return nil, err
		}
	default:
		return nil, b.withKey(path+".kind", errors.New("unknown kind"))
	}
	switch i, ok := b.Scene.motion(d.Motion); {
	case err != nil:
	case ok:
		made, err = body.NewFollowing(made, b.Motions[i].cloth())
	case d.Velocity != (r3.Vec{}):
		made, err = body.NewMoving(made, d.Centre, d.Velocity, r3.Vec{})
	}
	return made, b.withKey(path, err)
}
