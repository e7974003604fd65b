// Package shaders holds the GLSL text of the project and puts it together.
//
// Compute kernels are NAME.comp in this folder, one per kernel; drawing stages are in render/
// (.vert, .frag); text they share is in include/ and is taken in by
//
//	#include "name.glsl"
//
// where the name is a path below include/, or one that begins with law/ (laws of a strain), solid/ (of a deformation
// gradient), term/ (terms on vertices and centroids) or element/, or that of a text that the caller has made. A text is
// taken in once per source, however often it is named. Every change of file is marked with a #line directive that
// carries a source-string number, so that a driver's message "2:17" can be traced to a file and line: see MapLog.
package shaders

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"
)

//go:embed *.comp render include law solid term element
var embedded embed.FS

// ErrInclude marks every error about an #include directive: missing file, cycle, bad syntax.
var ErrInclude = errors.New("bad #include")

// Source returns the complete text of the shader name ("vertex_normals.comp", "render/cloth.frag")
// with its includes in place and one #define per entry of defines, in sorted order, after the
// #version line. files[i] is the path of source string i as used in the #line directives;
// string 0 is the shader itself.
//
// The shader's first line that is not blank or a // comment must be its #version directive, and
// included texts must have none.
func Source(name string, defines map[string]string) (src string, files []string, err error) {
	return Resolve(embedded, name, defines, nil)
}

// SourceWith is Source with texts that are no files, by the names under which they are included.
func SourceWith(made map[string]string, name string, defines map[string]string) (src string, files []string,
	err error) {
	return Resolve(embedded, name, defines, made)
}

// Template is a text below element/template/, which is that of a kind of element once its words in braces are replaced.
func Template(name string) (string, error) {
	text, err := embedded.ReadFile("element/template/" + name + ".glsl")
	return string(text), err
}

// Names lists all shaders (not the included texts), sorted.
func Names() ([]string, error) {
	var names []string
	err := fs.WalkDir(embedded, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch path.Ext(p) {
		case ".comp", ".vert", ".frag":
			names = append(names, p)
		}
		return nil
	})
	sort.Strings(names)
	return names, err
}

// Resolve is Source over any file system; fsys holds the shader at name and the shared texts below
// include/.
func Resolve(fsys fs.FS, name string, defines, made map[string]string) (src string, files []string, err error) {
	r := &resolver{fsys: fsys, number: map[string]int{}, defines: defines, made: made}
	if err := r.file(name, ""); err != nil {
		return "", nil, err
	}
	return r.out.String(), r.files, nil
}

type resolver struct {
	fsys    fs.FS
	out     strings.Builder
	files   []string       // source string number → path
	number  map[string]int // path → source string number
	open    []string       // chain of files being read, to find cycles
	defines map[string]string
	made    map[string]string
}

func (r *resolver) file(name, from string) error {
	for i, f := range r.open {
		if f == name {
			chain := strings.Join(append(append([]string{}, r.open[i:]...), name), " → ")
			return fmt.Errorf("%s: %w: cycle %s", from, ErrInclude, chain)
		}
	}
	if _, seen := r.number[name]; seen {
		return nil
	}
	text, err := r.read(name)
	if err != nil {
		if from == "" {
			return fmt.Errorf("shader %q: %w", name, err)
		}
		return fmt.Errorf("%s: %w: no file %q", from, ErrInclude, name)
	}
	id := len(r.files)
	r.files = append(r.files, name)
	r.number[name] = id
	r.open = append(r.open, name)
	defer func() { r.open = r.open[:len(r.open)-1] }()

	root := id == 0
	needVersion := root
	if !root {
		r.line(1, id)
	}
	depth := 0 // of #if blocks
	lines := strings.Split(strings.TrimSuffix(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n"), "\n")
	for i, l := range lines {
		where := fmt.Sprintf("%s:%d", name, i+1)
		word, rest := directive(l)
		if needVersion {
			blank := strings.TrimSpace(l) == "" || strings.HasPrefix(strings.TrimSpace(l), "//")
			switch {
			case word == "version":
				needVersion = false
				r.put(l)
				r.putDefines()
				r.line(i+2, id)
				continue
			case !blank:
				return fmt.Errorf("%s: expected a #version directive before anything else", where)
			}
			r.put(l)
			continue
		}
		switch word {
		case "version":
			return fmt.Errorf("%s: #version is allowed once, in the shader itself", where)
		case "if", "ifdef", "ifndef":
			depth++
		case "endif":
			depth--
		case "include":
			inc, err := includeName(rest)
			if err != nil {
				return fmt.Errorf("%s: %w: %w", where, ErrInclude, err)
			}
			if depth > 0 {
				return fmt.Errorf("%s: %w: %q stands inside an #if block; a text is taken in once, so it must be unconditional",
					where, ErrInclude, inc)
			}
			if _, ok := r.made[inc]; !ok && !slices.Contains([]string{"law", "solid", "term", "element"}, path.Dir(inc)) {
				inc = path.Join("include", inc)
			}
			if err := r.file(inc, where); err != nil {
				return err
			}
			r.line(i+2, id)
			continue
		}
		r.put(l)
	}
	if needVersion {
		return fmt.Errorf("%s: expected a #version directive", name)
	}
	if depth != 0 {
		return fmt.Errorf("%s: #if and #endif do not balance (%+d at the end of the file)", name, depth)
	}
	return nil
}

// read is the text of a file, or one that was made.
func (r *resolver) read(name string) ([]byte, error) {
	if text, ok := r.made[name]; ok {
		return []byte(text), nil
	}
	return fs.ReadFile(r.fsys, name)
}

func (r *resolver) put(l string) {
	r.out.WriteString(l)
	r.out.WriteByte('\n')
}

// line says that the next line is line n of source string id (GLSL 3.30 and later: the number is
// that of the following line).
func (r *resolver) line(n, id int) { fmt.Fprintf(&r.out, "#line %d %d\n", n, id) }

func (r *resolver) putDefines() {
	keys := make([]string, 0, len(r.defines))
	for k := range r.defines {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		r.put(strings.TrimRight("#define "+k+" "+r.defines[k], " "))
	}
}

// directive splits a preprocessor line into its word and the rest; word is "" for other lines.
func directive(l string) (word, rest string) {
	l = strings.TrimSpace(l)
	if !strings.HasPrefix(l, "#") {
		return "", ""
	}
	l = strings.TrimSpace(l[1:])
	n := strings.IndexFunc(l, func(c rune) bool { return c < 'a' || c > 'z' })
	if n < 0 {
		n = len(l)
	}
	return l[:n], strings.TrimSpace(l[n:])
}

func includeName(rest string) (string, error) {
	if c := strings.Index(rest, "//"); c > 0 {
		rest = strings.TrimSpace(rest[:c])
	}
	if len(rest) < 3 || rest[0] != '"' || rest[len(rest)-1] != '"' {
		return "", fmt.Errorf(`expected #include "name.glsl", found #include %s`, strconv.Quote(rest))
	}
	name := rest[1 : len(rest)-1]
	if !fs.ValidPath(name) || name == "." {
		return "", fmt.Errorf("%q is not a path below include/", name)
	}
	return name, nil
}
