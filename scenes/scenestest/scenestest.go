// Package scenestest holds what tests of scenes share.
package scenestest

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/param"
	"hysteron/pattern"
)

// Minimal is the least that is a scene; tests append to it or replace in it.
const Minimal = `title = "t"
frames = 2

[[sheet]]
name = "cloth"
size_m = [1, 1]
edge_length_m = 0.25
fabric = "cotton"
`

// Curtain is a sheet of 51 × 51 vertices with contact that hangs by its upper edge before a camera.
const Curtain = `fps = 30
step_s = 0.00834
[ground]
[[sheet]]
name = "sheet"
size_m = [1, 1]
vertices = [51, 51]
fabric = "cotton"
centre_m = [0, 1.5, 0]
rotation_deg = [90, 0, 0]
pins = ["edge-v1"]
[camera]
eye_m = [0.9, 1.5, 3.6]
target_m = [0, 1.3, 0]
fov_deg = 36
`

// Cross has a flap that hangs 4 cm through a sheet held at its corners, over a ball.
const Cross = `
fps = 24
frames = 2
step_s = 0.0139
[[body]]
kind = "sphere"
radius_m = 0.1
centre_m = [0, 0.88, 0]
subdivisions = 2
[[sheet]]
name = "floor"
size_m = [0.6, 0.6]
vertices = [13, 13]
fabric = "cotton"
centre_m = [0, 1, 0]
pins = ["corner-00", "corner-10", "corner-01", "corner-11"]
[[sheet]]
name = "flap"
size_m = [0.3, 0.3]
vertices = [7, 7]
fabric = "cotton"
centre_m = [0.013, 1.11, 0.017]
rotation_deg = [90, 0, 0]
`

// OnBall is a sheet of silk that is dropped over a small ball: with keys and tables that stand before, and keys of the
// sheet and tables that stand behind.
func OnBall(before, behind string) string {
	return `
fps = 24
step_s = 0.0139
` + before + `[[body]]
kind = "sphere"
radius_m = 0.1
centre_m = [0, 0.1, 0]
subdivisions = 2
[[sheet]]
name = "sheet"
size_m = [0.4, 0.4]
fabric = "silk"
centre_m = [0.01, 0.23, 0.005]
` + behind
}

// ExpectInput fails unless err is an input error whose text has all words.
func ExpectInput(t testing.TB, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error: expected one with %q", words)
	}
	var e *param.InputError
	if !errors.As(err, &e) || !param.IsInputError(err) {
		t.Errorf("%T %v: expected an *param.InputError", err, err)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error lacks %q:\n%v", w, err)
		}
	}
}

// Lapel is a front whose collar is sewn on with its wrong side to the front's right side, and a facing into the same
// seam: three layers.
const Lapel = `{"properties":{"units_in_meter":100,"curvature_coords":"relative"},"pattern":{"panels":{
"front":{"vertices":[[0,0],[30,0],[30,40],[0,40]],"edges":[{"endpoints":[0,1]},{"endpoints":[1,2]},{"endpoints":[2,3]},{"endpoints":[3,0]}],"translation":[0,0,0],"rotation":[0,0,0]},
"collar":{"vertices":[[0,40],[30,40],[30,50],[0,50]],"edges":[{"endpoints":[0,1]},{"endpoints":[1,2]},{"endpoints":[2,3]},{"endpoints":[3,0]}],"translation":[0,0,2],"rotation":[0,0,0]},
"facing":{"vertices":[[0,40],[30,40],[30,50],[0,50]],"edges":[{"endpoints":[0,1]},{"endpoints":[1,2]},{"endpoints":[2,3]},{"endpoints":[3,0]}],"translation":[0,0,-2],"rotation":[0,0,0]}
},"stitches":[STITCHES]}}`

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

// CharacterFiles are a glTF file, and a mesh with a track of every kind that moves it by 1 along x per frame, from 0
// on.
func CharacterFiles(t testing.TB) (dir string) {
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
	write("mesh.ply", "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float "+
		"z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 "+
		"3\n3 1 2 3\n3 2 0 3\n")
	write("go.pc2", []any{[]byte("POINTCACHE2\x00"), int32(1), int32(4), float32(1), float32(1), int32(3), points(0),
		points(1), points(2)})
	write("go.mdd", []any{[]int32{3, 4}, []float32{0, .1, .2}, points(0), points(1), points(2)})
	for i := range 3 {
		write(fmt.Sprintf("go-%03d.obj", i+8), tetrahedronOBJ(float64(i)))
	}
	write("few.pc2", []any{[]byte("POINTCACHE2\x00"), int32(1), int32(1), float32(1), float32(1), int32(1),
		[]float32{0, 0, 0}})
	return dir
}

// Upright is an upright tube, open above and below, with its own pattern as texture.
func Upright(radius, low, high float64) pattern.Surface {
	const n, m = 24, 6
	var s pattern.Surface
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

// SewnOBJ is an OBJ file of two sheets of 20 × 15 cm, 10 cm apart, with edges from each to the other.
func SewnOBJ() string {
	var v, vt, f strings.Builder
	for i := range 8 {
		for j := range 5 {
			z := .05 * float64(i)
			if i > 3 {
				z += .05
			}
			fmt.Fprintf(&v, "v %g 1 %g\n", .05*float64(j), z)
			fmt.Fprintf(&vt, "vt %g %g\n", .05*float64(j), -z)
			if a := 5*i + j + 1; i%4 < 3 && j < 4 {
				fmt.Fprintf(&f, "f %d/%d %d/%d %d/%d %d/%d\n", a, a, a+5, a+5, a+6, a+6, a+1, a+1)
			}
		}
	}
	for j := range 5 {
		fmt.Fprintf(&f, "l %d %d\n", 16+j, 21+j)
	}
	return v.String() + vt.String() + f.String()
}
