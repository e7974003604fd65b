package scenes

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
	"hysteron/step"
)

// Cloth that is too coarse for a sharp body is warned of, with names and lengths; cloth with edges as short as the
// warning says is not, nor is coarse cloth on a ball.
func TestCoarseCloth(t *testing.T) {
	warnings := func(body string, edge float64) (list []string) {
		s, err := Parse("scene.toml", []byte(fmt.Sprintf(`
[[body]]
name = "thing"
centre_m = [0, 0, 0]
%s
[[sheet]]
name = "sheet"
size_m = [0.2, 0.2]
edge_length_m = %g
fabric = "cotton"
centre_m = [0, 0.2, 0]
`, body, edge)), nil)
		if err != nil {
			t.Fatal(err)
		}
		setup, err := s.Build()
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range setup.Problems() {
			if p.Kind == CoarseCloth {
				if p.Severity != formats.Note || p.Part != "sheet" {
					t.Errorf("%v of %q", p.Severity, p.Part)
				}
				list = append(list, p.Detail)
			}
		}
		return list
	}
	const box = "kind = \"box\"\nsize_m = [0.1, 0.1, 0.1]\nrim_m = 0.002\nedge_length_m = 0.02"
	w := warnings(box, .035)
	if len(w) != 1 {
		t.Fatalf("%d warnings on a sharp box, expected one", len(w))
	}
	var edges, least float64
	if _, err := fmt.Sscanf(w[0], "edges of up to %g mm over thing ", &edges); err != nil || edges < 20 || edges > 36 {
		t.Errorf("%q: edges of %g mm, %v", w[0], edges, err)
	}
	_, rest, _ := strings.Cut(w[0], "edges of at most ")
	if _, err := fmt.Sscanf(rest, "%g mm", &least); err != nil || !(least > 5 && least < edges) {
		t.Fatalf("%q: at most %g mm, %v", w[0], least, err)
	}
	if w := warnings(box, least*.8e-3); len(w) > 0 {
		t.Errorf("edges as asked for: %q", w)
	}
	if w := warnings("kind = \"sphere\"\nradius_m = 0.1", .035); len(w) > 0 {
		t.Errorf("on a ball: %q", w)
	}
}

// Fingers are sharper than edges of a tee can follow, and no tee comes there: only cloth that is around them, as a
// mitten is, is warned of. The tee moved over a hand stands for it.
func TestCoarseWhereWorn(t *testing.T) {
	for offset, want := range map[string]bool{"": false, "offset_m = [0.45, -0.4, 0]": true} {
		s, err := Parse("scene.toml", []byte("[[body]]\nkind = \"mannequin\"\n[[garment]]\nname = \"tee\"\npattern = "+
			"\"tee\"\nedge_length_m = 0.03\nfabric = \"cotton\"\n"+offset), nil)
		if err != nil {
			t.Fatal(err)
		}
		setup, err := s.Build()
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.ContainsFunc(setup.Problems(), func(p Problem) bool { return p.Kind == CoarseCloth }); got != want {
			t.Errorf("%q: warned %v, expected %v", offset, got, want)
		}
	}
}

// Nowhere is the mannequin sharp for the garments that it wears, and so steps of dressed characters cost what they do
// on bodies without edges.
func TestFiguresAreNotSharp(t *testing.T) {
	for _, name := range []string{"tee-trousers-knee-lift"} {
		s, err := Load(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		setup, err := s.Build()
		if err != nil {
			t.Fatal(err)
		}
		l, delta := step.Coarse(setup.Model, setup.Settings.Thickness)
		for i, b := range setup.Bodies {
			x := make([]r3.Vec, b.NumVertices())
			b.Positions(x, 0)
			if edges, sharp, worst := step.SharpNear(b.Triangles(), x, l, delta, setup.Settings.Thickness); sharp != nil ||
				edges == nil {
				t.Errorf("%s: %s is sharp: %t, and guarded: %t, %+v", name, s.Bodies[i].Name, sharp != nil, edges != nil, worst)
			}
		}
	}
}
