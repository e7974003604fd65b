package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// What an error is, its type says: nothing looks into its text, or takes it apart.
func TestNobodyReadsErrors(t *testing.T) {
	files := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		helper := strings.HasSuffix(filepath.Dir(path), "test") // of tests
		if err != nil || d.IsDir() || helper || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		files++
		found, err := readErrors(path, nil)
		for _, f := range found {
			t.Error(f)
		}
		return err
	})
	if err != nil || files < 500 {
		t.Fatal(files, err)
	}
	const reads = "package a\nimport \"opengl\"\nfunc f(err error) {\n_ = strings.TrimPrefix(err.Error(), \"a\")\nif " +
		"err.Error() == \"b\" {}\ntext := err.Error()\n_ = pattern.MatchString(text)\n" +
		"switch text {}\n_ = strings.Contains(fmt.Sprint(err), \"c\")\nsay(text)\nif opengl.Error() == nil {}\n}\n"
	if found, err := readErrors("a.go", reads); err != nil || len(found) != 5 {
		t.Errorf("%v, %v: expected five places", found, err)
	}
}

// readErrors are the places where a file compares, searches or cuts the text of an error.
func readErrors(path string, source any) (found []string, err error) {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, path, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, d := range f.Decls {
		texts := map[string]bool{"err": true} // names of errors and of their texts
		holds := func(list ...ast.Expr) (yes bool) {
			for _, e := range list {
				if e == nil {
					continue
				}
				ast.Inspect(e, func(n ast.Node) bool {
					switch x := n.(type) {
					case *ast.Ident:
						yes = yes || texts[x.Name]
					case *ast.CallExpr:
						yes = yes || isText(x)
					case *ast.FuncLit:
						return false
					}
					return true
				})
			}
			return yes
		}
		ast.Inspect(d, func(n ast.Node) bool {
			switch x := n.(type) {
			case *ast.AssignStmt:
				for i, e := range x.Rhs {
					if c, ok := e.(*ast.CallExpr); ok && isText(c) && len(x.Lhs) == len(x.Rhs) {
						if name, ok := x.Lhs[i].(*ast.Ident); ok {
							texts[name.Name] = true
						}
					}
				}
			case *ast.CallExpr:
				if reads(x.Fun) && holds(x.Args...) {
					found = append(found, set.Position(x.Pos()).String()+": reads the text of an error")
				}
			case *ast.BinaryExpr:
				text := func(e ast.Expr) bool {
					c, ok := e.(*ast.CallExpr)
					name, named := e.(*ast.Ident)
					return ok && isText(c) || named && name.Name != "err" && texts[name.Name]
				}
				if x.Op >= token.EQL && (text(x.X) || text(x.Y)) {
					found = append(found, set.Position(x.Pos()).String()+": compares the text of an error")
				}
			case *ast.SwitchStmt:
				if x.Tag != nil && holds(x.Tag) {
					found = append(found, set.Position(x.Pos()).String()+": branches on an error's text")
				}
			}
			return true
		})
	}
	return found, nil
}

// isText reports whether a call is of an error's method Error. OpenGL's function of that name has no receiver.
func isText(c *ast.CallExpr) bool {
	s, ok := c.Fun.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != "Error" || len(c.Args) > 0 {
		return false
	}
	name, ok := s.X.(*ast.Ident)
	return !ok || name.Name != "opengl"
}

// reads reports whether a function looks into texts.
func reads(f ast.Expr) bool {
	s, ok := f.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	name, ok := s.X.(*ast.Ident)
	return ok && (name.Name == "strings" || name.Name == "bytes") || strings.HasPrefix(s.Sel.Name, "Match") ||
		strings.HasPrefix(s.Sel.Name, "Find")
}
