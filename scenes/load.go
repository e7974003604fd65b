package scenes

import (
	"embed"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/formats"
	"hysteron/formats/gltf"
	"hysteron/param"
)

//go:embed library/*.toml fabrics/*.toml frictions/*.toml patterns/*.json patterns/*.svg patterns/*.toml
var shipped embed.FS

// Names lists the built-in scenes.
func Names() []string { return sceneKind.names() }

// Fabrics lists the built-in fabrics.
func Fabrics() []string { return fabricKind.names() }

// Frictions lists the built-in pair files of measured friction.
func Frictions() []string { return frictionKind.names() }

// Patterns lists the built-in sewing patterns.
func Patterns() []string { return patternKind.names() }

// Title returns the title of a built-in scene; "" if there is no such scene.
func Title(name string) string {
	s, err := Load(name, nil)
	if err != nil || s.Path != "" {
		return ""
	}
	return s.Title
}

// Load reads a scene by built-in name or path, with overrides "path=value". A name without folder and extension is a
// built-in one, and a path that ends in .json is the input.json of a run. Errors are *param.InputError; several are
// joined.
func Load(nameOrPath string, set []string) (*Scene, error) {
	if strings.EqualFold(filepath.Ext(nameOrPath), ".json") {
		return loadInput(nameOrPath, set)
	}
	data, err := sceneKind.read(nameOrPath)
	if err != nil {
		return nil, err
	}
	s, err := Parse(sceneKind.label(nameOrPath), data, set)
	if s != nil && sceneKind.builtIn(nameOrPath) {
		s.Name, s.Path = nameOrPath, ""
	}
	return s, err
}

// IsName reports whether s is a name of a built-in item rather than a path.
func IsName(s string) bool {
	return filepath.Ext(s) == "" && !strings.ContainsAny(s, `/\`) && s != ""
}

// readFile reads a file of bounded size.
func readFile(path string) ([]byte, error) {
	data, err := formats.ReadFile(path, param.MaxFile)
	if err != nil {
		return nil, &param.InputError{File: path, Text: fmt.Sprintf("cannot read: %v", formats.Reason(err)), Err: err}
	}
	return data, nil
}

// Parse reads a scene from TOML text. Errors contain file as its name, and paths in the scene are relative to its
// folder.
func Parse(file string, data []byte, set []string) (*Scene, error) {
	d, err := param.Parse(file, data)
	if err != nil {
		return nil, err
	}
	s := &Scene{Text: string(data), Path: file, Name: strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))}
	if err := s.decode(d, set); err != nil {
		if other := otherFile(d); other != nil {
			return nil, other
		}
		return nil, err
	}
	return s, nil
}

// decode fills the scene from a document with overrides.
func (s *Scene) decode(d *param.Document, set []string) error {
	s.doc, s.Set = d, append(s.Set, set...)
	for _, o := range set {
		if err := d.Set(o); err != nil {
			return err
		}
	}
	if err := d.Decode(s); err != nil {
		return err
	}
	if err := param.JoinErrors(s.check()); err != nil {
		return err
	}
	s.resolve()
	s.values = param.Encode(s)
	s.toWorld()
	return nil
}

// Targets returns the paths of the keys set by the overrides of Load or Parse, in their order. Names of entries are
// replaced by indices.
func (s *Scene) Targets() []string { return s.doc.Targets() }

// resolve sets absent keys whose values are derived from others.
func (s *Scene) resolve() {
	if _, given := s.doc.Root["gravity_m_s2"]; !given && s.UpAxis == "z" { // the default has Y up
		g := s.Gravity
		s.Gravity = r3.Vec{X: g.X, Y: -g.Z, Z: g.Y}
	}
	for i := range s.Bodies {
		if b := &s.Bodies[i]; b.UpAxis == "" {
			if b.UpAxis = s.UpAxis; gltf.Is(b.File) {
				b.UpAxis = "y"
			}
		}
	}
	for i := range s.Solids {
		if d := &s.Solids[i]; d.UpAxis == "" {
			if d.UpAxis = s.UpAxis; gltf.Is(d.File) {
				d.UpAxis = "y"
			}
		}
	}
	for i := range s.Rigids {
		if d := &s.Rigids[i]; d.UpAxis == "" {
			if d.UpAxis = s.UpAxis; gltf.Is(d.File) {
				d.UpAxis = "y"
			}
		}
	}
	for i := range s.Meshes {
		if m := &s.Meshes[i]; m.UpAxis == "" {
			if m.UpAxis = s.UpAxis; gltf.Is(m.File) {
				m.UpAxis = "y"
			}
		}
	}
	for i := range s.Ropes {
		if r := &s.Ropes[i]; r.UpAxis == "" {
			r.UpAxis = s.UpAxis
		}
	}
}

// check finds faults beyond those of the types of the keys.
func (s *Scene) check() (errs []*param.InputError) {
	fail := func(path, format string, args ...any) { errs = append(errs, s.doc.ErrorAt(path, format, args...)) }
	if n := 1 / (s.FPS * s.MaxStep); n > 1e5 {
		fail("step_s", "%g steps per frame: expected at most 1e5", n)
	}
	if len(s.Garments)+len(s.Sheets)+len(s.Tubes)+len(s.Solids)+len(s.Rigids)+len(s.Meshes)+len(s.Ropes) == 0 {
		fail("", "no cloth: expected at least one [[garment]], [[sheet]], [[tube]], [[mesh]], [[solid]], [[rigid]] or "+
			"[[rope]]")
	}
	names := map[string]string{}
	name := func(path, n string) {
		if other, ok := names[n]; ok {
			fail(path+".name", "%q is the name of %s already: expected names that differ", n, other)
		}
		names[n] = path
	}
	colour := func(path, c string) {
		if _, err := parseColour(c); err != nil {
			fail(path+".colour", "%v", err)
		}
	}
	for i := range s.Garments {
		g := &s.Garments[i].Cloth
		name(at("garment", i), g.Name)
		colour(at("garment", i), g.Colour)
	}
	lattice := func(path string, vertices [2]int, edge float64, counts func() (nu, nv float64)) {
		if (vertices == [2]int{}) == (edge == 0) {
			fail(path, "expected either vertices or edge_length_m")
		} else if nu, nv := counts(); nu*nv > maxSheetVertices {
			fail(path, "%.4g × %.4g vertices: expected at most %d in all", nu, nv, maxSheetVertices)
		}
	}
	for i := range s.Sheets {
		h, path := &s.Sheets[i], at("sheet", i)
		for _, c := range h.stack() {
			name(path, c.Name)
			colour(path, c.Colour)
		}
		lattice(path, h.Vertices, h.EdgeLength, h.counts)
	}
	for i := range s.Tubes {
		u, path := &s.Tubes[i], at("tube", i)
		name(path, u.Name)
		colour(path, u.Colour)
		lattice(path, u.Vertices, u.EdgeLength, u.counts)
	}
	for i := range s.Solids {
		name(at("solid", i), s.Solids[i].Name)
		colour(at("solid", i), s.Solids[i].Colour)
	}
	for i := range s.Rigids {
		r, path := &s.Rigids[i], at("rigid", i)
		name(path, r.Name)
		colour(path, r.Colour)
		r.check(path, fail)
	}
	for i := range s.Meshes {
		name(at("mesh", i), s.Meshes[i].Name)
		colour(at("mesh", i), s.Meshes[i].Colour)
	}
	for i := range s.Ropes {
		r, path := &s.Ropes[i], at("rope", i)
		name(path, r.Name)
		colour(path, r.Colour)
		r.check(path, fail)
	}
	bodies := map[string]string{}
	for i := range s.Bodies {
		b, path := &s.Bodies[i], at("body", i)
		if b.Name == "" {
			b.Name = b.Kind
			if _, taken := bodies[b.Name]; taken {
				b.Name += "-" + strconv.Itoa(i)
			}
		}
		if other, ok := bodies[b.Name]; ok {
			fail(path+".name", "%q is the name of %s already: expected names that differ", b.Name, other)
		}
		bodies[b.Name] = path
		if b.Kind == "mannequin" && !slices.Contains(body.Clips(), b.Clip) {
			fail(path+".clip", "unknown clip %q: expected one of %s", b.Clip, param.QuoteList(body.Clips()))
		}
		b.checkCharacter(path, fail)
	}
	s.checkMotions(fail)
	s.checkRests(fail)
	s.checkAir(fail)
	s.checkGlue(fail)
	s.checkFriction(fail)
	if c := s.Camera; c != nil && r3.Norm(r3.Sub(c.Eye, c.Target)) < 1e-3 {
		fail("camera.target_m", "the same as eye_m: expected points at least 1 mm apart")
	}
	return errs
}

// checkAir finds air layers without a piece of cloth.
func (s *Scene) checkAir(fail func(path, format string, args ...any)) {
	var names []string
	for _, c := range s.cloths() {
		names = append(names, c.Name)
	}
	seen := map[string]string{}
	for i := range s.Air {
		a, path := &s.Air[i], at("air_layer", i)
		switch other, twice := seen[a.Cloth]; {
		case !slices.Contains(names, a.Cloth):
			fail(path+".garment", "%q: expected the name of a piece of cloth, %s", a.Cloth, oneOf(names))
		case twice:
			fail(path+".garment", "%q has the air of %s already: expected one for each", a.Cloth, other)
		}
		seen[a.Cloth] = path
		if a.Until != 0 && a.Flow == 0 {
			fail(path+".inlet_until_s", "without inlet_m3_s: expected air that is blown in until then")
		}
		if a.Pressure != nil && (a.Flow != 0 || a.Start != 0) {
			fail(path+".pressure_pa", "a source holds the pressure: expected no inlet_m3_s and no initial_overpressure_pa "+
				"beside it")
		}
	}
}

// namedCloth is a piece of cloth and its path in the scene.
type namedCloth struct {
	path string
	*Cloth
}

// cloths lists the pieces of cloth in the order garments, sheets, tubes, meshes.
func (s *Scene) cloths() (list []namedCloth) {
	for i := range s.Garments {
		list = append(list, namedCloth{at("garment", i), &s.Garments[i].Cloth})
	}
	for i := range s.Sheets {
		list = append(list, namedCloth{at("sheet", i), &s.Sheets[i].Cloth})
	}
	for i := range s.Tubes {
		list = append(list, namedCloth{at("tube", i), &s.Tubes[i].Cloth})
	}
	for i := range s.Meshes {
		list = append(list, namedCloth{at("mesh", i), &s.Meshes[i].Cloth})
	}
	return list
}

func at(list string, i int) string { return list + "." + strconv.Itoa(i) }

// toWorld rotates all vectors of a Z-up file to Y-up.
func (s *Scene) toWorld() {
	if s.UpAxis == "y" {
		return
	}
	turn := func(vs ...*r3.Vec) {
		for _, v := range vs {
			*v = zUp(*v)
		}
	}
	param.Vectors(&s.Settings, func(_ *param.Field, v *r3.Vec) { turn(v) })
	for i := range s.Bodies {
		turn(&s.Bodies[i].Centre, &s.Bodies[i].Offset, &s.Bodies[i].Velocity)
	}
	s.motionsToWorld()
	for i := range s.Garments {
		turn(&s.Garments[i].Offset)
	}
	for i := range s.Sheets {
		turn(&s.Sheets[i].Centre, &s.Sheets[i].Spacing)
	}
	for i := range s.Tubes {
		turn(&s.Tubes[i].Centre)
	}
	for i := range s.Solids {
		turn(&s.Solids[i].Centre)
	}
	for i := range s.Rigids {
		turn(&s.Rigids[i].Centre, &s.Rigids[i].Velocity, &s.Rigids[i].Spin)
	}
	for i := range s.Meshes {
		turn(&s.Meshes[i].Offset)
	}
	for i := range s.Ropes {
		turn(&s.Ropes[i].Offset)
		for k := range s.Ropes[i].Points {
			turn(&s.Ropes[i].Points[k])
		}
	}
	if s.Camera != nil {
		turn(&s.Camera.Eye, &s.Camera.Target)
	}
}

// zUp rotates a vector from Z-up axes (X right, Y back) to Y-up ones: (x, y, z) → (x, z, −y).
func zUp(v r3.Vec) r3.Vec { return r3.Vec{X: v.X, Y: v.Z, Z: -v.Y} }

// parseColour returns the linear RGB of an sRGB colour #rrggbb (IEC 61966-2-1).
func parseColour(s string) (rgb [3]float64, err error) {
	code, perr := strconv.ParseUint(strings.TrimPrefix(s, "#"), 16, 32)
	if perr != nil || len(s) != 7 || s[0] != '#' {
		return rgb, fmt.Errorf("%q: expected a colour such as \"#b03a2e\"", s)
	}
	for i := range rgb {
		c := float64(code>>(16-8*i)&255) / 255
		if c <= 0.04045 {
			rgb[i] = c / 12.92
		} else {
			rgb[i] = math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	return rgb, nil
}
