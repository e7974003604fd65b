package findings

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestValues: wherever a finding is made with the values that its text quotes, there are as many of them as the text
// has verbs, and each kind is found somewhere.
func TestValues(t *testing.T) {
	verbs := map[string]int{}
	parse := func(path string) *ast.File {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	ast.Inspect(parse("texts.go"), func(n ast.Node) bool {
		if q, ok := n.(*ast.KeyValueExpr); ok {
			text := ""
			ast.Inspect(q.Value, func(n ast.Node) bool {
				if l, ok := n.(*ast.BasicLit); ok {
					part, _ := strconv.Unquote(l.Value)
					text += part
				}
				return true
			})
			verbs[q.Key.(*ast.Ident).Name] = strings.Count(strings.ReplaceAll(text, "%%", ""), "%")
		}
		return true
	})
	made := map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || d.Name() == "texts.go" {
			return err
		}
		// kind is that which an expression names.
		kind := func(e ast.Node) (name string) {
			switch a := e.(type) {
			case *ast.SelectorExpr:
				if p, ok := a.X.(*ast.Ident); ok && p.Name == "findings" {
					name = a.Sel.Name
				}
			case *ast.Ident:
				if filepath.Base(filepath.Dir(path)) == "findings" {
					name = a.Name
				}
			}
			return name
		}
		ast.Inspect(parse(path), func(n ast.Node) bool {
			made[kind(n)] = true
			c, ok := n.(*ast.CallExpr)
			for i := 0; ok && !c.Ellipsis.IsValid() && i < len(c.Args); i++ {
				if want, is := verbs[kind(c.Args[i])]; is && len(c.Args)-i-1 != want {
					t.Errorf("%s: %s with %d values: its text has %d verbs", path, kind(c.Args[i]), len(c.Args)-i-1, want)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range verbs {
		if !made[name] {
			t.Errorf("%s: nothing finds it", name)
		}
	}
}
