package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// TestFilesOfComments: a file that a comment names with its folder exists: from the root, from the folder of the
// comment, from shaders, or from shaders/include.
func TestFilesOfComments(t *testing.T) {
	name := regexp.MustCompile(`[A-Za-z_][\w-]*(?:/[\w-]+)+\.(?:go|comp|glsl|txt)\b`)
	found := 0
	for _, file := range sources(t, ".go", ".comp", ".glsl") {
		text, err := os.ReadFile(path.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			_, comment, ok := strings.Cut(line, "//")
			if !ok || strings.HasPrefix(comment, "go:") {
				continue
			}
			for _, said := range name.FindAllString(comment, -1) {
				if strings.Contains(said, "NAME") {
					continue // of a pattern
				}
				found++
				exists := false
				for _, from := range []string{".", path.Dir(file), "shaders", "shaders/include"} {
					_, err := os.Stat(path.Join(root, from, said))
					exists = exists || err == nil
				}
				if !exists {
					t.Errorf("%s:%d names %s: there is no such file", file, i+1, said)
				}
			}
		}
	}
	if found < 50 {
		t.Errorf("%d names of files in comments: expected more", found)
	}
}

// TestOperationsOfThePage: each method that the table of a step in docs/architecture.md names is one of
// step.Operations.
func TestOperationsOfThePage(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), path.Join(root, "step/operations.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	methods := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.TypeSpec); ok && s.Name.Name == "Operations" {
			for _, m := range s.Type.(*ast.InterfaceType).Methods.List {
				for _, name := range m.Names {
					methods[name.Name] = true
				}
			}
		}
		return true
	})
	page, err := os.ReadFile(path.Join(root, "docs/architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(page), "| method of a backend |")
	if table, _, _ = strings.Cut(table, "\n\n"); !ok {
		t.Fatal("docs/architecture.md has no table with methods of a backend")
	}
	found := 0
	for _, line := range strings.Split(table, "\n") {
		cells := strings.Split(line, "|")
		if len(cells) < 5 {
			continue
		}
		for _, m := range regexp.MustCompile("`([A-Z]\\w*)`").FindAllStringSubmatch(cells[3], -1) {
			if found++; !methods[m[1]] {
				t.Errorf("docs/architecture.md names %s: step.Operations has no such method", m[1])
			}
		}
	}
	if found < 15 {
		t.Errorf("%d methods in the table: expected more", found)
	}
}
