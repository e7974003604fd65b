package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// woven is a program with many mistakes, of which one is on at a time (mutant schemata, Untch 1993). A function with
// mistakes has a copy for each of them and one without, and a variable selects the copy. So everything is compiled
// once. The texts of shaders are given at run time.
type woven struct {
	dir     string
	overlay map[string]string // path in the tree: file that the compiler reads instead
	in      map[*mutant]int   // number of a mistake
	refused map[*mutant]error // reason for which a mistake is not woven in
	lines   map[string][]span // of woven files: lines of mistakes
	built   map[string]string // package: its program
}

type span struct {
	from, to int // lines
	of       *mutant
}

// Environment variables: the mistake that is on; the shader that is replaced, and its text.
const (
	whichName  = "HYSTERON_MUTANT"
	shaderName = "HYSTERON_MUTANT_SHADER"
	textName   = "HYSTERON_MUTANT_TEXT"
)

// weave puts mistakes into copies of their files in a folder, and leaves out those that do not compile.
func weave(dir string, list []*mutant) (*woven, error) {
	out := []byte(nil)
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	w := &woven{dir: dir, refused: map[*mutant]error{}, built: map[string]string{}}
	for {
		kept := slices.DeleteFunc(slices.Clone(list), func(m *mutant) bool { return w.refused[m] != nil })
		if err := w.write(kept); err != nil {
			return nil, err
		}
		packages := map[string]bool{"./shaders": true}
		for _, m := range kept {
			if filepath.Ext(m.file) == ".go" {
				packages["./"+filepath.Dir(m.file)] = true
			}
		}
		args := []string{"build", "-tags", "egl", "-overlay", w.overlayFile(), everyError}
		for p := range packages {
			args = append(args, p)
		}
		slices.Sort(args[5:])
		if out, err = exec.Command("go", args...).CombinedOutput(); err == nil {
			return w, nil
		}
		more := false
		for _, line := range strings.Split(string(out), "\n") {
			part := strings.SplitN(line, ":", 4)
			if len(part) < 4 {
				continue
			}
			number, _ := strconv.Atoi(part[1])
			path, _ := filepath.Abs(part[0]) // file in the tree, or its copy
			for _, s := range w.lines[path] {
				if s.from <= number && number <= s.to && w.refused[s.of] == nil {
					w.refused[s.of], more = fmt.Errorf("does not compile:%s", part[3]), true
				}
			}
		}
		if !more {
			return nil, fmt.Errorf("%w: %s", err, out)
		}
	}
}

// everyError removes the compiler's limit of ten errors.
const everyError = "-gcflags=hysteron/...=-e"

func (w *woven) overlayFile() string { return filepath.Join(w.dir, "overlay.json") }

// write writes the copies, and the overlay file for the compiler.
func (w *woven) write(list []*mutant) error {
	w.overlay, w.in, w.lines = map[string]string{}, map[*mutant]int{}, map[string][]span{}
	files := map[string][]*mutant{}
	for i, m := range list {
		w.in[m] = i + 1
		switch {
		case filepath.Ext(m.file) == ".go":
			files[m.file] = append(files[m.file], m)
		case !m.shader():
			w.refused[m] = errAlone
		}
	}
	packages := map[string]string{}
	for file, mistakes := range files {
		text, name, err := w.copies(file, mistakes)
		if err != nil {
			return err
		}
		packages[filepath.Dir(file)] = name
		if err := w.put(file, text); err != nil {
			return err
		}
		path, err := filepath.Abs(file)
		if err != nil {
			return err
		}
		w.lines[path] = w.lines[file]
		w.lines[w.overlay[path]] = w.lines[file]
	}
	for dir, name := range packages {
		text := "package " + name + "\n\nimport (\n\t\"os\"\n\t\"strconv\"\n)\n\nvar mutantNow, _ = " +
			"strconv.Atoi(os.Getenv(\"" + whichName + "\"))\n"
		if err := w.put(filepath.Join(dir, "zz_mutant.go"), text); err != nil {
			return err
		}
	}
	const room = "shaders/shaders.go"
	text, err := os.ReadFile(room)
	if err != nil {
		return err
	}
	read := strings.NewReplacer("Resolve(embedded, ", "Resolve(mutated{embedded}, ", "embedded.ReadFile(",
		"mutated{embedded}.ReadFile(")
	if err := w.put(room, read.Replace(string(text))); err != nil {
		return err
	}
	if err := w.put("shaders/zz_mutant.go", "package shaders\n\nimport (\n\t\"embed\"\n\t\"os\"\n)\n\ntype mutated "+
		"struct{ embed.FS }\n\nfunc (m mutated) ReadFile(name string) ([]byte, error) {\n"+
		"\tif name == os.Getenv(\""+shaderName+"\") {\n\t\treturn []byte(os.Getenv(\""+textName+"\")), nil\n\t}\n\treturn "+
		"m.FS.ReadFile(name)\n}\n"); err != nil {
		return err
	}
	data, err := json.Marshal(map[string]any{"Replace": w.overlay})
	if err != nil {
		return err
	}
	return os.WriteFile(w.overlayFile(), data, 0o666)
}

// put replaces a file by a text for the compiler.
func (w *woven) put(file, text string) error {
	path, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	w.overlay[path] = filepath.Join(w.dir, strings.ReplaceAll(file, "/", "_"))
	return os.WriteFile(w.overlay[path], []byte(text), 0o666)
}

// copies returns the text of a file with copies of the functions with mistakes, and the name of its package.
func (w *woven) copies(file string, mistakes []*mutant) (text, name string, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return "", "", err
	}
	src, set := string(data), token.NewFileSet()
	tree, err := parser.ParseFile(set, file, src, 0)
	if err != nil {
		return "", "", err
	}
	offset := func(p token.Pos) int { return set.Position(p).Offset }
	in := map[*ast.FuncDecl][]*mutant{}
	var of []*ast.FuncDecl
	for _, m := range mistakes {
		from, to, err := m.find(src)
		if err != nil {
			w.refused[m] = err
			continue
		}
		f := function(tree, func(f *ast.FuncDecl) bool {
			return offset(f.Body.Lbrace) < from && to <= offset(f.Body.Rbrace)+1
		})
		if f == nil {
			w.refused[m] = errAlone
			continue
		}
		if in[f] == nil {
			of = append(of, f)
		}
		in[f] = append(in[f], m)
	}
	slices.SortFunc(of, func(a, b *ast.FuncDecl) int { return offset(a.Pos()) - offset(b.Pos()) })
	var out strings.Builder
	last := 0
	for _, f := range of {
		from, to, called := offset(f.Pos()), offset(f.End()), offset(f.Name.End())
		out.WriteString(src[last:from])
		var numbers []int
		for _, m := range in[f] {
			numbers = append(numbers, w.in[m])
		}
		out.WriteString(chooser(src, offset, f, numbers))
		out.WriteString(src[from:called] + "__0" + src[called:to] + "\n\n")
		for _, m := range in[f] {
			at, end, err := m.find(src)
			if err != nil {
				return "", "", err
			}
			first := strings.Count(out.String(), "\n") + 1
			fmt.Fprintf(&out, "%s__%d%s%s%s", src[from:called], w.in[m], src[called:at], m.new, src[end:to])
			w.lines[file] = append(w.lines[file], span{first, strings.Count(out.String(), "\n") + 1, m})
			out.WriteString("\n\n")
		}
		last = to
	}
	out.WriteString(src[last:])
	return out.String(), tree.Name.Name, nil
}

// function returns the function of a file that is accepts, if it has no type parameters.
func function(tree *ast.File, is func(*ast.FuncDecl) bool) *ast.FuncDecl {
	for _, d := range tree.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil && f.Type.TypeParams == nil && f.Name.Name != "init" &&
			f.Name.Name != "main" && is(f) {
			return f
		}
	}
	return nil
}

// chooser returns the text of a function f that calls the selected copy.
func chooser(src string, offset func(token.Pos) int, f *ast.FuncDecl, numbers []int) string {
	of := func(e ast.Expr) string { return src[offset(e.Pos()):offset(e.End())] }
	var out strings.Builder
	out.WriteString("func ")
	call := ""
	if f.Recv != nil {
		fmt.Fprintf(&out, "(self__ %s) ", of(f.Recv.List[0].Type))
		call = "self__."
	}
	out.WriteString(f.Name.Name + "(")
	var args []string
	for _, q := range f.Type.Params.List {
		for range max(1, len(q.Names)) {
			arg := fmt.Sprintf("p%d__", len(args))
			fmt.Fprintf(&out, "%s %s, ", arg, of(q.Type))
			if _, ok := q.Type.(*ast.Ellipsis); ok {
				arg += "..."
			}
			args = append(args, arg)
		}
	}
	out.WriteString(") ")
	back := ""
	if f.Type.Results != nil {
		back = "return "
		out.WriteString("(")
		for _, q := range f.Type.Results.List {
			for range max(1, len(q.Names)) {
				out.WriteString(of(q.Type) + ", ")
			}
		}
		out.WriteString(") ")
	}
	list := strings.Join(args, ", ")
	out.WriteString("{\n\tswitch mutantNow {\n")
	for _, n := range numbers {
		fmt.Fprintf(&out, "\tcase %d:\n\t\t%s%s%s__%d(%s)\n", n, back, call, f.Name.Name, n, list)
		if back == "" {
			out.WriteString("\t\treturn\n")
		}
	}
	fmt.Fprintf(&out, "\t}\n\t%s%s%s__0(%s)\n}\n\n", back, call, f.Name.Name, list)
	return out.String()
}

// program returns the path of the compiled tests of a package, or of this program for "", with all mistakes, or with m
// alone if it cannot be woven in.
func (w *woven) program(of string, m *mutant) (string, error) {
	if w.refused[m] == errAlone {
		text, err := m.text()
		if err != nil {
			return "", err
		}
		path, err := filepath.Abs(m.file)
		if err != nil {
			return "", err
		}
		changed, overlay := filepath.Join(w.dir, "alone"+filepath.Ext(m.file)), filepath.Join(w.dir, "alone.json")
		data, err := json.Marshal(map[string]any{"Replace": map[string]string{path: changed}})
		if err := errors.Join(err, os.WriteFile(changed, []byte(text), 0o666), os.WriteFile(overlay, data,
			0o666)); err != nil {
			return "", err
		}
		return build(of, overlay, filepath.Join(w.dir, "alone"))
	}
	if p := w.built[of]; p != "" {
		return p, nil
	}
	p, err := build(of, w.overlayFile(), filepath.Join(w.dir, "program"+regexp.MustCompile(`[^a-z]`).ReplaceAllString(of, "_")), everyError)
	if err == nil {
		w.built[of] = p
	}
	return p, err
}

func build(of, overlay, program string, flags ...string) (string, error) {
	args, from := []string{"build"}, "./tools/mutants"
	if of != "" {
		args, from = []string{"test", "-c"}, of
	}
	args = append(append(args, "-tags", "egl", "-overlay", overlay), flags...)
	if out, err := exec.Command("go", append(args, "-o", program, from)...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return program, nil
}
