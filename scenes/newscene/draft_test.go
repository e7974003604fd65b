package newscene_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/formats"
	"hysteron/scenes"
	"hysteron/scenes/newscene"
	"hysteron/scenes/scenestest"
)

// A new scene is one that builds; its comments are the defaults: with all of them as keys it is the same scene.
func TestNew(t *testing.T) {
	files := scenestest.CharacterFiles(t)
	dir := filepath.Join(files, "scenes", "mine")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	cloth := filepath.Join(files, "2 shirts.obj")
	if err := os.WriteFile(cloth, []byte("v 0 2 0\nv 1 2 0\nv 0 3 0\nvt 0 0\nvt 1 0\nvt 0 1\nf 1/1 2/2 3/3\n"),
		0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		patterns []string
		body     string
		lines    []string
		frames   int
	}{
		{[]string{"trousers", "tee"}, "knee-lift", []string{"clip = \"knee-lift\"", "pattern = \"tee\"", "layer = 1",
			"# rotate_deg = [0, 0, 0]", "title = \"trousers and tee on mannequin\""}, 72},
		{[]string{cloth}, filepath.Join(files, "go.gltf"), []string{"animation = \"go\"", "file = \"../../go.gltf\"",
			"name = \"a-2-shirts\"", "file = \"../../2 shirts.obj\""}, 24},
		{[]string{cloth}, filepath.Join(files, "mesh.ply"), []string{"kind = \"character\"", "file = \"../../mesh.ply\""},
			48},
	} {
		text, err := newscene.New(newscene.Options{Patterns: c.patterns, Body: c.body, Fabric: "silk", Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range c.lines {
			if !strings.Contains(string(text), "\n"+l+" ") {
				t.Errorf("no line %s in\n%s", l, text)
			}
		}
		all := regexp.MustCompile(`(?m)^# ([a-z_0-9]+ = )`).ReplaceAll(text, []byte("$1"))
		if strings.Count(string(all), "\n# ") > 1 {
			t.Errorf("comments that are no keys:\n%s", all)
		}
		s, err := scenes.Parse(filepath.Join(dir, "s.toml"), text, nil)
		if err != nil {
			t.Fatal(err)
		}
		if s.Frames != c.frames {
			t.Errorf("%d frames, expected %d", s.Frames, c.frames)
		}
		full, err := scenes.Parse(filepath.Join(dir, "s.toml"), all, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(s, full, cmpopts.IgnoreUnexported(scenes.Scene{}), cmp.Exporter(func(reflect.Type) bool {
			return true
		}), cmpopts.IgnoreFields(scenes.Scene{}, "Text")); diff != "" {
			t.Error(diff)
		}
	}
	for _, c := range []struct{ pattern, body, fabric, want string }{
		{"tee", "fly", "silk", `no body "fly": expected mannequin, one of its clips stand,`},
		{"kilt.pdf", "stand", "silk", "kilt.pdf: expected a pattern, one of cushion, shirt, skirt, tee"},
		{"kilt.svg", "stand", "silk", "kilt.svg: cannot read"},
		{"kilt", "stand", "silk", `no built-in pattern "kilt"`},
		{"tee", "stand", "chiffon", `no built-in fabric "chiffon"`},
		{"tee", filepath.Join(files, "none.glb"), "silk", "none.glb: cannot read: no such file"},
	} {
		_, err := newscene.New(newscene.Options{Patterns: []string{c.pattern}, Body: c.body, Fabric: c.fabric, Dir: dir})
		scenestest.ExpectInput(t, err, c.want)
	}
	_, err := newscene.New(newscene.Options{Patterns: []string{"tee", "tee"}, Body: "stand", Fabric: "silk"})
	scenestest.ExpectInput(t, err, `two garments are called "tee"`)
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
	m, err := body.NewMannequin(body.DefaultMeasurements(), "stand")
	if err != nil {
		t.Fatal(err)
	}
	x := make([]r3.Vec, m.NumVertices())
	m.Positions(x, 0)
	post := write("post.obj", x, m.Triangles(), 100, r3.Vec{})
	skirt := scenestest.Upright(0.19, 0.7, 1.05)
	for _, c := range []struct {
		name  string
		shift r3.Vec
		scale float64
		want  []string
	}{
		{"worn.obj", r3.Vec{}, 1, []string{"scale = 1.0 ", "dress = true", "hold = [\"rim-0\"]", "rest = \"shape\""}},
		{"millimetres.obj", r3.Vec{}, 1000, []string{"scale = 0.001 ", "dress = true", "hold = [\"rim-0\"]",
			"edge_length_m = 0.03 "}},
		{"elsewhere.obj", r3.Vec{X: 2, Y: -1}, 1, []string{"scale = 1.0 ", "fit = true"}},
	} {
		text, err := newscene.New(newscene.Options{Patterns: []string{write(c.name, skirt.X, skirt.Tri, c.scale, c.shift)},
			Body: post, Fabric: "cotton", Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range append(c.want, "scale = 0.01 ") {
			if !strings.Contains(string(text), "\n"+want) {
				t.Errorf("%s: no %q in\n%s", c.name, want, text)
			}
		}
	}
	coat := scenestest.Upright(0.22, 0.9, 1.4)
	both := slices.Clone(skirt.Tri)
	for _, v := range coat.Tri {
		n := int32(len(skirt.X))
		both = append(both, [3]int32{v[0] + n, v[1] + n, v[2] + n})
	}
	text, err := newscene.New(newscene.Options{Patterns: []string{write("both.obj", append(slices.Clone(skirt.X),
		coat.X...), both, 1, r3.Vec{})}, Body: post, Fabric: "cotton", Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	_, tables, _ := strings.Cut(string(text), "[[mesh]]")
	inner, outer, _ := strings.Cut(tables, "[[mesh]]")
	for _, want := range []string{"name = \"both-1\"", "layer = 0 ", "piece = 1 ", "hold = [\"rim-0\"]"} {
		if !strings.Contains(inner, "\n"+want) {
			t.Errorf("the skirt below the coat: no %q in\n%s", want, inner)
		}
	}
	for _, want := range []string{"name = \"both-0\"", "layer = 1 ", "piece = 0 "} {
		if !strings.Contains(outer, "\n"+want) {
			t.Errorf("the coat: no %q in\n%s", want, outer)
		}
	}
	for name, text := range map[string]string{"gone.obj": "", "empty.obj": "v 0 0 0\n", "bad.glb": "glTF"} {
		path := filepath.Join(dir, name)
		if text != "" {
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		_, err := newscene.New(newscene.Options{Patterns: []string{path}, Body: "stand", Fabric: "silk", Dir: dir})
		scenestest.ExpectInput(t, err, name)
	}
}

// Panels around a body whose origin is in its middle are lifted; others stay where they are.
func TestNewLiftsPatterns(t *testing.T) {
	dir := t.TempDir()
	for shift, want := range map[string]string{"0,-30": "\noffset_m = [-0.15, 1.167, 0.0] ",
		"-15,80": "\n# offset_m = [0, 0, 0] "} {
		path := filepath.Join(dir, "p.json")
		text := strings.Replace(scenestest.Lapel, "STITCHES", `[{"panel":"front","edge":2},{"panel":"collar","edge":0}]`, 1)
		text = strings.NewReplacer(`"translation":[0,0,0]`, `"translation":[`+shift+`,30]`, `"translation":[0,0,2]`,
			`"translation":[`+shift+`,30]`, `"translation":[0,0,-2]`, `"translation":[`+shift+`,-30]`).Replace(text)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := newscene.New(newscene.Options{Patterns: []string{path}, Body: "stand", Fabric: "silk", Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(got), want) {
			t.Errorf("panels at %s: no %q in\n%s", shift, want, got)
		}
	}
}

// A garment that does not come on is left out of the scene, and told with what was tried; the others are written, at
// the place and scale that were found.
func TestNewLeavesOut(t *testing.T) {
	place := func(fails ...string) newscene.Finder {
		return func(u *scenes.Setup, garment int) (newscene.Place, error) {
			if name := u.Parts[garment].Name; slices.Contains(fails, name) {
				return newscene.Place{Fails: "8 places tried"}, nil
			}
			return newscene.Place{By: r3.Vec{Y: .1}, Scale: 1.2, Why: "as it was found"}, nil
		}
	}
	o := newscene.Options{Patterns: []string{"trousers", "tee"}, Body: "stand", Fabric: "cotton", Dir: t.TempDir(),
		Place: place("trousers")}
	text, err := newscene.New(o)
	var left *newscene.LeftOut
	if !errors.As(err, &left) || !slices.Equal(left.Names, []string{"trousers"}) {
		t.Fatalf("%v: expected that trousers are left out", err)
	}
	scenestest.ExpectInput(t, err, `trousers: body "mannequin" cannot wear this: 8 places tried`)
	for _, want := range []string{"\ntitle = \"tee on mannequin\"", "\nscale = 1.2 ", "\noffset_m = [0.0, 0.1, 0.0]",
		"\nlayer = 0"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(string(text), "trousers") {
		t.Errorf("trousers in\n%s", text)
	}
	o.Place = place("trousers", "tee")
	if text, err = newscene.New(o); text != nil || !errors.As(err, &left) || len(left.Names) != 2 {
		t.Errorf("%v, %q: expected no scene", err, text)
	}
}
