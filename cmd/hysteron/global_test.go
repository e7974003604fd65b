package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// As a library the program has no state of its own: no variable of a package changes once the program runs.
func TestNoGlobalState(t *testing.T) {
	folders := map[string][]string{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			folders[filepath.Dir(path)] = append(folders[filepath.Dir(path)], path)
		}
		return err
	})
	if err != nil || len(folders) < 50 {
		t.Fatal(len(folders), err)
	}
	for dir, paths := range folders {
		found, err := writes(paths, nil)
		if err != nil {
			t.Errorf("%s: %v", dir, err)
		}
		for _, w := range found {
			t.Error(w)
		}
	}
	const changes = "package a\nimport (\"b\"; \"d/v2\")\nvar n int\nvar m = map[int]int{}\nvar p struct{ q []int " +
		"}\nfunc f() { var n int; n = 1; _ = n }\nfunc g() { n++; m[1] = 2; p.q[0], b.C, d.E = 3, 4, 5 }\nfunc init() { n " +
		"= 5 }\n"
	if found, err := writes([]string{"a.go"}, changes); err != nil || len(found) != 5 {
		t.Errorf("%v, %v: expected five changes", found, err)
	}
}

// unknown imports packages of which nothing is known but the name.
type unknown struct{}

func (unknown) Import(name string) (*types.Package, error) {
	p := types.NewPackage(name, path.Base(name))
	p.MarkComplete()
	return p, nil
}

// writes are the places, out of functions called init, where files of a package change variables of packages. What
// other packages hold need not be known.
func writes(paths []string, text any) (found []string, err error) {
	set, files := token.NewFileSet(), []*ast.File{}
	for _, file := range paths {
		f, err := parser.ParseFile(set, file, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	info := types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	c := types.Config{Importer: unknown{}, Error: func(error) {}}
	pkg, _ := c.Check("p", set, files, &info)
	change := func(e ast.Expr) {
		for {
			switch x := e.(type) {
			case *ast.IndexExpr:
				e = x.X
				continue
			case *ast.StarExpr:
				e = x.X
				continue
			case *ast.ParenExpr:
				e = x.X
				continue
			case *ast.SelectorExpr:
				e = x.X
				continue
			case *ast.Ident:
				switch o := info.Uses[x].(type) {
				case nil: // a package whose name is not the end of its path
					if _, defined := info.Defs[x]; !defined && x.Name != "_" {
						found = append(found, set.Position(x.Pos()).String()+": changes a variable of "+x.Name)
					}
				case *types.PkgName:
					found = append(found, set.Position(x.Pos()).String()+": changes a variable of "+o.Name())
				case *types.Var:
					if o.Parent() == pkg.Scope() {
						found = append(found, set.Position(x.Pos()).String()+": changes "+o.Name())
					}
				}
			}
			return
		}
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch x := n.(type) {
			case *ast.FuncDecl:
				return x.Name.Name != "init"
			case *ast.AssignStmt:
				for _, e := range x.Lhs {
					change(e)
				}
			case *ast.IncDecStmt:
				change(x.X)
			}
			return true
		})
	}
	return found, nil
}
