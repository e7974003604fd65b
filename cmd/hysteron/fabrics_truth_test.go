package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"hysteron/scenes"
)

// The page of fabrics has the numbers and sources of all that ship as they are, and what it says of their behaviour was measured of the same
// numbers. Else: hysteron fabrics --markdown docs/fabrics.md.
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

func TestLengthens(t *testing.T) {
	f, err := scenes.LoadFabric("cotton")
	if err != nil {
		t.Fatal(err)
	}
	if says := lengthens(&f); !strings.Contains(says, "by 85 % along the warp") {
		t.Error(says)
	}
}
