package house

import (
	"go/parser"
	"go/token"
	"path"
	"strings"
	"testing"
)

// TestPackageComments: every package has a comment that begins with its name.
func TestPackageComments(t *testing.T) {
	comments, packages := map[string]int{}, map[string]bool{}
	for _, file := range sources(t, ".go") {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		mode := parser.PackageClauseOnly | parser.ParseComments
		f, err := parser.ParseFile(token.NewFileSet(), path.Join(root, file), nil, mode)
		if err != nil {
			t.Fatal(err)
		}
		dir, begin := path.Dir(file), "Package "+f.Name.Name+" "
		if f.Name.Name == "main" {
			begin = "Command "
		}
		packages[dir] = true
		if f.Doc != nil && strings.HasPrefix(f.Doc.Text(), begin) {
			comments[dir]++
		}
	}
	for dir := range packages {
		if comments[dir] == 0 {
			t.Errorf("%s: no package comment", dir)
		}
	}
}
