package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFit: every mistake fits the code, and there is no other of its kind. Where this fails, the line that a mistake is
// in has changed: change it in the list, too.
func TestFit(t *testing.T) {
	t.Chdir("../..")
	list, err := mistakes()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for i := range list {
		m := &list[i]
		if _, err := m.text(); err != nil {
			t.Errorf("%s: %v", m.what, err)
		}
		if seen[m.what] || seen[m.key()] {
			t.Errorf("%s: twice in the list", m.what)
		}
		seen[m.what], seen[m.key()] = true, true
	}
	if len(list) < 120 {
		t.Errorf("%d mistakes: expected 120", len(list))
	}
}

// TestParse: what is no mistake is refused with what was expected.
func TestParse(t *testing.T) {
	m, err := parse("a.go: wrong\n- one\n- \ttwo\n-\n+ three\nverify p q\ntest ./cpu BATTERY|TestX\nportable")
	if err != nil || *m != (mutant{file: "a.go", what: "wrong", old: "one\n\ttwo\n", new: "three", problems: "p,q",
		tests: "./cpu " + battery + "|TestX", portable: true}) {
		t.Errorf("%+v, %v", m, err)
	}
	for want, block := range map[string]string{"a colon": "a.go wrong",
		"-, +, verify, test or portable": "a.go: wrong\n* x", "who finds it": "a.go: wrong\n- a\n+ b"} {
		if _, err := parse(block); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", block, err, want)
		}
	}
}

// TestOperator: stars of pointers are no operators.
func TestOperator(t *testing.T) {
	for _, c := range []struct {
		code, o string
		at      int
	}{
		{"x := a*b", "*", 6}, {"x := f(a)*(b)", "*", 9}, {"func (c *T) f(o *T) []*T {", "*", -1}, {"*h = 2", "*", -1},
		{"var p *T = &q", "*", -1},
		{"p, q *T, a*b", "*", 10}, {"a * b", " * ", 1}, {"a + b", " + ", 1}, {"a+b", " + ", -1},
	} {
		if at := operator(c.code, c.o); at != c.at {
			t.Errorf("%q in %q: at %d, expected %d", c.o, c.code, at, c.at)
		}
	}
}

// TestWeave: copies of functions with and without names of what they take and give compile, and each has its own
// mistake.
func TestWeave(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.go")
	src := `package a

type T struct{ n int }

func (t *T) f(a, b int, _ string, more ...int) (sum int, err error) {
	sum = t.n + a - b
	return
}

func g(int, ...T) { println("first") }

var x = 1 + 1
`
	if err := os.WriteFile(file, []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	list := []*mutant{
		{what: "plus", file: file, old: "t.n + a", new: "t.n - a"}, {what: "minus", file: file, old: "a - b", new: "a + b"},
		{what: "call", file: file, old: "first", new: "second"}, {what: "variable", file: file, old: "1 + 1", new: "1 - 1"},
	}
	w := &woven{in: map[*mutant]int{}, refused: map[*mutant]error{}, lines: map[string][]span{}}
	for i, m := range list {
		w.in[m] = i + 1
	}
	text, name, err := w.copies(file, list)
	if err != nil || name != "a" {
		t.Fatal(name, err)
	}
	for _, want := range []string{"sum = t.n - a - b", "sum = t.n + a + b", "sum = t.n + a - b", "second", "first"} {
		if strings.Count(text, want) != 1 {
			t.Errorf("%q is there %d times:\n%s", want, strings.Count(text, want), text)
		}
	}
	if w.refused[list[3]] != errAlone || len(w.refused) != 1 {
		t.Errorf("refused %v: expected what is in no function", w.refused)
	}
	for _, s := range w.lines[file] {
		part := strings.Join(strings.Split(text, "\n")[s.from-1:s.to], "\n")
		if !strings.Contains(part, s.of.new) {
			t.Errorf("%s is not in lines %d–%d:\n%s", s.of.what, s.from, s.to, part)
		}
	}
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, text+"\nvar mutantNow int\n", 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := new(types.Config).Check("a", set, []*ast.File{tree}, nil); err != nil {
		t.Errorf("%v:\n%s", err, text)
	}
}

// TestPlace: a mistake is found in its function, however its tokens are spaced and broken into lines, and nowhere else.
func TestPlace(t *testing.T) {
	t.Chdir(t.TempDir())
	src := "package p\n\ntype A[T any] struct{}\n\nfunc (a *A[T]) f(x int) int {\n\treturn x +\n\t\t1 // one\n}\n\n" +
		"func g(x int) int { return x + 1 }\n\nvar v = 1 + 1\n"
	if err := os.MkdirAll("q/p", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("q/p/a.go", []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ place, old, want string }{
		{"q/p.A.f", "x + 1", "return x - 1 // one\n"},
		{"q/p.g", "x+1", "return x - 1 }"},
		{"q/p/a.go", "1 + 1", "var v = x - 1\n"},
		{"q/p/a.go", "x+ 1", ""}, // twice
		{"q/p.g", "1 + 1", ""},   // elsewhere
		{"q/p.A.g", "x + 1", ""}, // no such function
		{"q/r.g", "x + 1", ""},   // no such folder
		{"nothing", "x + 1", ""},
	} {
		m := mutant{file: c.place, old: c.old, new: "x - 1"}
		err := m.locate()
		text := ""
		if err == nil {
			text, err = m.text()
		}
		if (err == nil) != (c.want != "") || !strings.Contains(text, c.want) {
			t.Errorf("%s, %q: %v\n%s", c.place, c.old, err, text)
		}
	}
}
