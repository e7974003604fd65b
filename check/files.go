package check

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"hysteron/formats"
)

// objSequence is a sequence of OBJ files: for each frame one per part or, of one part alone, one whose groups are
// garments.
type objSequence struct {
	parts  []string
	own    bool // one part of an export, whose groups are panels
	number []float64
	paths  [][]string // by frame and part
	naked  []bool     // parts that are bodies; nil before the first frame was read
	bodied
}

// exported matches file names of an export: part and frame.
var exported = regexp.MustCompile(`^([^.]+)\.([0-9]{4,})$`)

// named is a file with the parts of its name.
type named struct {
	path, part, digits string
	number             float64
	exported           bool
}

func nameOf(path string) named {
	base := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	f := named{path: path, part: strings.TrimRight(base, "0123456789"), exported: exported.MatchString(base)}
	f.digits = base[len(f.part):]
	f.number, _ = strconv.ParseFloat(f.digits, 64) // digits alone, if there are any
	return f
}

// openFiles groups files by part and frame. Other file names are an error, since the frames would be unknown.
func openFiles(paths []string) (*objSequence, error) {
	if len(paths) == 1 && nameOf(paths[0]).digits == "" {
		path := paths[0]
		return &objSequence{parts: []string{strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))},
			number: []float64{1}, paths: [][]string{paths}}, nil
	}
	const expected = "expected frames of one mesh, such as NAME1.obj and NAME2.obj, or all parts of each frame, such as " +
		"PART.0001.obj, in one folder"
	parts := map[string][]named{}
	alike := true // all names are as in an export
	for _, path := range paths {
		f := nameOf(path)
		if f.digits == "" {
			return nil, fmt.Errorf("%s: its name has no number of a frame at its end: %s", path, expected)
		}
		if dir := filepath.Dir(paths[0]); filepath.Dir(path) != dir {
			return nil, fmt.Errorf("%s is in another folder than %s: %s", path, paths[0], expected)
		}
		alike = alike && f.exported
		parts[f.part] = append(parts[f.part], f)
	}
	s := &objSequence{}
	for name := range parts {
		s.parts = append(s.parts, name)
	}
	slices.SortFunc(s.parts, natural)
	if len(s.parts) > 1 && !alike {
		return nil, fmt.Errorf("%s and %s: nothing tells whether they are of one frame: %s", parts[s.parts[0]][0].path,
			parts[s.parts[1]][0].path, expected)
	}
	at := map[float64]int{} // index of a frame by its number
	for _, name := range s.parts {
		seen := map[float64]string{}
		for _, f := range parts[name] {
			if other, ok := seen[f.number]; ok {
				return nil, fmt.Errorf("%s and %s have the same number: %s", other, f.path, expected)
			}
			seen[f.number] = f.path
			if _, ok := at[f.number]; !ok {
				at[f.number] = 0
				s.number = append(s.number, f.number)
			}
		}
	}
	slices.Sort(s.number)
	for i, n := range s.number {
		at[n] = i
	}
	s.paths = make([][]string, len(s.number))
	for _, name := range s.parts {
		for _, f := range parts[name] {
			s.paths[at[f.number]] = append(s.paths[at[f.number]], f.path)
		}
	}
	for i, paths := range s.paths {
		if len(paths) < len(s.parts) {
			k := slices.IndexFunc(s.parts, func(name string) bool {
				return !slices.ContainsFunc(paths, func(path string) bool { return nameOf(path).part == name })
			})
			return nil, fmt.Errorf("%s: frame %g has no %s: %s", filepath.Dir(paths[0]), s.number[i],
				strings.TrimSuffix(s.parts[k], "."), expected)
		}
	}
	dividers := "._-"
	if alike {
		dividers = "."
	}
	for k, name := range s.parts {
		if short := strings.TrimRight(name, dividers); short != "" {
			s.parts[k] = short
		}
	}
	if len(s.parts) == 1 && alike {
		var err error
		if s.own, err = formats.IsOwn(s.paths[0][0]); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *objSequence) frames() int { return len(s.paths) }
func (s *objSequence) close()      {}

func (s *objSequence) frame(i int) (Mesh, []part, FrameReport, error) {
	frame := FrameReport{Frame: s.number[i]}
	meshes := make([]*formats.OBJ, len(s.parts))
	for k, path := range s.paths[i] {
		var err error
		if meshes[k], err = formats.LoadMesh(path); err != nil {
			return Mesh{}, nil, FrameReport{}, err
		}
	}
	if len(s.parts) == 1 {
		frame.Name = filepath.Base(s.paths[i][0])
		o := meshes[0]
		return Mesh{X: o.X, Tri: o.Tri}, s.groups(o), frame, nil
	}
	if s.naked == nil {
		s.naked = make([]bool, len(s.parts))
		for k, o := range meshes {
			var err error
			if s.naked[k], err = isBody(s.paths[i][k], o); err != nil {
				return Mesh{}, nil, FrameReport{}, err
			}
		}
		if !slices.Contains(s.naked, false) {
			clear(s.naked)
		}
	}
	var m Mesh
	var parts []part
	s.bodied = bodied{}
	for k, o := range meshes {
		if s.naked[k] {
			s.addBody(s.parts[k], o)
			continue
		}
		parts = append(parts, part{name: s.parts[k], lo: len(m.Tri)})
		m.Tri = appendFrom(m.Tri, o.Tri, len(m.X))
		m.X = append(m.X, o.X...)
	}
	return m, parts, frame, nil
}

// groups returns the garments of a file that has all of a frame.
func (s *objSequence) groups(o *formats.OBJ) (parts []part) {
	if s.own || len(o.Groups) < 2 {
		return []part{{name: s.parts[0]}}
	}
	for _, name := range o.Groups {
		parts = append(parts, part{name: name, tris: []int32{}})
	}
	for t, g := range o.Group {
		parts[g].tris = append(parts[g].tris, int32(t))
	}
	return parts
}

// bodied has the bodies among files of one frame.
type bodied struct {
	names  []string
	meshes []Mesh
}

func (b *bodied) bodies() ([]string, []Mesh) { return b.names, b.meshes }

func (b *bodied) addBody(name string, o *formats.OBJ) {
	b.names = append(b.names, name)
	b.meshes = append(b.meshes, Mesh{X: o.X, Tri: o.Tri})
}

// isBody reports whether a mesh is a body of an export: cloth has material coordinates there. Bodies may consist of
// parts that overlap.
func isBody(path string, o *formats.OBJ) (bool, error) {
	if len(o.UV) > 0 {
		return false, nil
	}
	return formats.IsOwnAs(".obj")(path)
}

// appendFrom appends triangles with their vertex numbers shifted by first.
func appendFrom(tri, more [][3]int32, first int) [][3]int32 {
	for _, t := range more {
		tri = append(tri, [3]int32{t[0] + int32(first), t[1] + int32(first), t[2] + int32(first)})
	}
	return tri
}
