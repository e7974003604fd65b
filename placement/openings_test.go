package placement_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/pattern"
	"hysteron/placement"
	"hysteron/scenes"
)

// worn is a shipped pattern, sewn, where it starts.
func worn(t *testing.T, name string) *placement.Garment {
	t.Helper()
	s, err := scenes.Parse("s.toml", []byte(fmt.Sprintf("[[garment]]\nname = \"g\"\npattern = %q\nedge_length_m = "+
		"0.04\nfabric = \"cotton\"\n", name)), nil)
	if err != nil {
		t.Fatal(err)
	}
	u, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	p := &u.Parts[0]
	return &placement.Garment{Surface: pattern.Surface{X: p.X, Tri: p.Tri, UV: p.UV}, Region: u.Pieces[0].Region()}
}

// Openings are told apart by where they are on a garment, and what does not come through them as it should, is told by
// name: on the mannequin nothing is amiss; above it, beside it, without arms, fallen down and on the wrong leg it is.
func TestOpenings(t *testing.T) {
	m, err := body.NewMannequin(body.DefaultMeasurements(), "stand")
	if err != nil {
		t.Fatal(err)
	}
	figure := func(b body.Body) *placement.Figure {
		f, err := placement.New(b)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	whole, armless := figure(m), figure(body.NewFolded(m, body.Arms(m)))
	for _, c := range []struct {
		name  string
		names []string
	}{
		{"tee", []string{"neck opening", "left sleeve", "right sleeve", "hem"}},
		{"trousers", []string{"waist", "left leg", "right leg"}},
		{"skirt", []string{"waist", "hem"}},
	} {
		var names []string
		for _, o := range worn(t, c.name).Openings() {
			names = append(names, o.Name)
		}
		slices.Sort(names)
		slices.Sort(c.names)
		if !slices.Equal(names, c.names) {
			t.Errorf("%s: %q, expected %q", c.name, names, c.names)
		}
	}
	for _, c := range []struct {
		what, name string
		by         r3.Vec
		f          *placement.Figure
		want       string // what is amiss, parts of it in order
	}{
		{"as it is drawn", "tee", r3.Vec{}, whole, ""},
		{"as it is drawn", "trousers", r3.Vec{}, whole, ""},
		{"as it is drawn", "skirt", r3.Vec{}, whole, ""},
		{"too high", "tee", r3.Vec{Y: 0.4}, whole,
			"the neck opening lies above the head, at 1.8* holds no arm* holds no arm"},
		{"on the crown", "tee", r3.Vec{Y: 0.22}, whole, "the neck opening is around the top of the head"},
		{"without arms", "tee", r3.Vec{}, armless, "sleeve holds no arm* sleeve holds no arm"},
		{"beside", "tee", r3.Vec{X: 0.3}, whole, "nothing comes through the neck opening, at (0.3"},
		{"a sleeve around the trunk", "tee", r3.Vec{X: -0.33, Y: 0.1}, whole, "the left sleeve is around the trunk"},
		{"come down", "skirt", r3.Vec{Y: -0.6}, whole, "the waist came down around the legs: it started at 1.0"},
		{"on the wrong leg", "trousers", r3.Vec{X: -0.44}, whole, "the left leg is around the leg on the other side"},
	} {
		g := worn(t, c.name)
		x := make([]r3.Vec, len(g.X))
		for v := range x {
			x[v] = r3.Add(g.X[v], c.by)
		}
		got := strings.Join(c.f.Amiss(g.Openings(), x, g.X, c.f), ", ")
		rest := got
		for _, part := range strings.Split(c.want, "*") {
			_, after, found := strings.Cut(rest, part)
			if rest = after; !found {
				t.Errorf("%s, %s: %q, expected %q", c.name, c.what, got, c.want)
			}
		}
		if c.want == "" && got != "" {
			t.Errorf("%s, %s: %q, expected nothing", c.name, c.what, got)
		}
	}
}
