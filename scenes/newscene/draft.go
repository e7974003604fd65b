// Package newscene writes new scenes.
package newscene

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/formats"
	"hysteron/formats/gltf"
	"hysteron/output"
	"hysteron/param"
	"hysteron/pattern"
	"hysteron/pattern/drawing"

	"hysteron/placement"
	"hysteron/scenes"
	"hysteron/step"
)

// Options are the content of a new scene.
type Options struct {
	Patterns []string // sewing patterns, built-in or files, or garments as meshes; innermost first
	Body     string   // a clip of the mannequin, "mannequin", or a file
	Fabric   string
	Scale    float64  // of garments that are meshes, metres per unit of their files; 0: guessed
	Size     float64  // of a body from a file, metres per unit; 0: guessed
	Track    string   // file that moves a body from an OBJ or PLY file; empty: none
	Meshes   []string // meshes or nodes of a glTF file that are the body; nil: all
	Graded   string   // chosen size of drawings with several; may be empty
	Only     []string // names of the garments to include, for files of several pieces; nil: all
	Dir      string   // folder of the scene; paths of files are relative to it
	File     string   // name of the scene file, for errors; may be empty

	Read func(paths ...string) error // receives further files that are read; its error aborts; may be nil
	Note func(text string)           // receives warnings; may be nil

	Place Finder // finds the placement of garments; may be nil
}

// Finder finds the placement of a garment of a scene.
type Finder func(setup *scenes.Setup, garment int) (Place, error)

// Place is the placement of a garment relative to the scene.
type Place struct {
	By    r3.Vec  // displacement [m]
	Scale float64 // scale factor; 0: unchanged
	Why   string  // reason for the placement
	Fails string  // why there is no placement, and what was tried; empty if there is one
}

// LeftOut lists garments that the body cannot wear and that are missing in the scene.
type LeftOut struct {
	Names []string
	Err   error // reasons, joined
}

func (n *LeftOut) Error() string { return n.Err.Error() }

func (n *LeftOut) Unwrap() error { return n.Err }

// add adds a garment.
func (n *LeftOut) add(name string, why error) {
	n.Names, n.Err = append(n.Names, name), errors.Join(n.Err, why)
}

// cannotWear is the reason why the figure cannot wear a garment.
type cannotWear struct{ *param.InputError }

func (c cannotWear) Unwrap() error { return c.InputError }

func (w *writer) cannotWear(name, why string) error {
	return cannotWear{&param.InputError{File: name, Text: fmt.Sprintf("body %q cannot wear this: %s", w.wearer, why)}}
}

// New returns the text of a scene that can be run. Useful keys that are not set are comments with their meaning. The
// scene is built before it is returned. Errors are *param.InputError, or a *LeftOut: the text then contains the
// garments that the body can wear, and is nil if it can wear none.
func New(o Options) ([]byte, error) {
	w := &writer{dir: o.Dir, file: o.File, unit: o.Scale, size: o.Size, graded: o.Graded, read: o.Read}
	if w.read == nil {
		w.read = func(...string) error { return nil }
	}
	if _, err := scenes.LoadFabric(o.Fabric); err != nil { // checked before other work
		return nil, err
	}
	figure, err := w.body(o.Body, o.Track, o.Meshes)
	if err != nil {
		return nil, err
	}
	var titles []string
	var pieces []given
	var names []any
	left := &LeftOut{}
	for k, p := range o.Patterns {
		if titles = append(titles, nameOf(p)); slices.Contains(titles[:k], titles[k]) {
			return nil, &param.InputError{Text: fmt.Sprintf("two garments are called %q: expected files with other names",
				titles[k])}
		}
		list, err := w.garment(p, o.Fabric)
		if errors.As(err, new(cannotWear)) {
			left.add(nameOf(p), err)
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, g := range list {
			if names = append(names, g.keys["name"]); o.Only != nil && !slices.Contains(o.Only, g.keys["name"].(string)) {
				continue
			}
			if g.keys["layer"] = int64(len(pieces)); len(pieces) > 0 {
				g.keys["colour"] = colours[(len(pieces)-1)%len(colours)]
			}
			pieces = append(pieces, *g)
		}
	}
	for _, name := range o.Only {
		if !slices.Contains(names, any(name)) {
			return nil, &param.InputError{Text: fmt.Sprintf("no garment %q: expected one of %s", name,
				param.QuoteList(texts(names)))}
		}
	}
	if len(pieces) == 0 {
		return nil, left
	}
	title := func() string {
		list := slices.DeleteFunc(slices.Clone(titles), func(s string) bool { return slices.Contains(left.Names, s) })
		return strings.Join(list, " and ") + " on " + figure.keys["name"].(string)
	}
	u, err := w.build(title(), figure, pieces)
	if rerr := w.reads(); rerr != nil {
		return nil, rerr
	}
	if err == nil && o.Place != nil && scenes.Severe(u.Problems()) == 0 {
		moved, perr := w.placeAnew(u, &pieces, o.Place, left)
		switch {
		case perr != nil:
			return nil, perr
		case len(pieces) == 0:
			return nil, left
		case moved:
			u, err = w.build(title(), figure, pieces)
		}
	}
	if left.Err != nil && err == nil {
		err = left
	}
	if u == nil || o.Note == nil {
		return w.text.Bytes(), err
	}
	problems := u.Problems()
	for _, line := range scenes.Lines(scenes.Doubts(problems)) {
		o.Note(line)
	}
	if n := scenes.Severe(problems); n > 0 {
		err = errors.Join(err, &param.InputError{Text: scenes.Several(n, "error") + ": expected none, for hysteron run to " +
			"take it"})
	}
	return w.text.Bytes(), err
}

// build writes the scene, parses it, and builds it.
func (w *writer) build(title string, figure *given, pieces []given) (*scenes.Setup, error) {
	w.text.Reset()
	w.text.WriteString("# Lengths are metres, angles degrees, times seconds; files are named from this one's folder.\n# " +
		"Lines that begin with # show defaults. hysteron keys lists all keys, hysteron check says what may be wrong.\n")
	w.table("", reflect.TypeFor[scenes.Scene](), map[string]any{
		"title": title, "fps": 24.0, "frames": int64(w.frames), "up_axis": "y",
	})
	tables := []given{{"[ground]", reflect.TypeFor[scenes.Ground](), map[string]any{"height_m": w.floor()}, nil}, *figure}
	if w.slivers > 0 {
		solver := given{"[solver]", reflect.TypeFor[step.Solver](), map[string]any{"slivers": true}, nil}
		solver.note("slivers", "so are %.0f %% of a garment's", 100*w.slivers)
		tables = append(tables, solver)
	}
	for _, t := range append(tables, pieces...) {
		w.notes = t.notes
		w.table(t.header, t.kind, t.keys)
	}
	w.notes = nil
	text := w.text.Bytes()
	if w.file != "" { // sealed as it will be written, so that errors have its line numbers
		text = output.Seal(text)
	}
	s, err := scenes.Parse(w.path(), text, nil)
	if err != nil {
		return nil, err
	}
	w.scene = s
	return s.Build()
}

// placeAnew finds the placement of the garments from patterns and sets it in their tables. Garments without a placement
// are left out.
func (w *writer) placeAnew(u *scenes.Setup, pieces *[]given, find Finder, left *LeftOut) (moved bool, err error) {
	k := 0 // index among garments of the scene
	var kept []given
	for _, p := range *pieces {
		if p.header != "[[garment]]" {
			kept = append(kept, p)
			continue
		}
		place, err := find(u, k)
		if k++; err != nil {
			return false, err
		}
		if place.Fails != "" {
			left.add(p.keys["name"].(string), w.cannotWear(p.keys["name"].(string), place.Fails))
			moved = true
			continue
		}
		if place.Scale != 0 && place.Scale != 1 {
			p.keys["scale"] = place.Scale
			p.note("scale", "%s", place.Why)
			moved = true
		}
		if place.By != (r3.Vec{}) {
			at := r3.Add(u.Scene.Garments[k-1].Offset, place.By)
			round := func(x float64) float64 { return math.Round(1000*x) / 1000 }
			p.keys["offset_m"] = []any{round(at.X), round(at.Y), round(at.Z)}
			p.note("offset_m", "%s", place.Why)
			moved = true
		}
		p.keys["layer"] = int64(len(kept))
		kept = append(kept, p)
	}
	*pieces = kept
	return moved, nil
}

// reads passes the files that the scene reads to read.
func (w *writer) reads() error {
	if w.scene == nil {
		return nil
	}
	return w.read(slices.DeleteFunc(w.scene.Reads(), func(path string) bool { return path == w.path() })...)
}

// texts converts a list of names to strings.
func texts(names []any) (list []string) {
	for _, n := range names {
		list = append(list, n.(string))
	}
	return list
}

// path returns the path of the scene file.
func (w *writer) path() string { return filepath.Join(w.dir, cmp.Or(w.file, "new.toml")) }

// given is a table with the keys that are set.
type given struct {
	header string
	kind   reflect.Type
	keys   map[string]any
	notes  map[string]string // remarks on guessed or measured values, written after a key
}

// note appends a remark to a key.
func (g *given) note(key, format string, args ...any) {
	if g.notes == nil {
		g.notes = map[string]string{}
	}
	if g.notes[key] != "" {
		g.notes[key] += "; "
	}
	g.notes[key] += fmt.Sprintf(format, args...)
}

// writer writes the text of a scene.
type writer struct {
	read    func(paths ...string) error
	dir     string
	file    string
	text    bytes.Buffer
	scene   *scenes.Scene     // parsed from text
	notes   map[string]string // of the table being written
	frames  int
	unit    float64 // of garments that are meshes [m]; 0: guessed
	size    float64 // of the body's file [m]; 0: guessed
	graded  string  // chosen size of drawings; empty: the sample size
	figure  *placement.Figure
	stood   body.Body       // body of figure
	wearer  string          // name of the body
	slivers float64         // largest share of slivers in a mesh, if above 0.01
	taken   map[string]bool // names of pieces from groups
}

// body returns the table of a body. It sets the number of frames from its motion, and the figure.
func (w *writer) body(name, track string, meshes []string) (*given, error) {
	t := &given{"[[body]]", reflect.TypeFor[scenes.Body](), map[string]any{}, nil}
	if scenes.IsName(name) {
		if track != "" || meshes != nil {
			return nil, &param.InputError{Text: fmt.Sprintf("body %q is the mannequin, which has clips and one mesh: expected "+
				"--body FILE with a track or with meshes", name)}
		}
		clip := name
		if name == "mannequin" {
			clip = "walk"
		}
		if !slices.Contains(body.Clips(), clip) {
			return nil, &param.InputError{Text: fmt.Sprintf("no body %q: expected mannequin, one of its clips %s, or a file "+
				"(.glb, .gltf, .vrm, .obj, .ply)", name, strings.Join(body.Clips(), ", "))}
		}
		t.keys["name"], t.keys["kind"], t.keys["clip"] = "mannequin", "mannequin", clip
		return t, w.moves(t)
	}
	if !gltf.Is(name) && !slices.Contains([]string{".obj", ".ply"}, formats.Extension(name)) {
		return nil, unread(name)
	}
	t.keys["name"], t.keys["kind"], t.keys["file"], t.keys["scale"] = nameOf(name), "character", w.relative(name),
		cmp.Or(w.size, 1)
	if track != "" {
		t.keys["track"] = w.relative(track)
	}
	if meshes != nil {
		list := make([]any, len(meshes))
		for k, m := range meshes {
			list[k] = m
		}
		t.keys["meshes"] = list
	}
	if gltf.Is(name) {
		g, err := gltf.Open(name)
		if err != nil {
			return nil, &param.InputError{Text: formats.Unread(name, err).Error(), Err: err}
		}
		if n := len(g.Animations); n > 0 {
			t.keys["animation"] = g.Animations[0].Name
			var names []string
			for _, a := range g.Animations[1:] {
				names = append(names, a.Name)
			}
			if n > 1 {
				t.note("animation", "the file also has %s", param.QuoteList(names))
			}
		}
	}
	return t, w.moves(t)
}

// moves sets the figure of a body, and the number of frames of its motion, of 2 s without one.
func (w *writer) moves(t *given) error {
	if err := w.stands(t); err != nil {
		return err
	}
	w.frames = max(1, int(math.Ceil(24*min(cmp.Or(body.DurationOf(w.stood), 2), 60)-1e-6)))
	return nil
}

// stands builds the body of a table and sets its figure. For bodies from files it also sets the axis and unit, see
// measure.
func (w *writer) stands(t *given) error {
	try := &writer{dir: w.dir, file: w.file}
	try.table("", reflect.TypeFor[scenes.Scene](), map[string]any{"up_axis": "y"})
	try.table(t.header, t.kind, t.keys)
	try.table("[[sheet]]", reflect.TypeFor[scenes.Sheet](), map[string]any{"name": "rag", "fabric": "silk",
		"size_m": []any{1.0, 1.0}, "edge_length_m": 1.0})
	s, err := scenes.Parse(w.path(), try.text.Bytes(), nil)
	if err != nil {
		return err
	}
	u, err := s.Build()
	if err != nil {
		return err
	}
	w.wearer, w.stood = t.keys["name"].(string), u.Bodies[0]
	if w.figure, err = placement.New(u.Bodies[0]); err != nil {
		return &param.InputError{Text: err.Error(), Err: err}
	}
	if t.keys["kind"] == "character" {
		return w.measure(t)
	}
	return nil
}

// garment returns the tables of a garment.
func (w *writer) garment(name, fabric string) ([]*given, error) {
	if why := w.figure.Unwearable(); why != "" {
		return nil, w.cannotWear(name, why)
	}
	keys := map[string]any{"name": nameOf(name), "fabric": fabric}
	if !scenes.IsName(fabric) {
		keys["fabric"] = w.relative(fabric)
	}
	switch ext := formats.Extension(name); {
	case scenes.IsName(name):
		keys["pattern"], keys["edge_length_m"] = name, 0.02
		t := &given{"[[garment]]", reflect.TypeFor[scenes.Garment](), keys, nil}
		p, err := scenes.ShippedPattern(name)
		return w.placed(name, t, p, err)
	case slices.Contains(drawing.Extensions, ext):
		keys["pattern"], keys["edge_length_m"] = w.relative(name), 0.02
		t := &given{"[[garment]]", reflect.TypeFor[scenes.Garment](), keys, nil}
		file := ""
		p, d, err := drawing.Open(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, &param.InputError{Text: formats.Unread(name, err).Error(), Err: err}
		case d != nil && err != nil:
			return nil, param.Wrong(err)
		case d != nil:
			if file, err = w.sewing(name, d, keys); err != nil {
				return nil, err
			}
			if err := w.read(file); err != nil {
				return nil, err
			}
			if text, missing := formats.ReadFile(file, param.MaxFile); missing == nil {
				p, err = d.Sew(file, text)
			}
		}
		return w.placed(name, t, p, err)
	case slices.Contains([]string{".obj", ".ply"}, ext), gltf.Is(name):
		keys["file"], keys["scale"] = w.relative(name), 1.0
		return w.wear(name, keys)
	case slices.Contains(foreign, ext):
		return nil, unread(name)
	}
	return nil, &param.InputError{Text: fmt.Sprintf("%s: expected a pattern, one of %s or a .json, .svg or .dxf file, "+
		"or a mesh (.obj, .ply, .gltf, .glb)", name, strings.Join(scenes.Patterns(), ", "))}
}

// wear returns the tables of a garment that is a mesh: its unit, whether its texture is a pattern, whether it is
// already placed, and what holds it.
func (w *writer) wear(name string, keys map[string]any) ([]*given, error) {
	o, err := readMesh(name)
	if err != nil {
		return nil, &param.InputError{File: name, Text: formats.Unread(name, err).Error(), Err: err}
	}
	if len(o.Tri) == 0 {
		return nil, &param.InputError{File: name, Text: "no triangles: expected a mesh"}
	}
	lo, hi := placement.Extent(o.X)
	scale := w.unit
	if scale > 0 {
		if why := w.otherUnit(name, scale*max(hi.X-lo.X, hi.Y-lo.Y, hi.Z-lo.Z), keys); why != "" {
			return nil, &param.InputError{File: name, Text: why}
		}
	} else {
		scale = placement.UnitFor(max(hi.X-lo.X, hi.Y-lo.Y, hi.Z-lo.Z), 0.15*w.figure.Height(), 1.1*w.figure.Height())
	}
	s := pattern.Surface{X: make([]r3.Vec, len(o.X)), Tri: slices.Clone(o.Tri)}
	for i, x := range o.X {
		s.X[i] = r3.Scale(scale, x)
	}
	if uv, err := o.TextureUV(); err == nil {
		s.UV = uv
	}
	s.Weld()
	s.JoinUV()
	group := o.Group
	if of, n := s.Patches(); n > 0 {
		s.Leave(of)
		var kept []int32
		for i, out := range of {
			if !out && len(group) > 0 {
				kept = append(kept, group[i])
			}
		}
		group = kept
	}
	if narrow := placement.Slivers(&s); narrow > 0.01 {
		w.slivers = max(w.slivers, narrow)
	}
	keys["scale"] = scale
	keys["edge_length_m"] = w.edge()
	if !placement.IsPattern(&s) {
		keys["rest"] = "shape"
	}
	order := s.ByHeight()
	if w.figure.Worn(s.X) {
		keys["dress"] = true
	} else {
		keys["fit"] = true
		factor := 1.0
		if w.unit == 0 {
			factor = w.figure.Scale(&s)
		}
		if factor != 1 {
			rounded := math.Round(1000*scale*factor) / 1000
			keys["scale"] = rounded
			for i, x := range s.X { // scaled as in the scene, for all that follows
				s.X[i] = r3.Scale(rounded/scale, x)
			}
		}
		if _, shape := keys["rest"]; shape { // limbs are adapted for shapes, not for patterns
			if part := w.figure.LimbLength(&s, layer); part != 1 {
				keys["limbs"] = part
				placement.Shorten(&s, part)
			}
		}
		s.X = w.figure.Wear(&s).X
		if why := w.figure.Unfit(&s); why != "" {
			return nil, w.cannotWear(name, why)
		}
	}
	return w.pieces(&s, order, keys, w.called(&s, order, group, o.Groups)), nil
}

// edge returns the edge length of garments on the figure [m]: 3 cm for a height of 1.7 m, and at least 2 cm.
func (w *writer) edge() float64 { return max(0.02, math.Round(1000*0.03*w.figure.Height()/1.7)/1000) }

// layer is the contact thickness with a margin [m].
const layer = 0.005

// room sets let_out for a garment that is somewhere narrower than the figure with a contact layer and the distance of
// outer garments. A note has the narrowest place.
func (w *writer) room(t *given, s *pattern.Surface) {
	const beside = 0.002
	if g, ok := w.figure.Narrowest(s); ok && g.Cloth < g.Body+2*math.Pi*(layer+beside) {
		t.keys["let_out"] = true
		t.note("let_out", "at %.2f m it is %.2f m round, the body %.2f m", g.Height, g.Cloth, g.Body)
	}
}

// pieces returns a table for each piece of a garment, innermost first. order is their order in the file.
func (w *writer) pieces(s *pattern.Surface, order []int32, keys map[string]any, names []string) (list []*given) {
	const many = 6
	if len(order) == 1 || len(order) > many {
		if names := w.figure.Waists(s); len(names) > 0 {
			keys["hold"] = names
		}
		one := &given{"[[mesh]]", reflect.TypeFor[scenes.Mesh](), keys, nil}
		w.room(one, s)
		return []*given{one}
	}
	type worn struct {
		given
		surface pattern.Surface
	}
	var all []worn
	for k, p := range order {
		one := worn{given{"[[mesh]]", reflect.TypeFor[scenes.Mesh](), maps.Clone(keys), nil},
			pattern.Surface{X: s.X, Tri: slices.Clone(s.Tri)}}
		out := make([]bool, len(s.Tri))
		for i, of := range s.PieceOf() {
			out[i] = of != p
		}
		one.surface.Leave(out)
		one.keys["name"], one.keys["piece"] = fmt.Sprintf("%s-%d", keys["name"], k), int64(k)
		if names != nil {
			one.keys["name"] = names[k]
		}
		if names := w.figure.Waists(&one.surface); len(names) > 0 {
			one.keys["hold"] = names
		}
		w.room(&one.given, &one.surface)
		at := len(all) // sorted by nearness to the body where both overlap
		for at > 0 && w.figure.Within(&one.surface, &all[at-1].surface) {
			at--
		}
		all = slices.Insert(all, at, one)
	}
	for i := range all {
		list = append(list, &all[i].given)
	}
	return list
}

// readMesh reads a file of triangles.
func readMesh(path string) (*formats.OBJ, error) {
	if gltf.Is(path) {
		g, err := gltf.Open(path)
		if err != nil {
			return nil, err
		}
		return body.Geometry(g), nil
	}
	f, err := formats.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return formats.ReadMesh(f, path)
}

// relative returns the path of a file relative to the folder of the scene.
func (w *writer) relative(name string) string {
	dir, derr := filepath.Abs(w.dir)
	file, ferr := filepath.Abs(name)
	if errors.Join(derr, ferr) == nil {
		if rel, err := filepath.Rel(dir, file); err == nil {
			name = rel
		}
	}
	if scenes.IsName(name) { // a relative path that reads as a built-in name
		name = "./" + name
	}
	return filepath.ToSlash(name)
}

// unfit matches characters that are invalid in names.
var unfit = regexp.MustCompile(`[^A-Za-z0-9_-]+`)

// nameOf returns a valid name from a path.
func nameOf(path string) string {
	base := filepath.Base(path)
	name := strings.Trim(unfit.ReplaceAllString(strings.TrimSuffix(base, filepath.Ext(base)), "-"), "-")
	if name == "" || !strings.ContainsAny(name[:1], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") {
		name = "a-" + name
	}
	return name[:min(len(name), 60)]
}

// table writes the keys that are set, and the others as comments with their defaults.
func (w *writer) table(header string, t reflect.Type, keys map[string]any) {
	kind, _ := keys["kind"].(string)
	var lines [][2]string
	for _, f := range param.Of(t) {
		value, set := keys[f.Key]
		doc := f.Doc
		if f.Unit != "" {
			doc = "[" + f.Unit + "] " + doc
		}
		if n := w.notes[f.Key]; n != "" {
			doc += ": " + n
		}
		switch {
		case f.Kinds != nil && !slices.Contains(f.Kinds, kind):
		case set:
			lines = append(lines, [2]string{f.Key + " = " + param.TOML(value), doc})
		case f.Default != nil:
			text := *f.Default
			if f.Type.Kind() == reflect.String {
				text = param.TOML(text)
			}
			lines = append(lines, [2]string{"# " + f.Key + " = " + text, doc})
		}
	}
	wide := 0
	for _, l := range lines {
		wide = max(wide, min(len(l[0]), 32))
	}
	fmt.Fprintf(&w.text, "\n")
	if header != "" {
		fmt.Fprintln(&w.text, header)
	}
	for _, l := range lines {
		fmt.Fprintf(&w.text, "%-*s  # %s\n", wide, l[0], l[1])
	}
}
