package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestFolders: the list of folders in docs/architecture.md has all that there are, and each imports only what stands
// above it, or in its line.
func TestFolders(t *testing.T) {
	root := filepath.Join("..", "..")
	page, err := os.ReadFile(filepath.Join(root, "docs", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	place, links := map[string]int{}, regexp.MustCompile(`\]\(\.\./([a-z/-]+)\)`)
	for i, line := range strings.Split(string(page), "\n") {
		if cells := strings.Split(line, "|"); len(cells) > 2 {
			for _, m := range links.FindAllStringSubmatch(cells[1], -1) {
				place[m[1]] = i
			}
		}
	}
	// listed is the folder of the list that a folder is, or is below.
	listed := func(folder string) string {
		for place[folder] == 0 && folder != "." {
			folder = path.Dir(folder)
		}
		return folder
	}
	files := 0
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		files++
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(name))
		if err != nil {
			return err
		}
		from := listed(filepath.ToSlash(folder))
		if from == "." {
			t.Errorf("%s is in no folder of the list", name)
		}
		for _, i := range f.Imports {
			if to, ok := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), "hysteron/"); ok && place[listed(to)] > place[from] {
				t.Errorf("%s imports %s, which stands below %s in the list", name, to, from)
			}
		}
		return nil
	})
	if err != nil || files < 500 || len(place) < 25 {
		t.Errorf("%d files, %d folders: %v", files, len(place), err)
	}
}
