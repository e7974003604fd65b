package house

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// root is the folder of the module, from here.
const root = "../.."

// module is its import path, with a slash.
const module = "hysteron/"

// sources returns the paths of all files with one of some endings, from the root, without what git does not keep there.
func sources(t *testing.T, endings ...string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		if d.IsDir() && rel != "." && (strings.HasPrefix(d.Name(), ".") || rel == "out" || rel == "bin") {
			return fs.SkipDir
		}
		for _, e := range endings {
			if d.Type().IsRegular() && strings.HasSuffix(name, e) {
				paths = append(paths, filepath.ToSlash(rel))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// topLevel is the first folder of a path.
func topLevel(p string) string {
	top, _, _ := strings.Cut(p, "/")
	return top
}

// unit is a package with the types of its identifiers.
type unit struct {
	dir   string // from the root
	files []*ast.File
	info  *types.Info
}

// units type-checks all packages of the module, without tests. What a package imports is read from what the compiler
// exports.
var units = sync.OnceValues(func() ([]unit, *token.FileSet) {
	all, fset, err := loadUnits()
	if err != nil {
		panic(err)
	}
	return all, fset
})

func loadUnits() (all []unit, fset *token.FileSet, err error) {
	cmd := exec.Command("go", "list", "-tags", "egl", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,CgoFiles",
		"./...")
	cmd.Dir = root
	var says bytes.Buffer
	cmd.Stderr = &says
	out, err := cmd.Output()
	if err != nil {
		return nil, nil, fmt.Errorf("go list: %w\n%s", err, says.String())
	}
	type listed struct {
		ImportPath, Dir, Export string
		GoFiles, CgoFiles       []string
	}
	var packages []listed
	exports := map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, nil, err
		}
		exports[p.ImportPath] = p.Export
		if strings.HasPrefix(p.ImportPath, module) {
			packages = append(packages, p)
		}
	}
	fset = token.NewFileSet()
	read := importer.ForCompiler(fset, "gc", func(p string) (io.ReadCloser, error) { return os.Open(exports[p]) })
	for _, p := range packages {
		u := unit{dir: strings.TrimPrefix(p.ImportPath, module), info: &types.Info{Uses: map[*ast.Ident]types.Object{}}}
		for _, name := range append(p.GoFiles, p.CgoFiles...) {
			f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return nil, nil, err
			}
			u.files = append(u.files, f)
		}
		check := types.Config{Importer: read, FakeImportC: true}
		if _, err := check.Check(p.ImportPath, fset, u.files, u.info); err != nil {
			return nil, nil, err
		}
		all = append(all, u)
	}
	return all, fset, nil
}

// place is a file of the module, by its folder and name.
func place(dir, file string) string { return path.Join(dir, filepath.Base(file)) }
