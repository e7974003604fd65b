package scenes

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/param"

	"hysteron/scenes/scenestest"
	"hysteron/step"
)

// everything is a scene with all kinds of cloth, files and bodies, up_axis z.
const everything = `title = "everything"
up_axis = "z"
[ground]
[air]
wind_m_s = [1, 2, 3]
[camera]
eye_m = [0, -3, 1]
target_m = [0, 0, 1]
[[motion]]
name = "late"
axis = [0, 0, 1]
keys = [{ time_s = 0 }, { time_s = 7, offset_m = [0, 0, 0.5] }, { time_s = 9, offset_m = [0, 0, 0.6] }]
[[body]]
kind = "mannequin"
clip = "walk"
[body.measurements]
waist_m = 0.85
[[body]]
kind = "funnel"
radius_m = 0.3
height_m = 0.2
neck_radius_m = 0.1
spout_m = 0.1
wall_m = 0.03
centre_m = [4, 0, 1]
motion = "late"
[[body]]
name = "big"
kind = "obj"
file = "big.obj"
friction = 0.2
[[garment]]
name = "tee"
pattern = "tee.json"
fabric = "own.toml"
edge_length_m = 0.08
layer = 1
[[garment]]
name = "trousers"
pattern = "trousers"
fabric = "silk"
edge_length_m = 0.08
hold = ["lower_interface"]
[[sheet]]
name = "sheet"
size_m = [1, 1]
vertices = [4, 4]
mesh = "right"
count = 2
spacing_m = [0, 0, 0.1]
rotation_deg = [0, 10, 0]
centre_m = [2, 0, 0]
pins = ["edge-u0"]
[[sheet.pin]]
at = ["edge-u1"]
motion = "late"
[sheet.fabric]
base = "own.toml"
drag = 2
warp.friction.tau = 0.02
[sheet.friction_map]
file = "map.obj"
[[tube]]
name = "tube"
radius_m = 0.05
length_m = 0.3
edge_length_m = 0.05
fabric = "cotton"
centre_m = [3, 0, 0]
[[mesh]]
name = "mesh"
file = "cloth.obj"
fabric = "silk"
gap_m = 0
pins = [0]
[[friction_pair]]
curves = "pair.toml"
fabric = "silk"
body = "big"
`

// writeEverything writes the files that the scene names, and gives the path of the scene.
func writeEverything(t *testing.T, dir string) string {
	t.Helper()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	tee, err := shipped.ReadFile("patterns/tee.json")
	if err != nil {
		t.Fatal(err)
	}
	silk, err := shipped.ReadFile("fabrics/silk.toml")
	if err != nil {
		t.Fatal(err)
	}
	write("tee.json", string(tee))
	write("own.toml", string(silk))
	write("pair.toml", pairText)
	var colours strings.Builder
	for i := range 16 {
		fmt.Fprintf(&colours, "v %d %d 0 0.5 0.5 0.5\n", i%4, i/4)
	}
	write("map.obj", colours.String()+"f 1 2 5\n")
	write("cloth.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nf 1/1 2/2 3/3\n")
	// More than input.json takes, with a comment that fills it.
	write("big.obj", "v 9 0 0\nv 9.1 0 0\nv 9 0.1 0\nv 9 0 0.1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"+
		strings.Repeat("# filler\n", maxEmbedded/9+1))
	return write("s.toml", everything)
}

func mustBuild(t *testing.T, s *Scene, err error) *Setup {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	u, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func mustInput(t *testing.T, u *Setup) []byte {
	t.Helper()
	text, err := u.Input("commit", u.Scene.Frames, map[string]any{"backend": "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// sameSetup compares all that a backend starts from, bit for bit.
func sameSetup(t *testing.T, a, b *Setup) {
	t.Helper()
	if !reflect.DeepEqual(a.Model, b.Model) || !reflect.DeepEqual(a.Pieces, b.Pieces) || a.Settings != b.Settings {
		t.Error("another model, other pieces or settings")
	}
	if len(a.Colliders) != len(b.Colliders) {
		t.Fatalf("%d colliders, expected %d", len(b.Colliders), len(a.Colliders))
	}
	for i := range a.Colliders {
		p, q := a.Colliders[i], b.Colliders[i]
		if p.Point != q.Point || p.Normal != q.Normal || p.Friction != q.Friction ||
			!reflect.DeepEqual(p.Measured, q.Measured) {
			t.Errorf("collider %d: %+v, expected %+v", i, q, p)
		}
		if p.Surface == nil {
			continue
		}
		at := func(s step.Surface, time float64) []r3.Vec {
			x := make([]r3.Vec, s.NumVertices())
			s.Positions(x, time)
			return x
		}
		for _, time := range []float64{0, 0.7, 8} {
			if !slices.Equal(at(p.Surface, time), at(q.Surface, time)) {
				t.Errorf("body %d is elsewhere at %g s", i, time)
			}
		}
	}
}

// A scene is built from its input.json alone as from its files, which are gone, but for the big one.
func TestInputAlone(t *testing.T) {
	dir := t.TempDir()
	scene := writeEverything(t, dir)
	s, err := Load(scene, []string{"garment.trousers.fabric.warp.k1_n_m=200", "body.0.measurements.chest_m=1.0"})
	first := mustBuild(t, s, err)
	if k := first.Parts[1].Fabric.Warp.Spring().K1; k != 200 {
		t.Errorf("k1 of the override is %g", k)
	}
	if f := first.Parts[2].Fabric; f.Drag != 2 || f.Warp.Dahl().Tau != 0.02 || f.Name != "own" ||
		f.Weft.Dahl().Tau != 0.006 {
		t.Errorf("fabric with changes: %+v", f)
	}
	text := mustInput(t, first)
	if !bytes.Contains(text, []byte(`"inseam_m": 0.`)) {
		t.Error("no measurement that follows others in input.json")
	}
	for _, name := range []string{"s.toml", "tee.json", "own.toml", "pair.toml", "map.obj", "cloth.obj"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	elsewhere := filepath.Join(t.TempDir(), "input.json")
	if err := os.WriteFile(elsewhere, text, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err = Load(elsewhere, nil)
	again := mustBuild(t, s, err)
	sameSetup(t, first, again)
	if s.Run["backend"] != "cpu" {
		t.Errorf("run %v", s.Run)
	}
	if other := mustInput(t, again); !bytes.Equal(text, other) {
		t.Errorf("another input.json:\n%s", cmp.Diff(string(text), string(other)))
	}
	// Overrides work on it as on the scene.
	s, err = Load(elsewhere, []string{"garment.tee.fabric=cotton", "garment.trousers.fabric.weft.friction.tau=0.5",
		"frames=3"})
	if u := mustBuild(t, s, err); u.Parts[0].Fabric.Name != "cotton" || u.Parts[1].Fabric.Weft.Dahl().Tau != 0.5 ||
		s.Frames != 3 {
		t.Errorf("overrides of input.json: %+v", u.Parts[1].Fabric)
	}

	big := filepath.Join(dir, "big.obj")
	data, err := os.ReadFile(big)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(big, append(data, '#'), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err = Load(elsewhere, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Build()
	scenestest.ExpectInput(t, err, big+": has changed since the run: its sha256 is", "expected", "body.2.file")
	if err := os.Remove(big); err != nil {
		t.Fatal(err)
	}
	s, _ = Load(elsewhere, nil)
	_, err = s.Build()
	scenestest.ExpectInput(t, err, big, "no such file")
}

// Whatever parameter differs, input.json differs, and Differences names it unless the motion does not
// depend on it.
func TestEveryParameterCounts(t *testing.T) {
	s, err := Load(writeEverything(t, t.TempDir()), nil)
	u := mustBuild(t, s, err)
	text, before := mustInput(t, u), mustPrint(t, u)
	d, err := param.ParseJSON("input.json", text)
	if err != nil {
		t.Fatal(err)
	}
	values := d.Root["values"].(map[string]any)
	tried, free := 0, []string{}
	blank := Scene{Name: s.Name, Path: s.Path, Text: s.Text, used: s.used}
	same := blank
	if err := same.decode(&param.Document{Root: deepCopy(values).(map[string]any)}, nil); err != nil {
		t.Fatal(err)
	}
	if other := mustInput(t, &Setup{Scene: &same}); !bytes.Equal(text, other) {
		t.Fatal(cmp.Diff(string(text), string(other)))
	}
	try := func(path string, old any, set func(any)) {
		defer set(old)
		var now any
		var other Scene
		var err error
		for _, now = range changed(path, old) {
			set(now)
			other = blank
			if err = other.decode(&param.Document{File: "values", Root: deepCopy(values).(map[string]any)}, nil); err == nil {
				break
			}
		}
		switch {
		case now == nil, strings.HasPrefix(path, "body.1.velocity"), strings.HasPrefix(path, "motion.0.keys.0."):
			return // it has a motion, which begins with 0
		case err != nil:
			t.Fatalf("%s = %v: %v", path, now, err)
		}
		// Fabrics have been resolved already.
		v := &Setup{Scene: &other}
		if bytes.Equal(text, mustInput(t, v)) {
			t.Errorf("%s = %v, then %v: the same input.json", path, old, now)
		}
		found, _, err := Differences(before, mustPrint(t, v))
		if err != nil {
			t.Fatal(err)
		}
		switch tried++; {
		case len(found) == 0:
			free = append(free, path)
		case len(found) != 1 || !strings.Contains(found[0], strings.TrimRight(path[strings.LastIndexByte(path, '.')+1:],
			"0123456789")):
			t.Errorf("%s = %v, then %v: differences %q", path, old, now, found)
		}
	}
	eachLeaf("", values, try)
	if tried < 300 {
		t.Errorf("only %d parameters tried", tried)
	}
	for _, path := range free {
		top, _, _ := strings.Cut(path, ".")
		if !slices.Contains([]string{"title", "frames", "camera", "render"}, top) && !strings.HasSuffix(path, ".colour") {
			t.Errorf("%s differs, but Differences says nothing", path)
		}
	}
}

func mustPrint(t *testing.T, u *Setup) []byte {
	t.Helper()
	p, err := u.Print()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// changed are other values, of which one at least should be allowed where there are any.
func changed(path string, v any) []any {
	key := path[strings.LastIndexByte(path, '.')+1:]
	switch v := v.(type) {
	case bool:
		return []any{!v}
	case float64:
		return []any{v*0.999 + 1e-9}
	case int64:
		return []any{v + 1, v - 1, 1e-3}
	case string:
		words := map[string][2]string{
			"up_axis": {"y", "z"}, "mode": {"shaded", "strain"}, "quality": {"draft", "standard"}, "interpolation": {"smooth",
				"linear"},
			"mesh": {"right", "equilateral"}, "warp": {"along", "around"}, "clip": {"stand", "walk"},
			"bending": {"hinge", "curvature"},
		}
		if w, ok := words[key]; ok {
			return []any{w[slices.Index(w[:], v)^1]}
		}
		if slices.Contains([]string{"title", "source", "base"}, key) {
			return []any{v + "x"}
		}
		if key == "colour" {
			return []any{"#123456"}
		}
	}
	return nil
}

// eachLeaf calls back for all values that are no tables and lists.
func eachLeaf(path string, v any, try func(path string, old any, set func(any))) {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if at := param.Join(path, key); isLeaf(v[key]) {
				try(at, v[key], func(now any) { v[key] = now })
			} else {
				eachLeaf(at, v[key], try)
			}
		}
	case []any:
		for i := range v {
			if at := param.Join(path, strconv.Itoa(i)); isLeaf(v[i]) {
				try(at, v[i], func(now any) { v[i] = now })
			} else {
				eachLeaf(at, v[i], try)
			}
		}
	}
}

func isLeaf(v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return false
	}
	return true
}

func deepCopy(v any) any {
	switch v := v.(type) {
	case map[string]any:
		c := map[string]any{}
		for k := range v {
			c[k] = deepCopy(v[k])
		}
		return c
	case []any:
		c := make([]any, len(v))
		for i := range v {
			c[i] = deepCopy(v[i])
		}
		return c
	}
	return v
}

// What is wrong in an input.json is told with its line and key.
func TestInputErrors(t *testing.T) {
	s, err := Parse("s.toml", []byte(scenestest.Minimal), nil)
	good := string(mustInput(t, mustBuild(t, s, err)))
	for _, c := range []struct{ old, new, want string }{
		{good, "", "unexpected EOF: expected JSON"},
		{good, "[]", "expected a JSON object"},
		{good, good + "{}", "more after the end"},
		{good, strings.Repeat("[", 100), "more than 32 tables and lists inside each other"},
		{`"fps": 24`, `"fps": -24`, "fps: -24: expected a finite number > 0"},
		{`"fps": 24`, `"fps": 1e999`, "values.fps: 1e999: expected a finite number"},
		{`"fps": 24`, `"fps": null`, "fps: null: expected a finite number"},
		{`"fps": 24`, `"fsp": 24`, `fsp: unknown key: expected "fps"?`},
		{`"fps": 24`, `"fps": 24, "fps": 25`, "values.fps: is there twice"},
		{`"fps": 24`, `"fps" 24`, "expected JSON"},
		{`"tau": 0.006`, `"tau": "x"`, `sheet.0.fabric.shear.friction.tau: text "x": expected a finite number`},
		{`"input-1"`, `"input-7"`, `hysteron: "input-7": expected one of "input-1"`},
		{`"scene": "s"`, `"sceen": "s"`, `sceen: unknown key: expected "scene"?`},
		{`"name": "built-in fabric cotton"`, `"name": 3`, "file.0.name: 3: expected text in quotes"},
	} {
		if !strings.Contains(good, c.old) {
			if c.old = strings.Replace(c.old, "0.006", "0.0", 1); !strings.Contains(good, c.old) {
				t.Fatalf("no %q in\n%s", c.old, good)
			}
		}
		s, err := ParseInput("input.json", []byte(strings.Replace(good, c.old, c.new, 1)), nil)
		if err == nil {
			_, err = s.Build()
		}
		scenestest.ExpectInput(t, err, c.want, "input.json")
	}
	_, err = ParseInput("input.json", []byte(strings.Replace(good, `"fps": 24`, `"fps": -24`, 1)), nil)
	line := 1 + strings.Count(good[:strings.Index(good, `"fps"`)], "\n")
	scenestest.ExpectInput(t, err, fmt.Sprintf("input.json:%d:5: fps", line), `| `+`    "fps": -24`)
}

// Files that move bodies are known by all their bytes, the last frame and buffers beside them too.
func TestInputKnowsWholeTracks(t *testing.T) {
	dir := scenestest.CharacterFiles(t)
	for keys, files := range map[string][]string{
		"file = \"go.gltf\"\n":                          {"go.gltf", "go.bin"},
		"file = \"mesh.ply\"\ntrack = \"go.mdd\"\n":     {"mesh.ply", "go.mdd"},
		"file = \"mesh.obj\"\ntrack = \"go.pc2\"\n":     {"mesh.obj", "go.pc2"},
		"file = \"mesh.obj\"\ntrack = \"go-###.obj\"\n": {"go-008.obj", "go-010.obj"},
		"file = \"mesh.obj\"\n[[friction_pair]]\ncurves = \"pair.toml\"\nfabric = \"cotton\"\n" +
			"body = \"character\"\n": {"pair.toml"},
	} {
		if err := os.WriteFile(filepath.Join(dir, "pair.toml"), []byte(pairText), 0o600); err != nil {
			t.Fatal(err)
		}
		_, u, err := buildBody(t, dir, keys)
		if err != nil {
			t.Fatal(err)
		}
		text, print := mustInput(t, u), mustPrint(t, u)
		for _, name := range files {
			path := filepath.Join(dir, name)
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			// The lowest bits of the last number, or a blank at the end of a text.
			other := append(slices.Clone(data), '\n')
			if ext := filepath.Ext(name); ext == ".pc2" || ext == ".mdd" || ext == ".bin" {
				other = slices.Clone(data)
				other[len(data)-4] ^= 1
			}
			if err := os.WriteFile(path, other, 0o600); err != nil {
				t.Fatal(err)
			}
			_, v, err := buildBody(t, dir, keys)
			if err != nil {
				t.Fatal(err)
			}
			found, _, err := Differences(print, mustPrint(t, v))
			named := strings.NewReplacer("008", "###", "010", "###", "go.bin", "go.gltf").Replace(name)
			if err != nil || len(found) != 1 || !strings.HasPrefix(found[0], named+": the file has other contents") {
				t.Errorf("%s changed: differences %q, %v", name, found, err)
			}
			s, err := ParseInput("input.json", text, nil)
			if err != nil {
				t.Fatal(err)
			}
			// What stands in input.json is taken from there; what is too large, or not text, must be the same.
			again, err := s.Build()
			if embedded := slices.Contains([]string{"mesh.ply", "mesh.obj", "pair.toml"}, name); embedded {
				if err != nil {
					t.Errorf("%s changed beside its input.json: %v", name, err)
				} else {
					sameSetup(t, u, again)
				}
			} else {
				scenestest.ExpectInput(t, err, named+": has changed since the run", "expected")
			}
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// What differs from a time on leaves the motion before it as it is; anything else acts from the start.
func TestDifferencesSince(t *testing.T) {
	const scene = `
fps = 24
frames = 13
[[motion]]
name = "m"
keys = [{ time_s = 0 }, { time_s = 0.3, offset_m = [0.1, 0, 0] }, { time_s = 0.5, offset_m = [0.2, 0, 0] }]
[[body]]
name = "ball"
kind = "sphere"
radius_m = 0.1
motion = "m"
[[sheet]]
name = "s"
size_m = [0.2, 0.2]
vertices = [3, 3]
fabric = "silk"
centre_m = [0, 3, 0]
release_s = 0.7
pins = ["corner-00"]
[[sheet.pin]]
at = ["corner-11"]
release_s = 0.8
[[sheet.pin]]
at = ["corner-01"]
body = "ball"
release_s = 0.9
`
	print := func(text string) []byte {
		t.Helper()
		s, err := Parse("s.toml", []byte(text), nil)
		if err != nil {
			t.Fatal(err)
		}
		u, err := s.Build()
		if err != nil {
			t.Fatal(err)
		}
		return mustPrint(t, u)
	}
	for _, c := range []struct {
		old, new string
		since    float64
	}{
		{"", "", math.Inf(1)},
		{"frames = 13", "frames = 20", math.Inf(1)},
		{"[0.2, 0, 0]", "[0.3, 0, 0]", 0.3},
		{"time_s = 0.5", "time_s = 0.6", 0.3},
		{", { time_s = 0.5, offset_m = [0.2, 0, 0] }", "", 0.3},
		{"[0.2, 0, 0] }", "[0.2, 0, 0] }, { time_s = 1 }", 0.5},
		{"[0.1, 0, 0]", "[0.15, 0, 0]", 0},
		{"name = \"m\"\n", "name = \"m\"\ninterpolation = \"linear\"\n", math.Inf(-1)},
		{"release_s = 0.7\n", "", 0.7},
		{"release_s = 0.8", "release_s = 0.4", 0.4},
		{"release_s = 0.9", "release_s = 0.4", math.Inf(-1)}, // fastened to a body
		{"\"silk\"", "\"cotton\"", math.Inf(-1)},
	} {
		found, since, err := Differences(print(scene), print(strings.Replace(scene, c.old, c.new, 1)))
		if err != nil || since != c.since || (len(found) == 0) != math.IsInf(c.since, 1) {
			t.Errorf("%q → %q: %q, the same until %g s, %v: expected %g", c.old, c.new, found, since, err, c.since)
		}
	}
	found, since, err := Differences(print(scene), print(strings.NewReplacer("[0.2, 0, 0]", "[0.3, 0, 0]", "\"silk\"",
		"\"cotton\"").Replace(scene)))
	if err != nil || len(found) < 2 || !math.IsInf(since, -1) {
		t.Errorf("two changes, one from the start: %q, %g s, %v", found, since, err)
	}
}

// What decides the start is the same however the path of a file is spelt and wherever its folder is, and another where
// its contents are.
func TestDressPrintOfPaths(t *testing.T) {
	print := func(dir, file, fabric string) string {
		t.Helper()
		u, err := buildFiles(t, dir, "[[mesh]]\nname = \"g\"\nrest = \"shape\"\nfile = \""+file+"\"\nfabric = \""+
			fabric+"\"\n")
		if err != nil {
			t.Fatal(err)
		}
		text, err := u.DressPrint()
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	dirs := []string{t.TempDir(), t.TempDir(), t.TempDir()}
	for i, dir := range dirs {
		if err := os.WriteFile(filepath.Join(dir, "g.obj"), []byte(ring(22, 40+i/2)), 0o666); err != nil {
			t.Fatal(err)
		}
		silk, err := os.ReadFile("fabrics/silk.toml")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "f.toml"), silk, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want := print(dirs[0], "g.obj", "f.toml")
	for _, file := range []string{"./g.obj", "../" + filepath.Base(dirs[0]) + "/g.obj", filepath.Join(dirs[0], "g.obj")} {
		if print(dirs[0], file, "f.toml") != want {
			t.Errorf("%s: expected what it is of g.obj", file)
		}
	}
	if print(dirs[0], "g.obj", "./f.toml") != want || print(dirs[1], "g.obj", "f.toml") != want {
		t.Error("expected another path to the fabric, and another folder, to change nothing")
	}
	if print(dirs[2], "g.obj", "f.toml") == want {
		t.Error("expected other contents to change it")
	}
}
