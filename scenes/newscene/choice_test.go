package newscene_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
	"hysteron/pattern"
	"hysteron/scenes/newscene"
	"hysteron/scenes/scenestest"
)

// writeMesh writes a mesh, scaled, and gives its path.
func writeMesh(t *testing.T, path string, x []r3.Vec, tri [][3]int32, scale float64) string {
	t.Helper()
	o := &formats.OBJ{Tri: tri}
	for _, p := range x {
		o.X = append(o.X, r3.Scale(scale, p))
	}
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

// post is a closed post of that many sides, of half axes a and b, from the ground up.
func post(n int, a, b, high float64) (x []r3.Vec, tri [][3]int32) {
	for _, y := range []float64{0, high} {
		for i := range n {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
			x = append(x, r3.Vec{X: a * cos, Y: y, Z: -b * sin})
		}
	}
	x = append(x, r3.Vec{}, r3.Vec{Y: high})
	for i := range int32(n) {
		k, m := (i+1)%int32(n), int32(n)
		tri = append(tri, [3]int32{i, k, m + k}, [3]int32{i, m + k, m + i}, [3]int32{2 * m, k, i},
			[3]int32{2*m + 1, m + i, m + k})
	}
	return x, tri
}

// A body that is no body for a garment is refused with the reason, and nothing is written of the scene.
func TestNewRefuses(t *testing.T) {
	dir := t.TempDir()
	tube := scenestest.Upright(0.15, 5, 5.4)
	cloth := writeMesh(t, filepath.Join(dir, "tube.obj"), tube.X, tube.Tri, 1)
	for name, c := range map[string]struct {
		a, b, high float64
		want       string // empty: it can wear it
	}{
		"fits":  {.15, .14, 1.7, ""},
		"sheet": {.5, .005, 1.7, "it is a sheet, 1.7 m tall and 0.01 m deep"},
		"tower": {.15, .14, 4, "is 4 m tall: expected 0.5 to 2.6 m; --body-scale"},
		"thick": {.6, .6, 1.7, "m round, the garment"},
	} {
		x, tri := post(24, c.a, c.b, c.high)
		text, err := newscene.New(newscene.Options{Patterns: []string{cloth},
			Body: writeMesh(t, filepath.Join(dir, name+".obj"), x, tri, 1), Fabric: "cotton", Dir: dir})
		if c.want == "" {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		scenestest.ExpectInput(t, err, c.want, fmt.Sprintf("body %q", name))
		if about := "tube.obj"; name != "tower" && !strings.Contains(err.Error(), about) {
			t.Errorf("%s: %v: expected %s to be named", name, err, about)
		}
		if text != nil {
			t.Errorf("%s: there is a scene:\n%s", name, text)
		}
	}
	if text, err := newscene.New(newscene.Options{Patterns: []string{"tee"}, Body: "walk", Fabric: "coton", Dir: dir}); text != nil || err == nil || !strings.Contains(err.Error(), `no built-in fabric "coton"`) {
		t.Errorf("%v of a fabric that is not there: expected no scene,\n%s", err, text)
	}
}

// Units that are given are kept, where others would be found; of a file of several pieces those that are named are
// taken.
func TestNewKeepsChoices(t *testing.T) {
	dir := t.TempDir()
	tube, coat := scenestest.Upright(0.15, 0.3, 0.6), scenestest.Upright(0.2, 0.3, 1.1)
	both := append([][3]int32{}, tube.Tri...)
	for _, v := range coat.Tri {
		n := int32(len(tube.X))
		both = append(both, [3]int32{v[0] + n, v[1] + n, v[2] + n})
	}
	cloth := writeMesh(t, filepath.Join(dir, "two.obj"), append(append([]r3.Vec{}, tube.X...), coat.X...), both, 10)
	x, tri := post(24, .14, .13, 1.7)
	o := newscene.Options{Patterns: []string{cloth}, Body: writeMesh(t, filepath.Join(dir, "post.obj"), x, tri, 100),
		Fabric: "cotton", Dir: dir}
	for _, c := range []struct {
		scale, size float64
		only        []string
		want        []string
		never       string
	}{
		{0, 0, nil, []string{"scale = 0.01 ", "scale = 0.1 ", "name = \"two-0\"", "name = \"two-1\""}, "scale = 0.12"},
		{0.12, 0.009, []string{"two-0"}, []string{"scale = 0.009 ", "scale = 0.12 ", "name = \"two-0\"", "layer = 0 "},
			"two-1\""},
	} {
		o.Scale, o.Size, o.Only = c.scale, c.size, c.only
		text, err := newscene.New(o)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			if !strings.Contains(string(text), "\n"+want) {
				t.Errorf("no %q in\n%s", want, text)
			}
		}
		if strings.Contains(string(text), c.never) {
			t.Errorf("%q in\n%s", c.never, text)
		}
	}
	o.Only = []string{"two-7"}
	_, err := newscene.New(o)
	scenestest.ExpectInput(t, err, `no garment "two-7": expected one of`, `"two-1"`)
}

// Pieces that are groups of their own in the file are called as these; where groups do not tell them apart, they have
// numbers.
func TestNewNamesPieces(t *testing.T) {
	dir := t.TempDir()
	x, tri := post(24, .14, .13, 1.7)
	body := writeMesh(t, filepath.Join(dir, "post.obj"), x, tri, 1)
	tube, coat := scenestest.Upright(0.15, 0.3, 0.6), scenestest.Upright(0.2, 0.3, 1.1)
	for name, c := range map[string]struct {
		groups [2]string
		want   []string
	}{
		"named": {[2]string{"skirt.001", "the coat"}, []string{"skirt-001", "the-coat"}},
		"alike": {[2]string{"suit", "suit"}, []string{"alike-0", "alike-1"}},
	} {
		o := &formats.OBJ{X: append(append([]r3.Vec{}, tube.X...), coat.X...), Groups: c.groups[:]}
		for k, s := range []pattern.Surface{tube, coat} {
			for _, v := range s.Tri {
				n := int32(k * len(tube.X))
				o.Tri, o.Group = append(o.Tri, [3]int32{v[0] + n, v[1] + n, v[2] + n}), append(o.Group, int32(k))
			}
		}
		path := filepath.Join(dir, name+".obj")
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := formats.WriteOBJ(f, o); err != nil {
			t.Fatal(err)
		}
		f.Close()
		text, err := newscene.New(newscene.Options{Patterns: []string{path}, Body: body, Fabric: "cotton", Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			if !strings.Contains(string(text), fmt.Sprintf("\nname = %q ", want)) {
				t.Errorf("%s: no piece called %q in\n%s", name, want, text)
			}
		}
	}
}
