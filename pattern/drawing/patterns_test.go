package drawing

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hysteron/cloth"
	"hysteron/param"
	"hysteron/pattern"
	"hysteron/pattern/sewing"
)

// data is a file of outside data.
func data(t *testing.T, name string) string {
	dir := os.Getenv("HYSTERON_DATA")
	if dir == "" {
		t.Skip("SKIPPED: HYSTERON_DATA is not set")
	}
	return filepath.Join(dir, "patterns", "freesewing", name)
}

func drawing(t *testing.T, path string) *sewing.Drawing {
	t.Helper()
	_, d, err := Open(path)
	if err != nil || d == nil {
		t.Fatalf("%v: no drawing", err)
	}
	return d
}

// tee sews FreeSewing's T-shirt; its three files name and number the corners alike, but for the sleeve's.
const tee = `
[[panel]]
name = "front"
piece = "FRONT"
label = "body"
BODICE
fold = "centre"
translate_m = [0, 1.2, 0.2]
[[panel]]
name = "back"
piece = "BACK"
label = "body"
BODICE
fold = "centre"
translate_m = [0, 1.2, -0.2]
rotate_deg = [0, 180, 0]
[[panel]]
name = "sleeve-left"
piece = "SLEEVE"
label = "arm"
SLEEVE
translate_m = [0.5, 1.4, 0]
rotate_deg = [0, 90, 0]
[[panel]]
name = "sleeve-right"
piece = "SLEEVE"
label = "arm"
SLEEVE
mirror = true
translate_m = [-0.5, 1.4, 0]
rotate_deg = [0, -90, 0]
[[stitch]]
a = ["front.side"]
b = ["back.side-mirrored"]
[[stitch]]
a = ["front.side-mirrored"]
b = ["back.side"]
[[stitch]]
a = ["front.shoulder"]
b = ["back.shoulder-mirrored"]
[[stitch]]
a = ["front.shoulder-mirrored"]
b = ["back.shoulder"]
[[stitch]]
a = ["sleeve-left.cap"]
b = ["front.armhole", "back.armhole-mirrored"]
[[stitch]]
a = ["sleeve-right.cap"]
b = ["back.armhole", "front.armhole-mirrored"]
[[stitch]]
a = ["sleeve-left.under-a"]
b = ["sleeve-left.under-b"]
[[stitch]]
a = ["sleeve-right.under-a"]
b = ["sleeve-right.under-b"]
`

// reference is what FreeSewing's T-shirt is by the converter that wrote it as GarmentCode.
func reference(t *testing.T) *pattern.Pattern {
	p, _, err := Open(data(t, "teagan-fit_specification.json"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func areaOf(p *pattern.Pattern, names string) (sum float64) {
	for i := range p.Panels {
		if slices.Contains(strings.Fields(names), p.Panels[i].Name) {
			sum += math.Abs(p.Panels[i].Area())
		}
	}
	return sum
}

// pieces counts the parts of a mesh that hang together.
func pieces(m *pattern.Mesh) (n int) {
	f := cloth.NewForest(len(m.X))
	f.JoinTriangles(m.Tri)
	_, n = f.Number()
	return n
}

// TestDrawings: the same T-shirt as SVG, as DXF and as FreeSewing's JSON gives the panels that its GarmentCode has, and
// sewn it has its four openings.
func TestDrawings(t *testing.T) {
	want := reference(t)
	const bodice, sleeve = `"hem", "side", "armhole", "shoulder", "neck", "centre"`, `"hem", "under-a", "cap", "under-b"`
	for _, c := range []struct{ file, front, back, sleeve, bodice, arm string }{
		// Its turn points are where curves meet, smooth or not.
		{"teagan-fit.dxf", "FRONT", "BACK", "SLEEVE", `"hem", "side", "side", "armhole", "armhole", "shoulder", "neck", "centre"`, `"hem", "under-a", "cap", "cap", "cap", "cap", "cap", "under-b"`},
		{"teagan-fit.json", "front", "back", "sleeve", bodice, sleeve},
		{"teagan-fit.svg", "fs-stack-teagan.front", "fs-stack-teagan.back", "fs-stack-teagan.sleeve", bodice, sleeve},
	} {
		d := drawing(t, data(t, c.file))
		if d.Unit < 0.999e-3 || d.Unit > 1.001e-3 {
			t.Errorf("%s: a unit of %g m, the file is in millimetres", c.file, d.Unit)
		}
		text := strings.NewReplacer("\"FRONT\"", `"`+c.front+`"`, "\"BACK\"", `"`+c.back+`"`, "\"SLEEVE\"", `"`+c.sleeve+`"`,
			"SLEEVE\n", "sides = ["+c.arm+"]\n", "BODICE\n", "sides = ["+c.bodice+"]\n").Replace(tee)
		p, err := d.Sew("tee.sewing.toml", []byte(text))
		if err != nil {
			t.Errorf("%s: %v", c.file, err)
			continue
		}
		for _, w := range p.Warnings {
			t.Log(w)
		}
		for _, pair := range [][2]string{{"front", "front"}, {"back", "back"}, {"sleeve-left", "sleeve_f_L sleeve_b_L"},
			{"sleeve-right", "sleeve_f_R sleeve_b_R"}} {
			if a, b := areaOf(p, pair[0]), areaOf(want, pair[1]); !(math.Abs(a/b-1) < 1e-3) {
				t.Errorf("%s: %s has %.5f m², GarmentCode %.5f", c.file, pair[0], a, b)
			}
		}
		m, err := p.Mesh(pattern.MeshOptions{EdgeLength: 0.03})
		if err != nil {
			t.Errorf("%s: %v", c.file, err)
			continue
		}
		if n := len(m.BoundaryLoops); n != 4 {
			t.Errorf("%s: %d openings, expected a neck, a hem and two sleeves", c.file, n)
		}
		// Sewn it is one piece: shoulders, sides, sleeves, and a cap to two armholes each.
		if n := pieces(m); n != 1 || len(p.Stitches) < 10 {
			t.Errorf("%s: %d pieces, %d stitches", c.file, n, len(p.Stitches))
		}
		if len(m.Loose) > 0 {
			t.Errorf("%s: %d edges join right sides to wrong ones", c.file, len(m.Loose))
		}
	}
}

// TestReadTells: what is no pattern is told from what is.
func TestReadTells(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "the file is empty",
		"hello":                "expected a sewing pattern",
		"<html></html>":        "no element svg",
		"{}":                   "\"pattern\" is missing",
		`{"parts": 3}`:         "expected parts",
		"  0\nSECTION\n":       "the file ends too early",
		"AutoCAD Binary DXF\r": "a binary DXF",
		"\xff\xfe<\x00s\x00":   "text in UTF-16: save it as UTF-8",
	} {
		_, _, err := Read(strings.NewReader(text), "a.x")
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "a.x") {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
		var fe *pattern.FormatError
		if !errors.As(err, &fe) {
			t.Errorf("%q: %T", text, err)
		}
	}
	_ = param.IsInputError
}
