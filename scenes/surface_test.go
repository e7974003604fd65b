package scenes

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/placement"
	"hysteron/scenes/scenestest"
)

// ring is an OBJ file of a band of rectangles around the y axis, 8 units high, around the origin, without texture.
func ring(radius float64, n int) string {
	var b strings.Builder
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		fmt.Fprintf(&b, "v %g -4 %g\nv %g 4 %g\n", radius*cos, -radius*sin, radius*cos, -radius*sin)
	}
	b.WriteString("g hem\n")
	for i := range n {
		k := (i + 1) % n
		if i == 1 {
			b.WriteString("g band\n")
		}
		fmt.Fprintf(&b, "f %d %d %d %d\n", 2*i+1, 2*k+1, 2*k+2, 2*i+2)
	}
	return b.String()
}

func buildFiles(t *testing.T, dir, text string) (*Setup, error) {
	t.Helper()
	s, err := Parse(filepath.Join(dir, "s.toml"), []byte(text), nil)
	if err != nil {
		return nil, err
	}
	return s.Build()
}

// A band is placed around a ball where it fits, as a garment in its own shape; offset_m shifts it from there.
func TestMeshFits(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "ring.obj"), []byte(ring(22, 40)), 0o666); err != nil {
		t.Fatal(err)
	}
	ball := "[[body]]\nkind = \"sphere\"\nname = \"ball\"\nradius_m = 0.2\ncentre_m = [0.3, 1.1, -0.2]\n"
	mesh := "[[mesh]]\nname = \"band\"\nfabric = \"silk\"\nfile = \"ring.obj\"\nscale = 0.01\nrest = \"shape\"\n"
	setup, err := buildFiles(t, dir, ball+mesh+"fit = true\nhold = [\"rim-0\"]\noffset_m = [0, 0.05, "+
		"0]\n[[mesh.pin]]\nat = [\"hem\"]\n")
	if err != nil {
		t.Fatal(err)
	}
	p, piece := setup.Parts[0], setup.Pieces[0]
	if len(piece.Labels["rim-0"]) != 40 || len(piece.Labels["rim-1"]) != 40 || len(piece.Labels) != 4 ||
		len(setup.Texture(0)) != 80 || setup.Texture(0)[7][2] != (r2.Vec{}) {
		t.Errorf("labels %v, texture of %d triangles", piece.Labels, len(setup.Texture(0)))
	}
	if !piece.Garment || !piece.Sewn || len(piece.Holds) != 2 || len(piece.Holds[0].Vertices) != 40 ||
		len(piece.Holds[1].Vertices) != 4 {
		t.Errorf("garment %v, sewn %v, holds %v", piece.Garment, piece.Sewn, piece.Holds)
	}
	lo, hi := placement.Extent(p.X)
	for i, got := range []float64{(lo.X + hi.X) / 2, (lo.Y + hi.Y) / 2, (lo.Z + hi.Z) / 2} {
		if want := []float64{.3, 1.15, -.2}[i]; math.Abs(got-want) > .01 {
			t.Errorf("middle on axis %d is %.4f, want %.4f", i, got, want)
		}
	}
	if edge := r2.Norm(r2.Sub(p.UV[0][2], p.UV[0][1])); math.Abs(edge-.08) > 1e-9 {
		t.Errorf("edge of %g m at rest, want 0.08", edge)
	}
	setup, err = buildFiles(t, dir, ball+mesh+"fit = true\nedge_length_m = 0.03\npins = [3]\n[[mesh.pin]]\nat = "+
		"[\"hem\"]\n")
	if err != nil {
		t.Fatal(err)
	}
	p, piece = setup.Parts[0], setup.Pieces[0]
	if n := len(piece.Labels["rim-0"]); n != 80 || len(piece.Holds[0].Vertices) <= 4 ||
		len(setup.Texture(0)) != len(p.Tri) || p.Pins[0].Vertex != 3 {
		t.Errorf("edges halved: %d vertices of the upper rim, %d of the hem, texture of %d of %d triangles, pins %v", n,
			len(piece.Holds[0].Vertices), len(setup.Texture(0)), len(p.Tri), p.Pins)
	}
	for _, uv := range p.UV {
		for c := range 3 {
			if l := r2.Norm(r2.Sub(uv[(c+1)%3], uv[c])); l > .03 {
				t.Fatalf("an edge of %g m", l)
			}
		}
	}
	big := strings.Replace(ball, "0.2\ncentre", "0.25\ncentre", 1)
	narrow, err := buildFiles(t, dir, big+mesh+"fit = true\n")
	if err != nil {
		t.Fatal(err)
	}
	out, err := buildFiles(t, dir, big+mesh+"fit = true\nlet_out = true\n")
	if err != nil {
		t.Fatal(err)
	}
	said := func(s *Setup) (text string) {
		for _, p := range s.Problems() {
			text += p.Detail + "\n"
		}
		return text
	}
	if text := said(narrow); !strings.Contains(text, "it is 1.38 m round, body \"ball\" 1.4") ||
		!strings.Contains(text, "let_out = true") {
		t.Errorf("a narrow band: %s", text)
	}
	if text := said(out); !strings.Contains(text, "let out for body \"ball\": its area by ") {
		t.Errorf("a band that is let out: %s", text)
	}
	for v, x := range out.Parts[0].X {
		if d := r3.Norm(r3.Sub(x, r3.Vec{X: .3, Y: 1.1, Z: -.2})); d < .25 {
			t.Errorf("vertex %d is %.3f m from the middle of a ball of 0.25 m", v, d)
		}
	}
	if n, o := narrow.Parts[0].UV[0], out.Parts[0].UV[0]; r2.Norm(r2.Sub(o[1], o[0])) < 1.05*r2.Norm(r2.Sub(n[1], n[0])) {
		t.Errorf("round the ball %v became %v", n, o)
	}
	_, err = buildFiles(t, dir, ball+mesh+"fit = true\nedge_length_m = 1e-4\n")
	scenestest.ExpectInput(t, err, "mesh.0.edge_length_m", "make edges longer")
	_, err = buildFiles(t, dir, mesh+"fit = true\n")
	scenestest.ExpectInput(t, err, "mesh.0.fit", "expected a [[body]]")
	_, err = buildFiles(t, dir, ball+mesh+"fit = true\nhold = [\"rim-2\"]\n")
	scenestest.ExpectInput(t, err, "mesh.0.hold", `"rim-2", is no group or open edge: expected some of "band", "hem", "rim-0", "rim-1"`)
	_, err = buildFiles(t, dir, mesh+"dress = true\nhold = [\"rim-0\"]\n")
	scenestest.ExpectInput(t, err, "mesh.0.hold", "expected a [[body]]")
	_, err = buildFiles(t, dir, strings.Replace(mesh, "shape", "uv", 1))
	scenestest.ExpectInput(t, err, "mesh.0.file", "no texture coordinates")
}

// Meshes come from glTF files too, with edges joined that lie on one another; pins are those of the file's vertices.
func TestMeshFromGLTF(t *testing.T) {
	dir := scenestest.CharacterFiles(t)
	setup, err := buildFiles(t, dir, "[[mesh]]\nname = \"m\"\nfabric = \"silk\"\nfile = \"go.gltf\"\nrest = "+
		"\"shape\"\npins = [2]\n")
	if err != nil {
		t.Fatal(err)
	}
	if p := setup.Parts[0]; len(p.X) != 3 || p.X[2].Y != 1 || len(p.Pins) != 1 || p.Pins[0].Vertex != 2 {
		t.Errorf("%v, %v", p.X, p.Pins)
	}
	soup := "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nvt 1 1\nf 1/1 2/2 3/3\nf 4/2 " +
		"5/4 6/3\n"
	if err := os.WriteFile(filepath.Join(dir, "soup.obj"), []byte(soup), 0o666); err != nil {
		t.Fatal(err)
	}
	for weld, want := range map[bool][2]int{true: {4, 3}, false: {6, 4}} {
		setup, err := buildFiles(t, dir, fmt.Sprintf("[[mesh]]\nname = \"m\"\nfabric = \"silk\"\nfile = \"soup.obj\"\nweld "+
			"= %v\npins = [4]\n", weld))
		if err != nil {
			t.Fatal(err)
		}
		if p := setup.Parts[0]; len(p.X) != want[0] || int(p.Pins[0].Vertex) != want[1] || p.Pins[0].Point.X != 1 ||
			p.Pins[0].Point.Y != 1 {
			t.Errorf("weld %v: %d vertices, pin %+v", weld, len(p.X), p.Pins[0])
		}
	}
}
