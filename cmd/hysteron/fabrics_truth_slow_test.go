//go:build slow

package main

import (
	"context"
	"os"
	"strings"
	"testing"

	"hysteron/scenes"
)

// What the page of fabrics says of their behaviour is what comes out.
func TestFabricsBehave(t *testing.T) {
	page, err := os.ReadFile("../../docs/fabrics.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range scenes.Fabrics() {
		f, err := scenes.LoadFabric(name)
		if err != nil {
			t.Fatal(err)
		}
		is, err := measureTruth(context.Background(), f)
		if err != nil {
			t.Fatal(err)
		}
		print, err := fingerprint(name)
		if err != nil {
			t.Fatal(err)
		}
		if line := is.behaviour(print); !strings.Contains(string(page), line) {
			t.Errorf("%s: docs/fabrics.md lacks %q", name, line)
		}
	}
}
