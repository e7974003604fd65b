package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTable: the tests and scripts that the viewer's documentation names are there, and each script is named.
func TestTable(t *testing.T) {
	data, err := os.ReadFile("../../docs/viewer.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(data), "## What is tested where")
	if !ok {
		t.Fatal("docs/viewer.md has no table of tests")
	}
	var code strings.Builder
	for _, dir := range []string{".", "../../view"} {
		err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			data, err := os.ReadFile(path)
			code.Write(data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	names := regexp.MustCompile("`((?:Test|Fuzz|Benchmark)\\w+)`").FindAllStringSubmatch(table, -1)
	for _, m := range names {
		if !strings.Contains(code.String(), "\nfunc "+m[1]+"(") {
			t.Errorf("docs/viewer.md names %s: there is no such test", m[1])
		}
	}
	if len(names) < 30 {
		t.Errorf("docs/viewer.md names %d tests: expected the table of them", len(names))
	}
	scripts, _ := filepath.Glob("testdata/*.script")
	for _, path := range scripts {
		if name := filepath.Base(path); name != "pull.script" && !strings.Contains(table, name) {
			t.Errorf("docs/viewer.md does not name %s", name)
		}
	}
}
