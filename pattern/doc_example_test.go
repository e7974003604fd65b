package pattern

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// The pattern of docs/pattern-json.md is one: it is read without a warning, meshed and sewn, and faces outward.
func TestExampleOfDocs(t *testing.T) {
	page, err := os.ReadFile("../docs/pattern-json.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "```json\n")
	text, _, _ = strings.Cut(text, "```")
	p, err := ReadPattern(strings.NewReader(text), "docs")
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.Mesh(MeshOptions{EdgeLength: 0.04})
	if err != nil {
		t.Fatal(err)
	}
	wrong, doubts := p.Facing()
	if len(p.Warnings) > 0 || len(wrong)+len(doubts) > 0 || len(m.BoundaryLoops) != 2 ||
		!slices.Equal(p.Labels(), []string{"hem", "waist"}) {
		t.Errorf("warnings %q, %q, %d open edges, labels %q: expected a tube with a hem and a waist", p.Warnings,
			append(wrong, doubts...), len(m.BoundaryLoops), p.Labels())
	}
}
