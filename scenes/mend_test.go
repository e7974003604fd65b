package scenes

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/formats"
	"hysteron/scenes/scenestest"
)

// gridOBJ is an OBJ file of a sheet of n × n squares of 5 cm: line 1 is vertex 1, with texture coordinates in metres
// behind the vertices, and faces from 2(n+1)²+1 on.
func gridOBJ(n int) string {
	var v, vt, f strings.Builder
	for i := range n + 1 {
		for j := range n + 1 {
			fmt.Fprintf(&v, "v %.2f 1 %.2f\n", .05*float64(j), .05*float64(i))
			fmt.Fprintf(&vt, "vt %.2f %.2f\n", .05*float64(j), -.05*float64(i))
		}
	}
	for i := range n {
		for j := range n {
			a := i*(n+1) + j + 1
			b := a + n + 1
			fmt.Fprintf(&f, "f %d/%d %d/%d %d/%d %d/%d\n", a, a, b, b, b+1, b+1, a+1, a+1)
		}
	}
	return v.String() + vt.String() + f.String()
}

const meshTable = "frames = 2\n[[mesh]]\nname = \"m\"\nfile = \"m.obj\"\nfabric = \"cotton\"\npins = [0, 4]\n"

// Cloth meshes are mended as they come, each with a note of the file's line and a count. What is left is the sound
// sheet.
func TestMeshesAreMended(t *testing.T) {
	sound := gridOBJ(4) // 25 vertices, faces in lines 51 to 66
	turn := strings.Replace(sound, "f 7/7 12/12 13/13 8/8", "f 8/8 13/13 12/12 7/7", 1)
	for name, c := range map[string]struct {
		text, want string
		area       float64 // beyond the sheet's
	}{
		"sound":    {sound, "", 0},
		"loose":    {sound + "v 0 2 0\nv 0 3 0\n", "m.obj:67: here and further on 2 vertices without a face: left out", 0},
		"doubled":  {sound + "f 7/7 12/12 13/13 8/8\n", "m.obj:67: 1 face with the vertices of another one: left out", 0},
		"twosided": {sound + "f 8/8 13/13 12/12 7/7\n", "m.obj:67: 1 face that is the inner side of another one", 0},
		"turned":   {turn, "m.obj:56: 1 face against its neighbours: its right side is now theirs", 0},
		"collapsed": {strings.Replace(sound, "f 7/7 12/12 13/13 8/8", "f 7/7 12/12 13/13 26/8\nf 8/8 26/8 13/13", 1) +
			"v .1 1 .05\n", "m.obj:57: 1 face without area", 0},
		"fin": {sound + "v .125 1.05 .05\nf 8/8 9/9 26/14\n", "m.obj:68: 1 edge of three faces or more: a seam of layers",
			.05 * .05 / 2},
		"edge into nothing": {sound + "v 0 2 0\nl 1 26\n",
			"m.obj:68: 1 edge without a face (l), with an end that no face has", 0},
		"edge of a face": {sound + "l 1 2\n", "m.obj:67: 1 edge without a face (l), which sewn would take the area", 0},
		"no texture there": {strings.Replace(sound, "f 7/7 12/12 13/13 8/8", "f 7/7 12/7 13/7 8/7", 1),
			"2 of 32 triangles have no area in the texture: they rest in the shape that they have in space", 0},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "m.obj"), []byte(c.text), 0o666); err != nil {
				t.Fatal(err)
			}
			setup, err := buildFiles(t, dir, meshTable)
			if err != nil {
				t.Fatal(err)
			}
			var notes []string
			for _, p := range setup.Problems() {
				if p.Severity == formats.Note {
					notes = append(notes, p.Detail)
				} else if p.Kind != StretchedAtStart || name != "fin" {
					t.Errorf("%s", p)
				}
			}
			if text := strings.Join(notes, "\n"); (text == "") != (c.want == "") || !strings.Contains(text, c.want) {
				t.Errorf("noted: %s\nwant %s", text, c.want)
			}
			area := 0.0
			for _, r := range setup.Model.Rest {
				area += r.Area
			}
			if math.Abs(area-.04-c.area) > 1e-7 || setup.Pieces[0].Garment {
				t.Errorf("%g m² at rest, want %g; garment %v", area, .04+c.area, setup.Pieces[0].Garment)
			}
			if want := [2]int32{0, 4}; setup.Parts[0].Pins[0].Vertex != want[0] || setup.Parts[0].Pins[1].Vertex != want[1] {
				t.Errorf("pins %v", setup.Parts[0].Pins)
			}
		})
	}
	dir := t.TempDir()
	flat := strings.ReplaceAll(sound, " 1 ", " 0 ")
	for _, z := range []string{"0.05", "0.10", "0.15", "0.20"} {
		flat = strings.ReplaceAll(flat, " 0 "+z+"\n", " 0 0\n")
	}
	if err := os.WriteFile(filepath.Join(dir, "m.obj"), []byte(flat), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := buildFiles(t, dir, meshTable)
	scenestest.ExpectInput(t, err, "mesh.0.file", "m.obj: none of its 32 triangles has an area")
}

// Edges without a face are sewing edges: their ends are one vertex, in the middle, and the piece is drawn together
// before it starts.
func TestEdgesAreSewn(t *testing.T) {
	dir := t.TempDir()
	two := scenestest.SewnOBJ()
	if err := os.WriteFile(filepath.Join(dir, "m.obj"), []byte(two), 0o666); err != nil {
		t.Fatal(err)
	}
	setup, err := buildFiles(t, dir, strings.Replace(meshTable, "[0, 4]", "[0, 19, 20]", 1))
	if err != nil {
		t.Fatal(err)
	}
	p, piece := setup.Parts[0], setup.Pieces[0]
	if len(p.X) != 35 || !piece.Garment || piece.Sewn || p.Pins[1].Vertex != 15 || math.Abs(p.X[15].Z-.2) > 1e-9 ||
		p.Pins[2].Vertex != 19 || p.UV[0] == ([3]r2.Vec{}) {
		t.Errorf("%d vertices, garment %v, sewn %v, pins %v", len(p.X), piece.Garment, piece.Sewn, p.Pins)
	}
	said := ""
	for _, p := range setup.Problems() {
		if said += p.String() + "\n"; p.Severity != formats.Note {
			t.Errorf("%s", p)
		}
	}
	if want := "m: note: mended: m.obj:105: here and further on 5 edges without a face (l): sewn"; !strings.Contains(said,
		want) {
		t.Errorf("%s\nwant %s", said, want)
	}
}
