package scenes

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
	"hysteron/garment"
)

// upright is an upright tube, open above and below, with its own pattern as texture.
func upright(radius, low, high float64) garment.Surface {
	const n, m = 24, 6
	var s garment.Surface
	at := func(i, j int) int32 { return int32(j*n + i%n) }
	uv := func(i, j int) r2.Vec {
		return r2.Vec{X: float64(i) * 2 * radius * math.Sin(math.Pi/n), Y: (high - low) * float64(j) / m}
	}
	for j := range m + 1 {
		for i := range n {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / n)
			s.X = append(s.X, r3.Vec{X: radius * cos, Y: low + (high-low)*float64(j)/m, Z: -radius * sin})
		}
	}
	for j := range m {
		for i := range n {
			s.Tri = append(s.Tri, [3]int32{at(i, j), at(i+1, j), at(i+1, j+1)}, [3]int32{at(i, j), at(i+1, j+1), at(i, j+1)})
			s.UV = append(s.UV, [3]r2.Vec{uv(i, j), uv(i+1, j), uv(i+1, j+1)}, [3]r2.Vec{uv(i, j), uv(i+1, j+1), uv(i, j+1)})
		}
	}
	return s
}

// A texture with the garment's own lengths is a pattern, at whatever scale; one that is squeezed is not.
func TestIsPattern(t *testing.T) {
	s := upright(0.2, 0, 0.5)
	for i := range s.UV {
		for c := range s.UV[i] {
			s.UV[i][c] = r2.Scale(0.3, s.UV[i][c])
		}
	}
	if !isPattern(&s) {
		t.Error("a pattern is taken for a picture")
	}
	for i := range s.UV {
		for c := range s.UV[i] {
			s.UV[i][c].X *= 1.6
		}
	}
	if isPattern(&s) {
		t.Error("a picture is taken for a pattern")
	}
	if s.UV = nil; isPattern(&s) {
		t.Error("no texture is taken for a pattern")
	}
}

// New finds the unit of a garment and of a figure, whether it is worn already, and what holds it.
func TestNewFindsHowItIsWorn(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, x []r3.Vec, tri [][3]int32, scale float64, shift r3.Vec) string {
		o := &formats.OBJ{Tri: tri}
		for _, p := range x {
			o.X = append(o.X, r3.Add(shift, r3.Scale(scale, p)))
		}
		path := filepath.Join(dir, name)
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if err := formats.WriteOBJ(f, o); err != nil {
			t.Fatal(err)
		}
		return path
	}
	m := build(t, filepath.Join(dir, "s.toml"), minimal+"[[body]]\nkind = \"mannequin\"\nclip = \"stand\"\n").Bodies[0]
	x := make([]r3.Vec, m.NumVertices())
	m.Positions(x, 0)
	post := write("post.obj", x, m.Triangles(), 100, r3.Vec{})
	skirt := upright(0.19, 0.7, 1.05)
	for _, c := range []struct {
		name  string
		shift r3.Vec
		scale float64
		want  []string
	}{
		{"worn.obj", r3.Vec{}, 1, []string{"scale = 1.0 ", "dress = true", "hold = [\"rim-0\"]", "rest = \"shape\""}},
		{"millimetres.obj", r3.Vec{}, 1000, []string{"scale = 0.001 ", "dress = true", "hold = [\"rim-0\"]"}},
		{"elsewhere.obj", r3.Vec{X: 2, Y: -1}, 1, []string{"scale = 1.0 ", "fit = true"}},
	} {
		text, err := New(NewOptions{Patterns: []string{write(c.name, skirt.X, skirt.Tri, c.scale, c.shift)}, Body: post, Fabric: "cotton", Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range append(c.want, "scale = 0.01 ") {
			if !strings.Contains(string(text), "\n"+want) {
				t.Errorf("%s: no %q in\n%s", c.name, want, text)
			}
		}
	}
	for name, text := range map[string]string{"gone.obj": "", "empty.obj": "v 0 0 0\n", "bad.glb": "glTF"} {
		path := filepath.Join(dir, name)
		if text != "" {
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		_, err := New(NewOptions{Patterns: []string{path}, Body: "stand", Fabric: "silk", Dir: dir})
		expectInput(t, err, name)
	}
}

// Panels around a body whose origin is in its middle are lifted; others stay where they are.
func TestNewLiftsPatterns(t *testing.T) {
	dir := t.TempDir()
	for shift, want := range map[string]string{"0,-30,0": "\noffset_m = [0.0, 1.17, 0.0] ", "0,80,0": "\n# offset_m = [0, 0, 0] "} {
		path := filepath.Join(dir, "p.json")
		text := strings.Replace(strings.Replace(lapel, "STITCHES", `[{"panel":"front","edge":2},{"panel":"collar","edge":0}]`, 1), `"translation":[0,0,0]`, `"translation":[`+shift+`]`, 1)
		text = strings.NewReplacer(`"translation":[0,0,2]`, `"translation":[`+shift+`]`, `"translation":[0,0,-2]`, `"translation":[`+shift+`]`).Replace(text)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := New(NewOptions{Patterns: []string{path}, Body: "stand", Fabric: "silk", Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(got), want) {
			t.Errorf("panels at %s: no %q in\n%s", shift, want, got)
		}
	}
}
