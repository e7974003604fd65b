package scenes

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"hysteron/cloth"
)

// What is said of the scene before it is meshed is about what it has then.
func TestCounts(t *testing.T) {
	s, err := Parse("s.toml", []byte(`
[[garment]]
name = "shirt"
pattern = "tee"
edge_length_m = 0.03
fabric = "cotton"
[[sheet]]
name = "sheet"
size_m = [1, 2]
edge_length_m = 0.05
count = 3
fabric = "silk"
[[tube]]
name = "tube"
radius_m = 0.1
length_m = 0.5
edge_length_m = 0.02
fabric = "silk"
`), nil)
	if err != nil {
		t.Fatal(err)
	}
	counts, err := s.Counts()
	if err != nil {
		t.Fatal(err)
	}
	u, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for _, p := range u.Parts {
		got[strings.TrimRight(p.Name, "-123")] += float64(len(p.X))
	}
	if len(counts) != 3 {
		t.Fatalf("%v: expected three", counts)
	}
	for _, c := range counts {
		if n := got[c.Name]; math.Abs(c.Vertices-n) > 0.15*n {
			t.Errorf("%s: about %g vertices were said, it has %g", c.Name, c.Vertices, n)
		}
	}
	// others are advice
	lines := slices.DeleteFunc(u.Sizes(), func(l string) bool { return !strings.Contains(l, " at the start, ") })
	if len(lines) != 5 || !strings.HasPrefix(lines[1], "sheet-1: 1 × 0 × 2 m at the start, from 0 to 0 m up, ") {
		t.Errorf("%q: expected sizes of all five parts", lines)
	}
}

// No fabric that ships is implausible.
func TestFabricsArePlausible(t *testing.T) {
	for _, name := range Fabrics() {
		f, err := LoadFabric(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range implausible(name, &f) {
			t.Error(p)
		}
	}
}

// Panels that dressing will part are no intersections, wherever they lie; two garments that are meshes already are.
func TestWillPart(t *testing.T) {
	u := &Setup{
		Pieces: []Piece{{Garment: true}, {Garment: true, Sewn: true}, {}},
		Model:  &cloth.Model{Tri: make([][3]int32, 3), Rest: []cloth.TriRest{{Part: 2}, {Part: 1}, {Part: 0}}},
	}
	if got := u.WillPart(); !slices.Equal(got, []bool{false, false, true}) {
		t.Errorf("%v: expected the triangle of the first piece alone", got)
	}
}

// Of sheets that all lie in one place, some pairs are named and the number of the others is said.
func TestSheetsInOnePlace(t *testing.T) {
	var text strings.Builder
	const sheets = 100
	for k := range sheets {
		fmt.Fprintf(&text, "[[sheet]]\nname = \"s%d\"\nsize_m = [0.4, 0.4]\nedge_length_m = 0.1\nfabric = \"cotton\"\n", k)
	}
	u := build(t, "s.toml", text.String())
	var lines []string
	for _, p := range u.Problems() {
		if p.Kind == IntersectingFaces {
			lines = append(lines, p.String())
		}
	}
	if len(lines) != mostPieces+1 || !strings.Contains(lines[0], ": at least ") ||
		!strings.Contains(lines[mostPieces], " more pairs of pieces pass through each other at the start") {
		t.Errorf("%d lines, the first %q, the last %q", len(lines), lines[:1], lines[len(lines)-1:])
	}
}
