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

// kind is a kind of file that scenes refer to, with the folder of its built-in files. ext is their extension, or
// several, separated by blanks.
type kind struct{ what, folder, ext string }

var (
	sceneKind    = kind{"scene", "library", ".toml"}
	fabricKind   = kind{"fabric", "fabrics", ".toml"}
	frictionKind = kind{"friction", "frictions", ".toml"}
	patternKind  = kind{"pattern", "patterns", strings.Join(drawing.Extensions, " ")}
	sewingKind   = kind{"sewing file", "patterns", ".sewing.toml"}
	meshKind     = kind{what: "mesh"}
)

// names returns the names of built-in files.
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

// builtIn reports whether a name is that of a built-in file rather than a path.
func (k kind) builtIn(name string) bool { return k.folder != "" && IsName(name) }

// label returns the name of a file for errors.
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

// File is a file of a scene, as read by a run.
type File struct {
	Name   string `key:"name" check:"required" doc:"as the scene has it"`
	Path   string `key:"path" doc:"where it was; without it, it is built in"`
	SHA256 string `key:"sha256" doc:"of its bytes"`
	Text   string `key:"text" doc:"its bytes, if they are few and text; without it they are read from path, and must have that sha256"`

	label string   // name in errors
	parts []string // several files whose bytes and names make up this one; else empty
}

// maxEmbedded is the largest size of files embedded in input.json [bytes].
const maxEmbedded = 256 << 10

// source returns a file of the scene, and records it for input.json. A scene from an input.json takes its files from
// there.
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

// remember records a file for input.json. It returns an error if the file differs from that in a given input.json.
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

// place returns the path of a file that is not embedded.
func (s *Scene) place(name string) string {
	if given := s.given[name]; given != nil && given.Path != "" {
		return given.Path
	}
	return s.file(name)
}

// uses records what was read from a path: one file, or several that belong together.
func (s *Scene) uses(name string, parts ...string) error {
	f := &File{Name: name, label: s.place(name), parts: parts}
	var err error
	if f.Path, err = filepath.Abs(f.label); err != nil {
		return err
	}
	return s.remember(name, f)
}

// smallText sets Text if the file is small and text.
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

// hash sets SHA256, once.
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

// bytes returns the content of a small file.
func (f *File) bytes() ([]byte, error) {
	if f.Text != "" {
		return []byte(f.Text), nil
	}
	return readFile(f.Path)
}

// Reads lists the paths of files that the scene has read, including its own and those of looks.
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
