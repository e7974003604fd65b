package scenes

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"hysteron/formats"
	"hysteron/param"
	"hysteron/pattern/drawing"
)

// kind is a kind of file that scenes name, and where those that ship are: ext is how their names end, one of several
// words.
type kind struct{ what, folder, ext string }

var (
	sceneKind    = kind{"scene", "library", ".toml"}
	fabricKind   = kind{"fabric", "fabrics", ".toml"}
	frictionKind = kind{"friction", "frictions", ".toml"}
	patternKind  = kind{"pattern", "patterns", strings.Join(drawing.Extensions, " ")}
	sewingKind   = kind{"sewing file", "patterns", ".sewing.toml"}
	meshKind     = kind{what: "mesh"}
)

// names lists those that ship.
func (k kind) names() []string {
	var names []string
	for _, ext := range strings.Fields(k.ext) {
		files, err := fs.Glob(shipped, k.folder+"/*"+ext)
		if err != nil {
			panic(err)
		}
		for _, f := range files {
			names = append(names, strings.TrimSuffix(filepath.Base(f), ext))
		}
	}
	slices.Sort(names)
	return names
}

// builtIn tells names of built-in files from paths.
func (k kind) builtIn(name string) bool { return k.folder != "" && IsName(name) }

// label names a file in errors.
func (k kind) label(name string) string {
	if k.builtIn(name) {
		return "built-in " + k.what + " " + name
	}
	return name
}

// shipped reads a built-in file.
func (k kind) shipped(name string) ([]byte, error) {
	for _, ext := range strings.Fields(k.ext) {
		if data, err := shipped.ReadFile(k.folder + "/" + name + ext); err == nil {
			return data, nil
		}
	}
	there := ""
	if info, err := os.Lstat(name); err == nil {
		what := "file"
		if info.IsDir() {
			what = "folder"
		}
		there = fmt.Sprintf(" (there is a %s of that name, but names without an ending or a folder are of built-in ones)",
			what)
	}
	return nil, &param.InputError{Text: fmt.Sprintf("no built-in %s %q%s: expected one of %s, or the path of a %s file",
		k.what, name, there, strings.Join(k.names(), ", "), strings.Join(strings.Fields(k.ext), " or "))}
}

// read reads a small file by built-in name or path.
func (k kind) read(name string) ([]byte, error) {
	if k.builtIn(name) {
		return k.shipped(name)
	}
	return readFile(name)
}

// File is a file that a scene names, as a run has read it.
type File struct {
	Name   string `key:"name" check:"required" doc:"as the scene has it"`
	Path   string `key:"path" doc:"where it was; without it, it is built in"`
	SHA256 string `key:"sha256" doc:"of its bytes"`
	Text   string `key:"text" doc:"its bytes, if they are few and text; without it they are read from path, and must have that sha256"`

	label string   // in errors
	parts []string // files whose bytes these are, with their names, if more than one
}

// maxEmbedded bounds the files that stand in input.json as they are [bytes].
const maxEmbedded = 256 << 10

// source finds a file that the scene names, and remembers it for input.json. A scene that was read from
// an input.json takes its files from there.
func (s *Scene) source(k kind, name string) (*File, error) {
	key := k.label(name)
	if f, ok := s.used[key]; ok {
		return f, nil
	}
	f := &File{Name: key, label: key}
	switch given := s.given[key]; {
	case given != nil && given.Text != "":
		f.Path, f.Text = given.Path, given.Text
	case k.builtIn(name):
		data, err := k.shipped(name)
		if err != nil {
			return nil, err
		}
		f.Text = string(data)
	default:
		f.label = s.place(name)
		abs, err := filepath.Abs(f.label)
		if err == nil {
			f.Path = abs
			err = f.smallText(f.label)
		}
		if err != nil {
			return nil, &param.InputError{File: f.label, Text: fmt.Sprintf("cannot read: %v", formats.Reason(err)), Err: err}
		}
	}
	return f, s.remember(key, f)
}

// remember notes a file for input.json, after comparing it with what an input.json says of it.
func (s *Scene) remember(key string, f *File) error {
	if given := s.given[key]; given != nil && given.Text == "" {
		if err := f.hash(); err != nil {
			return err
		}
		if f.SHA256 != given.SHA256 {
			return &param.InputError{File: f.label, Text: fmt.Sprintf("has changed since the run: its sha256 is %s: expected %s",
				f.SHA256, given.SHA256)}
		}
	}
	if s.used == nil {
		s.used = map[string]*File{}
	}
	s.used[key] = f
	return nil
}

// place is where a file is that stays one.
func (s *Scene) place(name string) string {
	if given := s.given[name]; given != nil && given.Path != "" {
		return given.Path
	}
	return s.file(name)
}

// uses notes what was read from a place: one file, or several that belong together.
func (s *Scene) uses(name string, parts ...string) error {
	f := &File{Name: name, label: s.place(name), parts: parts}
	var err error
	if f.Path, err = filepath.Abs(f.label); err != nil {
		return err
	}
	return s.remember(name, f)
}

// smallText fills Text if the file is small and text.
func (f *File) smallText(path string) error {
	file, err := formats.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxEmbedded+1))
	if err == nil && len(data) <= maxEmbedded && utf8.Valid(data) {
		f.Text = string(data)
	}
	return err
}

// open reads the file from its beginning.
func (f *File) open() (io.ReadCloser, error) {
	if f.Text != "" {
		return io.NopCloser(strings.NewReader(f.Text)), nil
	}
	return formats.Open(f.Path)
}

// hash fills SHA256, once.
func (f *File) hash() error {
	if f.SHA256 != "" {
		return nil
	}
	h := sha256.New()
	add := func(r io.ReadCloser, err error) error {
		if err != nil {
			return err
		}
		defer r.Close()
		_, err = io.Copy(h, r)
		return err
	}
	if len(f.parts) < 2 {
		if err := add(f.open()); err != nil {
			return err
		}
	} else {
		for _, part := range f.parts {
			fmt.Fprintln(h, filepath.Base(part))
			if err := add(formats.Open(part)); err != nil {
				return err
			}
		}
	}
	f.SHA256 = hex.EncodeToString(h.Sum(nil))
	return nil
}

// bytes is what a small file holds.
func (f *File) bytes() ([]byte, error) {
	if f.Text != "" {
		return []byte(f.Text), nil
	}
	return readFile(f.Path)
}

// Reads lists where the files are that the scene has read, its own and those that say how meshes look among them.
func (s *Scene) Reads() (paths []string) {
	if s.Path != "" {
		paths = append(paths, s.Path)
	}
	paths = append(paths, s.looks...)
	for _, f := range s.used {
		if f.Path != "" {
			paths = append(paths, f.Path)
		}
		paths = append(paths, f.parts...)
	}
	return paths
}

// files lists the files that the scene has read, with their hashes, by name.
func (s *Scene) files() ([]File, error) {
	var list []File
	for _, f := range s.used {
		if err := f.hash(); err != nil {
			return nil, err
		}
		list = append(list, *f)
	}
	slices.SortFunc(list, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}
