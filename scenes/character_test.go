package scenes

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
)

// tetrahedron as an OBJ file, moved along x.
func tetrahedronOBJ(x float64) string {
	return fmt.Sprintf("v %g 0 0\nv %g 0 0\nv %g 1 0\nv %g 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n", x, x+1, x, x)
}

// oneTriangleGLTF is a triangle on a node that goes from x = 0 to 2 in a second.
const oneTriangleGLTF = `{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"name":"flag"}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
"animations":[{"name":"go","samplers":[{"input":1,"output":2}],"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}],
"buffers":[{"uri":"go.bin","byteLength":68}],
"bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":8},{"buffer":0,"byteOffset":44,"byteLength":24}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},{"bufferView":1,"componentType":5126,"count":2,"type":"SCALAR"},
{"bufferView":2,"componentType":5126,"count":2,"type":"VEC3"}]}`

// characterFiles are a glTF file, and a mesh with a track of every kind that moves it by 1 along x per frame, from 0 on.
func characterFiles(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	write := func(name string, data any) {
		var b []byte
		switch d := data.(type) {
		case string:
			b = []byte(d)
		case []any:
			for _, v := range d {
				order := binary.ByteOrder(binary.LittleEndian)
				if filepath.Ext(name) == ".mdd" {
					order = binary.BigEndian
				}
				b, _ = binary.Append(b, order, v)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	points := func(x float32) []float32 { return []float32{x, 0, 0, x + 1, 0, 0, x, 1, 0, x, 0, 1} }
	write("go.gltf", oneTriangleGLTF)
	write("go.bin", []any{[]float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 2, 0, 0}})
	write("mesh.obj", tetrahedronOBJ(0))
	write("mesh.ply", "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n")
	write("go.pc2", []any{[]byte("POINTCACHE2\x00"), int32(1), int32(4), float32(1), float32(1), int32(3), points(0), points(1), points(2)})
	write("go.mdd", []any{[]int32{3, 4}, []float32{0, .1, .2}, points(0), points(1), points(2)})
	for i := range 3 {
		write(fmt.Sprintf("go-%03d.obj", i+8), tetrahedronOBJ(float64(i)))
	}
	write("few.pc2", []any{[]byte("POINTCACHE2\x00"), int32(1), int32(1), float32(1), float32(1), int32(1), []float32{0, 0, 0}})
	return dir
}

func buildBody(t *testing.T, dir, keys string) (body.Body, *Setup, error) {
	t.Helper()
	text := minimal + "[[body]]\nkind = \"character\"\nfriction = 0.1\n" + keys
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
	dir := characterFiles(t)
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
	dir := characterFiles(t)
	for keys, words := range map[string][]string{
		"":                    {`key "file" of kind "character" is missing`},
		"file = \"none.glb\"": {"s.toml:12:1: body.0.file", "none.glb", "no such file"},
		"file = \"go.pc2\"":   {"body.0.file", "go.pc2", "expected"},
		"file = \"go.gltf\"\nanimation = \"run\"":              {"body.0.file", `no animation "run": expected one of go`},
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
		expectInput(t, err, words...)
	}
}
