// The appearance of garments in files: texture coordinates, groups and materials with their images.

package scenes

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/formats"
	"hysteron/formats/gltf"
	"hysteron/formats/mend"
	"hysteron/pattern"
)

// Look is the appearance of a mesh file, for exports. It follows the triangles when these are removed or halved.
type Look struct {
	UV     [][3]r2.Vec // texture coordinates as in the file; nil: none
	Group  []int32     // of each triangle, into Groups
	Groups []string

	Material  []int32            // of each triangle, into Materials; nil: without materials
	Materials []formats.Material // names only; Paint reads the rest

	Reads []string // files that Paint and Bases have read: libraries, images, buffers

	file string   // glTF or OBJ
	libs []string // of an OBJ file
	at   []int    // their lines in that file
}

// LookOf returns the appearance of a mesh from a file.
func LookOf(o *formats.OBJ, file string) *Look {
	l := &Look{Group: slices.Clone(o.Group), Material: slices.Clone(o.Material), Materials: o.Materials, file: file,
		libs: o.Libs, at: o.LibLines}
	if uv, err := o.TextureUV(); err == nil {
		l.UV = uv
	}
	for _, name := range o.Groups {
		l.Groups = append(l.Groups, groupName(name))
	}
	return l
}

// longName is the largest length of a group name in OBJ files.
const longName = 200

// groupName returns a name that all formats can represent, from arbitrary text.
func groupName(name string) string {
	name = strings.Join(strings.Fields(strings.ReplaceAll(name, "#", "_")), " ")
	if len(name) > longName {
		name = strings.ToValidUTF8(name[:longName], "")
	}
	return name
}

// MapToMended maps the appearance to the triangles of a mended mesh.
func (l *Look) MapToMended(m *mend.Mesh) {
	if l.UV != nil {
		l.UV = pattern.Corners(m.Corner, l.UV)
	}
	for _, list := range []*[]int32{&l.Group, &l.Material} {
		if old := *list; len(old) > 0 {
			*list = make([]int32, len(m.Corner))
			for t, k := range m.Corner {
				(*list)[t] = old[k[0]/3]
			}
		}
	}
}

// RemoveTriangles removes triangles.
func (l *Look) RemoveTriangles(out []bool) {
	var uv [][3]r2.Vec
	for i, left := range out {
		if !left && l.UV != nil {
			uv = append(uv, l.UV[i])
		}
	}
	stay := func(list []int32) (kept []int32) {
		for i, k := range list {
			if !out[i] {
				kept = append(kept, k)
			}
		}
		return kept
	}
	l.UV, l.Group, l.Material = uv, stay(l.Group), stay(l.Material)
}

// Refine maps the appearance to refined triangles.
func (l *Look) Refine(f *pattern.Finer) {
	if l.UV != nil {
		l.UV = f.Corners(l.UV)
	}
	for _, list := range []*[]int32{&l.Group, &l.Material} {
		if old := *list; len(old) > 0 {
			*list = make([]int32, len(f.Of))
			for i, of := range f.Of {
				(*list)[i] = old[of]
			}
		}
	}
}

// Paint reads the materials and their images. Unknown materials have the given colour. note receives what could not be
// read.
func (l *Look) Paint(colour [3]float64, note func(string)) []formats.Material {
	list := make([]formats.Material, len(l.Materials))
	for k, m := range l.Materials {
		list[k] = formats.Material{Name: groupName(m.Name), Colour: colour}
		if list[k].Name == "" {
			list[k].Name = "none"
		}
	}
	if gltf.Is(l.file) {
		l.paintGLTF(list, note)
		return list
	}
	known, images := l.libraries(note), map[string]*formats.Image{}
	for k, m := range l.Materials {
		if of, ok := known[m.Name]; ok {
			list[k].Colour, list[k].Image = of.Colour, l.image(&of, images, formats.MaxImage, note)
		}
	}
	return list
}

// Missing passes to note what Paint cannot read, in the same words, and keeps no image. glTF files report this
// themselves, see gltf.File.
func (l *Look) Missing(note func(string)) {
	if gltf.Is(l.file) || len(l.Material) == 0 {
		return
	}
	known, images := l.libraries(note), map[string]*formats.Image{}
	for _, m := range l.Materials {
		if of, ok := known[m.Name]; ok {
			l.image(&of, images, formats.ImageHead, note)
		}
	}
}

// libraryMaterial is a material and its library.
type libraryMaterial struct {
	*formats.MTL
	library string
}

// image returns the image of a material, or its first head bytes if it is larger. images holds those already read, by
// path. It returns nil without an image or if it cannot be read, which is passed to note.
func (l *Look) image(of *libraryMaterial, images map[string]*formats.Image, head int64,
	note func(string)) *formats.Image {
	if of.Map == "" {
		return nil
	}
	path, wrong := l.within(filepath.Dir(of.library), of.Map)
	if wrong != nil {
		path = of.Map
	}
	image, tried := images[path]
	if tried {
		return image
	}
	if wrong == nil {
		l.Reads = append(l.Reads, path)
		if image, wrong = readImage(path, head); wrong != nil {
			wrong = formats.Unread(path, wrong)
		}
	}
	if images[path] = image; wrong != nil {
		note(fmt.Sprintf("%s:%d: map_Kd of %s: %v", of.library, of.Line, groupName(of.Name), wrong))
	}
	return image
}

// readImage reads an image of at most formats.MaxImage bytes, or its first head bytes.
func readImage(path string, head int64) (*formats.Image, error) {
	f, size, err := formats.OpenSized(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if size > formats.MaxImage {
		return nil, fmt.Errorf("%d bytes: expected at most %d", size, formats.MaxImage)
	}
	image := &formats.Image{Name: filepath.Base(path), Data: make([]byte, min(size, head))}
	if _, err := io.ReadFull(f, image.Data); err != nil {
		return nil, err
	}
	if image.Kind() == "" {
		return nil, errors.New("neither PNG nor JPEG: its material goes out without it")
	}
	return image, nil
}

// libraries returns the materials in the libraries of an OBJ file, by name.
func (l *Look) libraries(note func(string)) map[string]libraryMaterial {
	known := map[string]libraryMaterial{}
	for k, lib := range l.libs {
		paths, err := l.paths(lib)
		if err != nil {
			note(fmt.Sprintf("%s:%d: mtllib: %v", l.file, l.at[k], err))
		}
		for _, path := range paths {
			f, err := formats.Open(path)
			if err != nil {
				note(fmt.Sprintf("%s:%d: mtllib: %v", l.file, l.at[k], formats.Unread(path, err)))
				continue
			}
			l.Reads = append(l.Reads, path)
			some, err := formats.ReadMTL(f, path)
			f.Close()
			if err != nil {
				note(err.Error())
				continue
			}
			for name, m := range some {
				known[name] = libraryMaterial{m, path}
			}
		}
	}
	return known
}

// within returns the path of a file named relative to a folder. It must be beside the mesh or below, as in glTF, so
// that a mesh from elsewhere cannot include other files in exports.
func (l *Look) within(folder, name string) (path string, err error) {
	name = strings.ReplaceAll(name, "\\", "/")
	home := filepath.Dir(l.file)
	path = filepath.Join(folder, filepath.FromSlash(name))
	rel, err := filepath.Rel(home, path)
	if drive := len(name) > 1 && name[1] == ':'; err != nil || drive || filepath.IsAbs(name) ||
		strings.HasPrefix(name, "/") || !filepath.IsLocal(rel) {
		return "", fmt.Errorf("%.80q: expected a file in %s or below", name, home)
	}
	return path, nil
}

// paths returns the files of a line of libraries: a single file whose name contains blanks, if that exists, else one
// per word. The error lists those in other folders.
func (l *Look) paths(line string) (list []string, err error) {
	home := filepath.Dir(l.file)
	one, err := l.within(home, line)
	if err == nil {
		_, err = os.Stat(one)
	}
	if err == nil || !strings.ContainsAny(line, " \t") {
		one, err = l.within(home, line)
		if err != nil {
			return nil, err
		}
		return []string{one}, nil
	}
	var errs []error
	for _, name := range strings.Fields(line) {
		path, err := l.within(home, name)
		if errs = append(errs, err); err == nil {
			list = append(list, path)
		}
	}
	return list, errors.Join(errs...)
}

// Bases returns the base colours of the triangles of an OBJ file, linear RGB; nil for triangles with an image or
// without a colour in a readable library.
func (l *Look) Bases() []*[3]float64 {
	if len(l.Material) == 0 {
		return nil
	}
	bases := make([]*[3]float64, len(l.Material))
	known := l.libraries(func(string) {}) // reported by Missing
	for t, k := range l.Material {
		if of, ok := known[l.Materials[k].Name]; ok && of.Map == "" {
			bases[t] = &of.Colour
		}
	}
	return bases
}

// paintGLTF is Paint for a glTF file.
func (l *Look) paintGLTF(list []formats.Material, note func(string)) {
	g, err := gltf.OpenPainted(l.file)
	if err != nil {
		note(formats.Unread(l.file, err).Error())
		return
	}
	l.Reads = append(l.Reads, g.Beside...)
	for _, text := range g.Missing {
		note(l.file + ": " + text)
	}
	for k := range list {
		if k < len(g.Materials) {
			list[k].Colour, list[k].Image = g.Materials[k].Colour, g.Materials[k].Image
		}
	}
}
