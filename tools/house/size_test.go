package house

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestStatements: a top-level folder has no more statements of Go than its limit, tests not counted. A limit is 3 %
// above the size at which it was set; a commit that raises one gives the reason.
func TestStatements(t *testing.T) {
	sizes := map[string]int{}
	for _, p := range sources(t, ".go") {
		if strings.HasSuffix(p, "_test.go") {
			continue
		}
		f, _ := parse(t, p)
		ast.Inspect(f, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.BlockStmt, *ast.EmptyStmt, *ast.LabeledStmt, *ast.CaseClause, *ast.CommClause:
			case ast.Stmt:
				sizes[topLevel(p)]++
			}
			return true
		})
	}
	var now []figure
	for _, name := range slices.Sorted(maps.Keys(sizes)) {
		now = append(now, figure{name: name, n: sizes[name], room: (3*sizes[name] + 99) / 100})
	}
	hold(t, "statements", now)
}

// parse reads a Go file of the module.
func parse(t *testing.T, p string) (*ast.File, *token.FileSet) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, filepath.Join(root, p), nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return f, fset
}

// mostColumns is how long a line of code may be, with a tab as one column.
const mostColumns = 120

// TestLines: lines of code are no longer than mostColumns, but for those with a part of a raw string, such as the tag
// of a field.
func TestLines(t *testing.T) {
	long := map[string]*figure{}
	for _, p := range sources(t, ".go", ".s", ".comp", ".glsl", ".vert", ".frag") {
		data, err := os.ReadFile(filepath.Join(root, p))
		if err != nil {
			t.Fatal(err)
		}
		raw := map[int]bool{}
		if strings.HasSuffix(p, ".go") {
			raw = rawLines(data)
		}
		f := long[topLevel(p)]
		if f == nil {
			f = &figure{name: topLevel(p)}
			long[f.name] = f
		}
		for i, line := range strings.Split(string(data), "\n") {
			if n := len([]rune(line)); n > mostColumns && !raw[i+1] {
				f.n++
				f.where = append(f.where, p+":"+strconv.Itoa(i+1)+": "+strconv.Itoa(n)+" columns")
			}
		}
	}
	var now []figure
	for _, name := range slices.Sorted(maps.Keys(long)) {
		now = append(now, *long[name])
	}
	hold(t, "long_lines", now)
}

// rawLines are the lines of a Go file with a part of a raw string.
func rawLines(data []byte) map[int]bool {
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(data))
	var s scanner.Scanner
	s.Init(file, data, nil, 0)
	lines := map[int]bool{}
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return lines
		}
		if tok == token.STRING && lit[0] == '`' {
			first := file.Line(pos)
			for i := range 1 + strings.Count(lit, "\n") {
				lines[first+i] = true
			}
		}
	}
}

// words splits an identifier: forceOfPair is force, of and pair.
var words = regexp.MustCompile(`[A-Z]+[a-z]*|[a-z]+`)

// identifier is a name in GLSL.
var identifier = regexp.MustCompile(`\b[A-Za-z_]\w*`)

// TestWords: words for which the glossary has a textbook term are in no more identifiers than their limits, which are
// lowered as identifiers are renamed. Words at 0 stay.
func TestWords(t *testing.T) {
	names := map[string]string{} // and a file that has them
	for _, p := range sources(t, ".go", ".comp", ".glsl", ".vert", ".frag") {
		if !strings.HasSuffix(p, ".go") {
			data, err := os.ReadFile(filepath.Join(root, p))
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range strings.Split(string(data), "\n") {
				line, _, _ = strings.Cut(line, "//")
				for _, id := range identifier.FindAllString(line, -1) {
					names[id] = p
				}
			}
			continue
		}
		f, _ := parse(t, p)
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				names[id.Name] = p
			}
			return true
		})
	}
	data, err := os.ReadFile(limitsFile)
	if err != nil {
		t.Fatal(err)
	}
	var now []figure
	for _, m := range regexp.MustCompile(`(?m)^word (\S+) `).FindAllStringSubmatch(string(data), -1) {
		f := figure{name: m[1], usual: -1}
		for _, name := range slices.Sorted(maps.Keys(names)) {
			split := "_" + strings.ToLower(strings.Join(words.FindAllString(name, -1), "_")) + "_"
			if strings.Contains(split, "_"+f.name+"_") {
				f.n++
				f.where = append(f.where, name+" in "+names[name])
			}
		}
		now = append(now, f)
	}
	hold(t, "word", now)
}

// TestFields: structs that decide do so by few fields.
func TestFields(t *testing.T) {
	now := []figure{{name: "step.Driver"}}
	for i := range now {
		f := &now[i]
		dir, name, _ := strings.Cut(f.name, ".")
		found := false
		for _, p := range sources(t, ".go") {
			if filepath.Dir(p) != dir {
				continue
			}
			file, _ := parse(t, p)
			ast.Inspect(file, func(n ast.Node) bool {
				spec, ok := n.(*ast.TypeSpec)
				if !ok || spec.Name.Name != name {
					return true
				}
				found = true
				for _, field := range spec.Type.(*ast.StructType).Fields.List {
					f.n += max(1, len(field.Names))
				}
				return false
			})
		}
		if !found {
			t.Errorf("there is no %s", f.name)
		}
	}
	hold(t, "fields", now)
}

// sourced is what the comment of a constant says about its value: the paper that has it, that it is derived, by which
// test, command or page it was measured, or that it is a guess.
var sourced = regexp.MustCompile("(?i)\\b(paper|derived|guess)\\b|\\bmeasured(?: by)?:? (?:`|Test|docs/)")

// TestConstants: constants of a step say where their values are from, and few are guesses. A constant that is another
// one by a second name, a count that iota makes, and a text need no source.
func TestConstants(t *testing.T) {
	without, guesses := figure{name: "step"}, figure{name: "step"}
	for _, p := range sources(t, ".go") {
		if filepath.Dir(p) != "step" || strings.HasSuffix(p, "_test.go") {
			continue
		}
		f, fset := parse(t, p)
		ast.Inspect(f, func(n ast.Node) bool {
			group, ok := n.(*ast.GenDecl)
			if !ok || group.Tok != token.CONST {
				return true
			}
			for _, s := range group.Specs {
				spec := s.(*ast.ValueSpec)
				if !slices.ContainsFunc(spec.Values, isNumber) {
					continue
				}
				said := spec.Doc.Text() + spec.Comment.Text()
				if len(group.Specs) == 1 {
					said += group.Doc.Text()
				}
				where := fset.Position(spec.Pos()).String() + ": " + spec.Names[0].Name
				switch kind := strings.ToLower(sourced.FindString(said)); kind {
				case "":
					without.n++
					without.where = append(without.where, where)
				case "guess":
					guesses.n++
					guesses.where = append(guesses.where, where)
				}
			}
			return true
		})
	}
	hold(t, "constants_without_source", []figure{without})
	guesses.usual = 10
	hold(t, "guesses", []figure{guesses})
}

// isNumber is true for an expression with a number in it.
func isNumber(e ast.Expr) (number bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok {
			number = number || l.Kind == token.INT || l.Kind == token.FLOAT
		}
		id, ok := n.(*ast.Ident)
		return !(ok && id.Name == "iota")
	})
	return number
}
