package sim

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
	"hysteron/param"
	"hysteron/render"
	"hysteron/scenes"
)

// trackedScene is a small sheet beside a body that a file moves, of a fabric in a file.
const trackedScene = `title = "tracked"
frames = 3
step_s = 0.02
[[motion]]
name = "late"
keys = [{ time_s = 0 }, { time_s = 50, offset_m = [1, 0, 0] }]
[[body]]
name = "tracked"
kind = "character"
file = "body.obj"
track = "track.pc2"
scale = 0.1
offset_m = [0.1, 0, 0.1]
[[body]]
name = "late"
kind = "sphere"
radius_m = 0.1
centre_m = [5, 0, 0]
subdivisions = 1
motion = "late"
[[sheet]]
name = "sheet"
size_m = [0.4, 0.4]
vertices = [6, 6]
mesh = "right"
fabric = "own.toml"
centre_m = [0, 0.15, 0]
pins = ["corner-00"]
[[friction_pair]]
curves = "pair.toml"
fabric = "own.toml"
body = "late"
`

const pairFile = `title = "pair"
source = "assumed: a test"
fabric = "own"
against = "late"
area_m2 = 0.01
[warp]
source = "assumed: a test"
load_n = [1, 2]
friction_n = [0.2, 0.4]
`

// tracked writes the scene with its files; set changes the last of the many samples of the track, or a file.
func tracked(t *testing.T, dir string, late float64, swap ...string) string {
	t.Helper()
	silk, err := os.ReadFile("../scenes/fabrics/silk.toml")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"scene.toml": trackedScene, "own.toml": string(silk), "pair.toml": pairFile,
		"body.obj": "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n",
	}
	for name, text := range files {
		for i := 0; i+1 < len(swap); i += 2 {
			text = strings.ReplaceAll(text, swap[i], swap[i+1])
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	w, err := formats.NewPC2Writer(filepath.Join(dir, "track.pc2"), 4, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 200 { // at 24 fps the last one is shown after 8 s
		x := []r3.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}}
		if i == 199 {
			x[1].X += late
		}
		if err := w.WriteFrame(x); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "scene.toml")
}

func loadFile(t *testing.T, path string, set ...string) *scenes.Setup {
	t.Helper()
	s, err := scenes.Load(path, set)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	return setup
}

// A run of a run's input.json alone has the same bits, and the same input.json, though the files that the scene named
// are gone, but for the track.
func TestRepeatFromInputAlone(t *testing.T) {
	files, first, again, third := t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir()
	scene := tracked(t, files, 0)
	azimuth := 0.5
	opt := Options{Dir: first, Backend: "cpu", CheckpointEvery: 2, NoRender: true, View: View{Azimuth: &azimuth}}
	mustRun(t, loadFile(t, scene, "sheet.sheet.fabric.warp.friction.tau=0.02", "friction.internal_scale=2"), opt)
	for _, name := range []string{"scene.toml", "own.toml", "pair.toml", "body.obj"} {
		if err := os.Remove(filepath.Join(files, name)); err != nil {
			t.Fatal(err)
		}
	}
	mustRun(t, loadFile(t, inputPath(first)), Options{Dir: again})
	sameRun(t, "repeated", first, again)
	if a, b := read(t, first, "input.json"), read(t, again, "input.json"); !bytes.Equal(a, b) {
		t.Errorf("another input.json:\n%s\n%s", a, b)
	}
	// It can be changed, and resumed.
	mustRun(t, loadFile(t, inputPath(first), "sheet.sheet.fabric.warp.friction.tau=0.03"), Options{Dir: third, Frames: 2})
	if bytes.Equal(read(t, first, "input.json"), read(t, third, "input.json")) {
		t.Error("the same input.json with another τ")
	}
	mustRun(t, loadFile(t, inputPath(third)), Options{Dir: third, Resume: true, Frames: 3})
}

// Options of the command line precede those of the run.
func TestRecall(t *testing.T) {
	half := 0.5
	run := map[string]any{
		"backend": "cpu", "checkpoint_every": int64(3), "pictures": false, "modes": []any{"strain"}, "range": 4.0,
		"camera": map[string]any{"eye_m": []any{1., 2., 3.}, "target_m": []any{0., 0., 0.}, "up": []any{0., 1., 0.},
			"fov_rad": 0.4},
	}
	var o Options
	if err := o.recall(run); err != nil {
		t.Fatal(err)
	}
	if o.Backend != "cpu" || o.CheckpointEvery != 3 || !o.NoRender || o.Modes[0] != "strain" || o.View.Range != 4 ||
		*o.View.Camera != (render.Camera{Eye: r3.Vec{X: 1, Y: 2, Z: 3}, Up: r3.Vec{Y: 1}, FovY: 0.4}) {
		t.Errorf("%+v", o)
	}
	o = Options{Backend: "gpu", CheckpointEvery: 5, Modes: []string{"shaded"}, View: View{Azimuth: &half, Range: 7}}
	if err := o.recall(run); err != nil {
		t.Fatal(err)
	}
	if o.Backend != "gpu" || o.CheckpointEvery != 5 || o.Modes[0] != "shaded" || o.View.Camera != nil ||
		o.View.Azimuth != &half || o.View.Range != 7 {
		t.Errorf("%+v", o)
	}
	if err := o.recall(map[string]any{"backend": "tpu", "checkpoint_every": int64(1)}); !param.IsInputError(err) || !strings.Contains(err.Error(), `run.backend: "tpu"`) {
		t.Error(err)
	}
}

// Resume refuses any other input, and names what differs. What differs later alone: TestResumeAfterLaterChange.
func TestResumeNamesWhatDiffers(t *testing.T) {
	files, dir := t.TempDir(), t.TempDir()
	opt := Options{Dir: dir, Backend: "cpu", NoRender: true, Frames: 2}
	scene := tracked(t, files, 0)
	mustRun(t, loadFile(t, scene), opt)
	opt.Resume, opt.Frames = true, 0
	for _, c := range []struct {
		late float64
		swap []string // in the files
		set  []string
		want string
	}{
		{1e-7, nil, nil, "track.pc2: the file has other contents"},
		{0, []string{"v 0 1 0", "v 0 1.001 0"}, nil, "body.obj: the file has other contents"},
		{0, []string{"name = \"late\"\nkeys", "name = \"late\"\ninterpolation = \"linear\"\nkeys"}, nil,
			"motion.late.interpolation: \"smooth\", now \"linear\""},
		{0, []string{"tau = 0.006", "tau = 0.007"}, nil, "sheet.sheet.fabric.warp.friction.tau: 0.006, now 0.007"},
		{0, []string{"friction_n = [0.2", "friction_n = [0.3"}, nil, "pair.toml: the file has other contents"},
		{0, nil, []string{"sheet.0.fabric.drag=1.5"}, "sheet.sheet.fabric.drag: 1.28, now 1.5"},
		{0, nil, []string{"sheet.0.fabric=silk", "friction_pair.0.fabric=silk"}, `sheet.sheet.fabric.base: "own.toml", now "silk"`},
		{0, nil, []string{"gravity_m_s2=[0, -9.8, 0]"}, "gravity_m_s2.1: -9.81, now -9.8"},
		{0, nil, []string{"air.gust_hz=2"}, "air.gust_hz: 0, now 2"},
		{0, nil, []string{"contact.stiffness_n_m3=1e6"}, "contact.stiffness_n_m3: 4000000, now 1000000"},
		{0, nil, []string{"step_s=0.01"}, "step_s: 0.02, now 0.01"},
		{0, nil, []string{"body.tracked.friction=0.7"}, "body.tracked.friction: absent, now 0.7"},
		{0, nil, []string{"body.late.radius_m=0.11"}, "body.late.radius_m: 0.1, now 0.11"},
		{0, nil, []string{`sheet.0.pins=["corner-11"]`}, `sheet.sheet.pins.0: "corner-00", now "corner-11"`},
		{0, nil, []string{"sheet.0.vertices=[6, 5]"}, "sheet.sheet.vertices.1: 6, now 5"},
		{0, nil, []string{"ground.height_m=-3"}, "ground: absent, now {"},
		{0, nil, []string{"sheet.0.name=other", "friction_pair=[]"}, "friction_pair: "},
	} {
		tracked(t, files, c.late, c.swap...)
		setup := loadFile(t, scene, c.set...)
		_, err := Run(context.Background(), setup, opt)
		if !param.IsInputError(err) || !strings.Contains(err.Error(), c.want) ||
			!strings.Contains(err.Error(), "expected the same") {
			t.Errorf("%q: %v", c.want, err)
		}
	}
	tracked(t, files, 0)
	mustRun(t, loadFile(t, scene, "sheet.0.colour=#123456", "title=other"), opt)
}

// LoadRun reports what is missing.
func TestLoadRunErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "scene.toml")
	put(t, filepath.Dir(file), map[string]string{"scene.toml": sheetScene})
	for _, dir := range []string{t.TempDir(), file, filepath.Join(file, "run")} {
		if _, err := LoadRun(dir); err == nil || !strings.Contains(err.Error(), "expected the folder of a run") {
			t.Errorf("%s: %v", dir, err)
		}
	}
}
