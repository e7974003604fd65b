package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hysteron/scenes"
)

// The page of fabrics has the numbers and sources of all that ship as they are, and what it says of their behaviour was
// measured of the same numbers. Else: hysteron fabrics --markdown docs/fabrics.md.
func TestFabricsPage(t *testing.T) {
	data, err := os.ReadFile("../../docs/fabrics.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	for _, name := range scenes.Fabrics() {
		numbers, err := truthNumbers(name)
		if err != nil {
			t.Fatal(err)
		}
		at := strings.Index(page, numbers)
		if at < 0 {
			t.Errorf("%s: its numbers on docs/fabrics.md are not those of its file: write it anew", name)
			continue
		}
		print, err := fingerprint(name)
		if err != nil {
			t.Fatal(err)
		}
		line := strings.TrimSpace(strings.SplitN(page[at+len(numbers):], "\n## ", 2)[0])
		if !regexp.MustCompile(`^Cusick drape coefficient [0-9.]+ %, [0-9]+ folds(; bending length along the warp [0-9.]+ mm)? \(of its text ` + print + `\)\.$`).MatchString(line) {
			t.Errorf("%s: %q: expected figures of its text %s: write docs/fabrics.md anew", name, line, print)
		}
	}
	if n := strings.Count(page, "\n## "); n != len(scenes.Fabrics()) {
		t.Errorf("%d fabrics on the page, %d ship", n, len(scenes.Fabrics()))
	}
}

// TestDrapeEdge: pages, measurements and fits drape in triangles of one size, which docs/fabrics.md names, unless
// another is asked for.
func TestDrapeEdge(t *testing.T) {
	dir := t.TempDir()
	page, measured := filepath.Join(dir, "p"), filepath.Join(dir, "m")
	if status, _, stderr := execute(t, dir, "fabrics", "paper", "-o", page); status != done {
		t.Fatalf("status %d: %s", status, stderr)
	}
	status, stdout, stderr := execute(t, dir, "measure", "drape", "--fabric", "paper", "-o", measured, "--meshes", "1",
		"--hangings", "1")
	if status != done || !strings.Contains(stdout, "folds, one hanging, edges of 12.5 mm") {
		t.Fatalf("status %d: %s%s", status, stdout, stderr)
	}
	if html := readText(t, filepath.Join(page, "index.html")); !strings.Contains(html, "folds, edges of 12.5 mm") &&
		!strings.Contains(html, "There are no pictures") {
		t.Error("the page does not say that edges are 12.5 mm")
	}
	for kind, want := range map[string]string{"fabrics": "--edge=0.0125", "fit": "or 0.0125",
		"measure": "Default: 0.0125"} {
		_, stdout, _ := execute(t, dir, kind, "--help")
		if !strings.Contains(strings.Join(strings.Fields(stdout), " "), want) {
			t.Errorf("%s: edges by default: %s", kind, stdout)
		}
	}
	if !strings.Contains(truthHead, "edges of 12.5 mm") {
		t.Error("docs/fabrics.md names other edges")
	}
}
