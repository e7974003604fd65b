package scenes

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/formats"
)

// TestCaught: cloth that contact leads out of a body on one side is warned of, however deep it is; what would be torn
// over it, or is between surfaces that contradict each other, is an error that says why, unless pins hold it there.
func TestCaught(t *testing.T) {
	dir := t.TempDir()
	var nested formats.OBJ // a ball in a ball, both with the outside outwards
	for _, r := range []float64{.4, .2} {
		s, err := body.NewSphere(r, r3.Vec{}, 2)
		if err != nil {
			t.Fatal(err)
		}
		x := make([]r3.Vec, s.NumVertices())
		s.Positions(x, 0)
		for _, q := range s.Triangles() {
			first := int32(len(nested.X))
			nested.Tri = append(nested.Tri, [3]int32{q[0] + first, q[1] + first, q[2] + first})
		}
		nested.X = append(nested.X, x...)
	}
	var obj bytes.Buffer
	if err := formats.WriteOBJ(&obj, &nested); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "nested.obj"), obj.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	ball := "kind = \"sphere\"\nradius_m = 0.4\n"
	for _, c := range []struct {
		name, body, pins string
		height           float64
		why              string // "": a warning
	}{
		{"through the middle", ball, "", 0, "opposite sides"},
		{"deep", ball, "", .2, ""},
		{"shallow", ball, "", .38, ""},
		{"held", ball, "pins = [\"all\"]\n", 0, ""},
		{"nested", "kind = \"obj\"\nfile = \"nested.obj\"\n", "", .29, "none of the surface between"},
	} {
		text := fmt.Sprintf("[[sheet]]\nname = \"s\"\nsize_m = [0.2, 0.2]\nedge_length_m = 0.05\nfabric = "+
			"\"cotton\"\ncentre_m = [0, %g, 0]\n%s[[body]]\n%s", c.height, c.pins, c.body)
		found := false
		for _, p := range build(t, filepath.Join(dir, "s.toml"), text).Problems() {
			if p.Kind != InsideBody {
				continue
			}
			found = true
			if (p.Severity == formats.Error) != (c.why != "") || !strings.Contains(p.Detail, c.why) {
				t.Errorf("%s: %s", c.name, p)
			}
		}
		if !found {
			t.Errorf("%s: expected cloth inside a body", c.name)
		}
	}
}

// Panels that start more than 1 cm inside a body are a warning, and warnings come before notes.
func TestPanelsInsideAreWarned(t *testing.T) {
	for offset, want := range map[string]formats.Severity{"-0.2": formats.Warning, "0.0": ""} {
		s, err := Parse("tee.toml", []byte("up_axis = \"y\"\n[[body]]\nkind = \"mannequin\"\nname = \"m\"\n"+
			"clip = \"stand\"\n[[garment]]\nname = \"tee\"\nfabric = \"cotton\"\n"+
			"pattern = \"tee\"\nedge_length_m = 0.04\noffset_m = [0, 0, "+offset+"]\n"), nil)
		if err != nil {
			t.Fatal(err)
		}
		u, err := s.Build()
		if err != nil {
			t.Fatal(err)
		}
		var found, last formats.Severity
		for _, p := range u.Problems() {
			if last == formats.Note && p.Severity != formats.Note {
				t.Errorf("%s after a note", p.String())
			}
			if last = p.Severity; p.Kind == InsideBody && p.Severity == formats.Warning {
				found = p.Severity
			}
		}
		if found != want {
			t.Errorf("%s m: %q, expected %q", offset, found, want)
		}
	}
}
