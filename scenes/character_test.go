package scenes

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/scenes/scenestest"
)

func buildBody(t *testing.T, dir, keys string) (body.Body, *Setup, error) {
	t.Helper()
	text := scenestest.Minimal + "[[body]]\nkind = \"character\"\nfriction = 0.1\n" + keys
	s, err := Parse(filepath.Join(dir, "s.toml"), []byte(text), nil)
	if err != nil {
		return nil, nil, err
	}
	setup, err := s.Build()
	if err != nil {
		return nil, nil, err
	}
	return setup.Bodies[0], setup, nil
}

// Characters and tracks of every kind move as their files say, from where the scene starts them, in its units.
func TestCharacterBodies(t *testing.T) {
	dir := scenestest.CharacterFiles(t)
	for _, c := range []struct {
		keys string
		t, x float64 // of the first vertex
		lead float64
	}{
		{"file = \"go.gltf\"\n", .25, .5, 0},
		{"file = \"go.gltf\"\nanimation = \"go\"\nstart_s = 0.5\n", .25, 1.5, 1.2},
		{"file = \"go.gltf\"\nanimation = \"none\"\n", .25, 0, 0},
		{"file = \"go.gltf\"\nscale = 0.01\noffset_m = [7, 0, 0]\nstart_frame = 12\nclip_fps = 24\nsettle_s = 0\n", .25, 7.015, 0},
		{"file = \"go.gltf\"\nloop = true\nup_axis = \"z\"\nmeshes = [\"flag\"]\n", 2.25, .5, 0},
		{"file = \"mesh.obj\"\n", 9, 0, 0},
		{"file = \"mesh.ply\"\ntrack = \"go.mdd\"\n", .1, 1, 0},
		{"file = \"mesh.obj\"\ntrack = \"go.mdd\"\nstart_s = 0.1\n", .05, 1.5, 1.2},
		{"file = \"mesh.obj\"\ntrack = \"go.pc2\"\nclip_fps = 10\nscale = 2\n", .1, 2, 0},
		{"file = \"mesh.obj\"\ntrack = \"go-###.obj\"\nclip_fps = 10\nstart_frame = 1\n", .1, 2, 1.2},
	} {
		b, setup, err := buildBody(t, dir, c.keys)
		if err != nil {
			t.Errorf("%s%v", c.keys, err)
			continue
		}
		x := make([]r3.Vec, b.NumVertices())
		b.Positions(x, c.t)
		// A curve through the frames is at rest in the last one, so it is not halfway between them.
		tol := 1e-7
		if c.t == .05 {
			tol = .126
		}
		if math.Abs(x[0].X-c.x) > tol || body.LeadOf(b) != c.lead {
			t.Errorf("%sat %g s the first vertex is at %g, lead %g; want %g, %g", c.keys, c.t, x[0].X, body.LeadOf(b), c.x, c.lead)
		}
		var warned []string
		for _, p := range setup.Problems() {
			if p.Kind == OpenSurface {
				warned = append(warned, p.String())
			}
		}
		if open := strings.Contains(c.keys, "gltf"); open != (len(warned) == 1 && strings.Contains(warned[0], "a sheet of 1 triangles")) {
			t.Errorf("%s%q", c.keys, warned)
		}
	}
}

// Wrong keys and files are named.
func TestCharacterKeyErrors(t *testing.T) {
	dir := scenestest.CharacterFiles(t)
	for keys, words := range map[string][]string{
		"":                    {`key "file" of kind "character" is missing`},
		"file = \"none.glb\"": {"s.toml:12:1: body.0.file", "none.glb", "no such file"},
		"file = \"go.pc2\"":   {"body.0.file", "go.pc2", "expected"},
		"file = \"go.gltf\"\nanimation = \"run\"":              {"body.0.animation", `no animation "run": expected one of go`},
		"file = \"go.gltf\"\nmeshes = [\"x\"]":                 {`no mesh "x": expected some of flag, mesh-0`},
		"file = \"go.gltf\"\ntrack = \"go.pc2\"":               {"s.toml:13:1: body.0.track", "OBJ or PLY file only"},
		"file = \"go.gltf\"\nstart_s = 5":                      {"start at 5 s: expected at most the length of the animation, 1 s"},
		"file = \"go.gltf\"\nstart_s = 1\nstart_frame = 1":     {"either start_frame or start_s"},
		"file = \"mesh.obj\"\nanimation = \"go\"":              {"body.0.animation", "expected a glTF file"},
		"file = \"mesh.obj\"\nmeshes = [\"go\"]":               {"body.0.meshes", "expected a glTF file"},
		"file = \"mesh.obj\"\ntrack = \"none.pc2\"":            {"s.toml:13:1: body.0.track", "none.pc2", "no such file"},
		"file = \"mesh.obj\"\ntrack = \"few.pc2\"":             {"body.0.track", "1 samples of 1 points: expected at least one, of the 4 vertices"},
		"file = \"mesh.obj\"\ntrack = \"go.bin\"":              {"body.0.track", "expected a .pc2 or .mdd file"},
		"file = \"mesh.obj\"\ntrack = \"stop-##.obj\"":         {"body.0.track", "no file of that name"},
		"file = \"mesh.obj\"\ntrack = \"go.pc2\"\nstart_s = 5": {"start at 5 s: expected at most the length of the track"},
	} {
		_, _, err := buildBody(t, dir, keys)
		scenestest.ExpectInput(t, err, words...)
	}
}
