package scenes

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cloth"
	"hysteron/formats"
	"hysteron/formats/gltf"
	"hysteron/pattern"
	"hysteron/placement"
)

// fileMesh is a [[mesh]] from a file while it is converted to a part.
type fileMesh struct {
	*builder
	*Mesh
	path    string // path of its keys
	file    *formats.OBJ
	surface pattern.Surface
	number  []int32 // vertex of the part, of each vertex of the file
	order   []int32 // indices of its pieces, by height from above
	look    *Look
	piece   Piece
	mending mending
}

// mesh adds a [[mesh]] of a file with triangles.
func (b *builder) mesh(path string, m *Mesh) error {
	fabric, err := b.fabric(path, &m.Cloth)
	if err != nil {
		return err
	}
	f := &fileMesh{builder: b, Mesh: m, path: path}
	if err := f.read(); err != nil {
		return err
	}
	if f.Limbs != 1 {
		placement.Shorten(&f.surface, f.Limbs)
	}
	rest, err := f.rest()
	if err != nil {
		return err
	}
	if m.Dress || m.Fit { // stretch that dressing cannot remove
		f.setup.warnings = append(f.setup.warnings, stretched(m.Name, f.surface.X, f.surface.Tri, rest,
			cloth.TearStretch)...)
	}
	edges := f.mending.sewing(f.number)
	joined, number := f.surface.Sew(edges.edges)
	f.renumber(number)
	sewn := f.mending.sewn(edges, joined)
	f.setup.warnings = append(f.setup.warnings, f.mending.notes...)
	f.order = f.surface.ByHeight()
	dressed := m.Dress || m.Fit || sewn
	f.piece.Layer, f.piece.Garment, f.piece.Sewn = m.Layer, dressed, dressed && !sewn
	if m.Fit { // the fit may turn limbs: the rest shape is that before
		if err := f.place(); err != nil {
			return err
		}
	}
	if m.Piece != nil {
		if rest, err = f.keepPiece(rest); err != nil {
			return err
		}
	}
	f.piece.Look = f.look
	f.piece.Labels = groups(f.file, f.number)
	if m.Edge > 0 {
		if rest, err = f.refine(rest); err != nil {
			return err
		}
	}
	gap := b.gap(&m.Cloth)
	if dressed {
		gap += chordGap(meanEdge(&f.surface))
		if rest, err = f.girths(rest, gap+b.Contact.Thickness); err != nil {
			return err
		}
	}
	f.labelRims(dressed)
	part := cloth.Part{Name: m.Name, Fabric: fabric, X: f.surface.X, Tri: f.surface.Tri, UV: rest, Gap: gap,
		Loose: f.surface.Loose()}
	if err := f.hold(dressed); err != nil {
		return err
	}
	if err := f.pin(&part); err != nil {
		return err
	}
	if err := b.frictionMap(path, m.FrictionMap, &part, f.number); err != nil {
		return err
	}
	return b.add(path, part, f.piece, m.Colour)
}

// keepPiece removes all pieces except one.
func (f *fileMesh) keepPiece(rest [][3]r2.Vec) ([][3]r2.Vec, error) {
	list := f.order
	if *f.Piece >= len(list) {
		return nil, f.doc.ErrorAt(f.path+".piece", "piece %d: expected 0..%d, as the file has %d pieces", *f.Piece,
			len(list)-1, len(list))
	}
	out := make([]bool, len(f.surface.Tri))
	var texture [][3]r2.Vec
	for i, of := range f.surface.PieceOf() {
		if out[i] = of != list[*f.Piece]; !out[i] && f.piece.Texture != nil {
			texture = append(texture, f.piece.Texture[i])
		}
	}
	f.surface.UV = rest
	f.removeTriangles(out)
	f.piece.Texture = texture
	return f.surface.UV, nil
}

// removeTriangles removes triangles from the surface.
func (f *fileMesh) removeTriangles(out []bool) {
	f.renumber(f.surface.Leave(out))
	f.look.RemoveTriangles(out)
}

// renumber applies a renumbering of vertices.
func (f *fileMesh) renumber(to []int32) {
	for i, v := range f.number {
		if v >= 0 {
			f.number[i] = to[v]
		}
	}
}

// refine halves edges that are too long in the rest shape.
func (f *fileMesh) refine(rest [][3]r2.Vec) ([][3]r2.Vec, error) {
	n := len(f.surface.X)
	f.surface.UV = rest
	finer, err := f.surface.Refine(f.Edge, func(n int) error { return f.fits(f.path+".edge_length_m", float64(n)) })
	if err != nil {
		return nil, err
	}
	if f.piece.Texture != nil {
		f.piece.Texture = finer.Corners(f.piece.Texture)
	}
	f.look.Refine(&finer)
	for name, list := range f.piece.Labels {
		f.piece.Labels[name] = finer.Extend(list, n)
	}
	return f.surface.UV, nil
}

// note adds a note about the mesh.
func (f *fileMesh) note(format string, args ...any) {
	f.setup.warnings = append(f.setup.warnings, note(f.Mesh.Name, PatternWarning, format, args...))
}

// addWarning adds a warning about the mesh.
func (f *fileMesh) addWarning(format string, args ...any) {
	f.setup.warnings = append(f.setup.warnings, warn(f.Mesh.Name, PatternWarning, format, args...))
}

// read reads the surface in the scene's units and axes, mends it, and joins coincident edges.
func (f *fileMesh) read() error {
	if f.Mesh.Solid != "" {
		return f.cover()
	}
	o, err := f.readSurface(f.path, f.Mesh.Name, f.File)
	if err != nil {
		return err
	}
	if err := f.fits(f.path+".file", float64(len(o.X))); err != nil {
		return err
	}
	f.mending = mending{part: f.Mesh.Name, name: f.File, file: o}
	f.file, f.look = o, LookOf(o, f.Scene.place(f.File))
	f.look.Missing(f.uncoloured(f.Mesh.Name))
	x, err := placed(o.X, f.UpAxis, f.Scale, f.Offset)
	if err != nil {
		return f.withKey(f.path+".file", fmt.Errorf("%s: %w", f.File, err))
	}
	f.surface = pattern.Surface{X: x, Tri: slices.Clone(o.Tri)}
	uv, err := o.TextureUV()
	if err == nil {
		f.surface.UV = uv
	} else if f.Rest == "uv" {
		return f.withKey(f.path+".file", fmt.Errorf("%s: %w", f.File, err))
	}
	mended := f.surface.Mend(o.Source.Face)
	f.number = mended.Vertex
	f.look.MapToMended(mended)
	if len(mended.Tri) == 0 {
		return f.doc.ErrorAt(f.path+".file", "%s: none of its %d triangles has an area: expected a mesh", f.File,
			len(o.Tri))
	}
	f.mending.found(mended)
	if f.Weld {
		joined, number := f.surface.Weld()
		f.renumber(number)
		if joined > 0 {
			f.note("%d pairs of edges that lie on one another were joined: weld = false keeps them apart", joined)
		}
	}
	f.surface.JoinUV()
	if (f.Dress || f.Fit) && !f.Patches {
		if of, n := f.surface.Patches(); n > 0 {
			f.removeTriangles(of)
			f.note("%d small pieces that lie on others, as buttons and prints do, are left out: patches = true keeps them", n)
		}
	}
	return nil
}

// girths warns if the mesh is narrower than the first body with the contact layer, and widens it if let_out is set.
func (f *fileMesh) girths(rest [][3]r2.Vec, clear float64) ([][3]r2.Vec, error) {
	if len(f.setup.Bodies) == 0 {
		return rest, nil
	}
	figure, err := placement.New(f.setup.Bodies[0])
	if err != nil {
		return nil, f.withKey(f.path, err)
	}
	name := f.Bodies[0].Name
	g, ok := figure.Narrowest(&f.surface)
	switch {
	case ok && placement.Widest*g.Cloth < g.Body:
		f.addWarning("at %.2f m it is %.2f m round, body %q %.2f m: it is made for another shape of body, and let_out makes "+
			"it wider by no more than %.0f %%",
			g.Height, g.Cloth, name, g.Body, 100*(placement.Widest-1))
	case ok && g.Cloth < g.Body+2*math.Pi*clear && !f.Ease:
		f.addWarning("at %.2f m it is %.2f m round, body %q %.2f m, and %.2f m with the layer of contact: let_out = true "+
			"makes it wide enough, a larger scale all of it larger",
			g.Height, g.Cloth, name, g.Body, g.Body+2*math.Pi*clear)
	}
	if !f.Ease && !f.Fit {
		return rest, nil
	}
	var below []placement.Below
	for i, p := range f.setup.Pieces { // worn below it
		if p.Sewn && p.Layer < f.Layer {
			part := &f.setup.Parts[i]
			if b, ok := placement.Over(&pattern.Surface{X: part.X, Tri: part.Tri}, f.Contact.SelfThickness); ok {
				below = append(below, b)
			}
		}
	}
	let := figure.Ease(&f.surface, rest, clear, below...)
	f.surface.X = let.X
	if !f.Ease {
		return rest, nil
	}
	if let.Most > 1 {
		say := f.note
		if let.TooTight > tight {
			say = f.addWarning
		}
		say("let out for body %q: its area by %.1f %%, most at (%.3f, %.3f, %.3f) m, by %.0f %%%s", name, 100*let.Area,
			let.At.X, let.At.Y, let.At.Z, 100*(let.Most-1), torn(let))
	}
	return let.Rest, nil
}

// tight is the share of a garment that may remain too tight after letting out, without a warning. Jackets of suits that
// can be dressed have up to 0.03.
const tight = 0.05

// torn returns a text about the share of a garment that remains too tight at the largest width.
func torn(l placement.Eased) string {
	if l.TooTight == 0 {
		return ""
	}
	return fmt.Sprintf(", which is as far as cloth is let out: %.1f %% of it stay tight", 100*l.TooTight)
}

// place moves the mesh to its position on the first body.
func (f *fileMesh) place() error {
	if len(f.setup.Bodies) == 0 {
		return f.doc.ErrorAt(f.path+".fit", "no body to put it on: expected a [[body]] in the scene")
	}
	figure, err := placement.New(f.setup.Bodies[0])
	if err != nil {
		return f.withKey(f.path+".fit", err)
	}
	worn := figure.Wear(&f.surface)
	turned := ""
	if worn.Turned > 0 {
		turned = fmt.Sprintf(", sleeves and legs turned by up to %.0f°", worn.Turned*180/math.Pi)
	}
	shift := r3.Add(worn.Shift, f.Offset)
	f.note("placed on body %q: moved by (%.3f, %.3f, %.3f) m%s; of its tightest part %.0f %% start more than 1/250 of "+
		"the figure's height inside it", f.Bodies[0].Name, shift.X, shift.Y, shift.Z, turned, 100*worn.Inside)
	for v, x := range worn.X {
		f.surface.X[v] = r3.Add(x, f.Offset)
	}
	return nil
}

// rest returns the shape without strain: that of the texture coordinates, or that of the triangles.
func (f *fileMesh) rest() ([][3]r2.Vec, error) {
	shape := f.surface.ShapeUV()
	notes, err := []string(nil), errors.New("no texture")
	if f.surface.UV != nil {
		notes, err = f.surface.ScaleUV(f.UVScale)
	}
	switch {
	case f.Rest == "shape" && err != nil:
		f.piece.Texture = make([][3]r2.Vec, len(shape))
		return shape, nil
	case f.Rest == "shape":
		f.piece.Texture = f.surface.UV
		return shape, nil
	case err != nil:
		return nil, f.doc.ErrorAt(f.path+".file", "%s: %v, or uv_scale", f.File, err)
	}
	for _, n := range notes {
		f.note("%s", n)
	}
	if flat := f.surface.Flatten(shape); len(flat) > 0 {
		f.note("%d of %d triangles have no area in the texture: they rest in the shape that they have in space",
			len(flat),
			len(shape))
	}
	return f.surface.UV, nil
}

// labelRims labels the open edges, and lists them in a note if the mesh is worn.
func (f *fileMesh) labelRims(dressed bool) {
	var rims []string
	for k, r := range f.surface.Rims() {
		name := pattern.RimName(k)
		f.piece.Labels[name] = r.Vertices
		rims = append(rims, fmt.Sprintf("%s %.2f m round at %.2f m", name, r.Length, r.Height))
	}
	if dressed {
		f.note("open edges: %s", strings.Join(rims, ", "))
	}
}

// renumbered converts vertices of the file to those of the part.
func (f *fileMesh) renumbered(key string, list []int32) ([]int32, error) {
	out := make([]int32, len(list))
	for i, v := range list {
		if int(v) >= len(f.number) || f.number[v] < 0 {
			return nil, f.doc.ErrorAt(key, "entry %d is vertex %d: expected 0..%d", i, v, len(f.number)-1)
		}
		out[i] = f.number[v]
	}
	return out, nil
}

// hold attaches groups and open edges to the body.
func (f *fileMesh) hold(dressed bool) error {
	for i, label := range f.Hold {
		switch {
		case len(f.piece.Labels[label]) == 0:
			return f.doc.ErrorAt(f.path+".hold", "entry %d, %q, is no group or open edge: expected %s", i, label,
				labelList(f.piece.Labels))
		case len(f.Bodies) == 0 || !dressed:
			return f.doc.ErrorAt(f.path+".hold",
				"%q follows a body: expected a [[body]] in the scene, and dress or fit", label)
		}
		f.piece.Holds = append(f.piece.Holds, Hold{Vertices: f.piece.Labels[label], Motion: -1})
	}
	return nil
}

// pin adds pins in space.
func (f *fileMesh) pin(part *cloth.Part) error {
	pins, err := f.renumbered(f.path+".pins", f.Pins)
	if err != nil {
		return err
	}
	part.Pins = fixed(pins, part.X, f.Release)
	list := slices.Clone(f.Mesh.Pin)
	for i := range list {
		if list[i].Vertices, err = f.renumbered(at(f.path+".pin", i)+".vertices", list[i].Vertices); err != nil {
			return err
		}
	}
	return f.builder.pin(f.path, list, part, &f.piece, &ownFile{f.number, f.track})
}

// track adds a track of the file's vertices to a part, and returns the file's vertex of each of the part's.
func (f *fileMesh) track(key, name string, part *cloth.Part) ([]int32, error) {
	of := make([]int32, len(part.X))
	for i := range of {
		of[i] = -1
	}
	for i, v := range f.number {
		if v >= 0 && of[v] < 0 {
			of[v] = int32(i)
		}
	}
	if v := slices.Index(of, -1); v >= 0 {
		return nil, f.doc.ErrorAt(key, "vertex %d of %s is none of its file: expected no edge_length_m", v, part.Name)
	}
	frames, err := f.openFrames(key, name, len(f.number), f.FPS, func(x []r3.Vec) ([]r3.Vec, error) {
		return placed(x, f.Mesh.UpAxis, f.Scale, f.Offset)
	})
	if err != nil {
		return nil, err
	}
	k, err := body.NewClip(nil, make([]r3.Vec, len(f.number)), frames, body.TrackOptions{
		Interpolation: body.CatmullRom})
	if err != nil {
		return nil, f.withKey(key, err)
	}
	part.Tracks = append(part.Tracks, cloth.NewTrack(k.NumVertices(), k.Positions))
	return of, nil
}

// meanEdge returns the mean length of the edges of triangles [m].
func meanEdge(s *pattern.Surface) float64 {
	sum := 0.0
	for _, t := range s.Tri {
		for c := range 3 {
			sum += r3.Norm(r3.Sub(s.X[t[(c+1)%3]], s.X[t[c]]))
		}
	}
	return sum / float64(3*len(s.Tri))
}

// groups returns the vertices of a file's groups, by name.
func groups(o *formats.OBJ, number []int32) map[string][]int32 {
	out := map[string][]int32{}
	for t, g := range o.Group {
		if name := o.Groups[g]; name != "" {
			for _, v := range o.Tri[t] {
				if number[v] >= 0 {
					out[name] = append(out[name], number[v])
				}
			}
		}
	}
	for name, list := range out {
		slices.Sort(list)
		out[name] = slices.Compact(list)
	}
	return out
}

// readSurface reads a file of triangles of the scene.
func (b *builder) readSurface(path, part, name string) (*formats.OBJ, error) {
	var o *formats.OBJ
	if gltf.Is(name) {
		g, err := b.openGLTF(path, name)
		if err != nil {
			return nil, err
		}
		for _, why := range g.Missing {
			b.uncoloured(part)(b.place(name) + ": " + why)
		}
		o = body.Geometry(g)
	} else {
		var err error
		if o, err = b.readOBJ(path, name); err != nil {
			return nil, err
		}
	}
	if len(o.Tri) == 0 {
		return nil, b.doc.ErrorAt(path+".file", "%s: no triangles: expected a mesh", name)
	}
	return o, nil
}
