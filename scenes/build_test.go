package scenes

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cloth"
	"hysteron/formats"
	"hysteron/scenes/scenestest"
	"hysteron/step"
)

func build(t *testing.T, file, text string, set ...string) *Setup {
	t.Helper()
	s, err := Parse(file, []byte(text), set)
	if err != nil {
		t.Fatal(err)
	}
	u, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// Absent keys take the defaults of the packages that they are for.
func TestDefaults(t *testing.T) {
	u := build(t, "s.toml", scenestest.Minimal)
	if diff := cmp.Diff(step.DefaultSettings(), u.Settings); diff != "" {
		t.Error(diff)
	}
	s := u.Scene
	if s.UpAxis != "y" || s.FPS != 24 || s.StartFrame != 1 || s.Dress != (Dress{0.5, 0.02, false, true}) ||
		s.Ground != nil ||
		s.Camera != nil ||
		s.Render != (Render{1280, 720, "shaded", "standard", "studio"}) || s.Friction != (Friction{true, 1}) ||
		len(u.Colliders) != 0 {
		t.Errorf("%+v", s)
	}
	u = build(t, "s.toml", scenestest.Minimal+"[ground]\n[[body]]\nkind = \"mannequin\"\n")
	if u.Scene.Bodies[0].Measurements != (body.Measurements{}) || u.Scene.Bodies[0].Name != "mannequin" {
		t.Errorf("%+v", u.Scene.Bodies[0])
	}
	if len(u.Colliders) != 2 || u.Colliders[0].Friction != FabricFriction || u.Colliders[1].Surface != nil ||
		u.Colliders[1].Friction != 0.5 {
		t.Errorf("colliders %+v", u.Colliders)
	}
}

// Settings that the file gives arrive where they belong.
func TestSettings(t *testing.T) {
	u := build(t, "s.toml", strings.Replace(scenestest.Minimal, "frames = 2", `frames = 2
gravity_m_s2 = [0.5, -1.6, 0]
[solver]
tolerance_m = 1e-4
max_newton = 3
max_cg = 44
max_halvings = 2
[contact]
thickness_m = 0.002
stiffness_n_m3 = 1e5
friction_slip_m = 1e-5
self = false
self_thickness_m = 0.001
[air]
density_kg_m3 = 0
wind_m_s = [1, 2, 3]
gust = 0.25
gust_hz = 2
`, 1))
	want := step.Settings{
		Gravity: r3.Vec{X: 0.5, Y: -1.6}, Solver: step.Solver{Tolerance: 1e-4, Acceleration: 0.72, MaxNewton: 3, MaxCG: 44,
			MaxHalvings: 2, MostChange: 0.1, Integrator: step.Implicit, Oversample: 1},
		Contact: step.Contact{Thickness: 0.002, ContactStiffness: 1e5, FrictionSlip: 1e-5, OnNoRoom: "go-on",
			SelfThickness: 0.001},
		Air: step.Air{Wind: step.Wind{Velocity: r3.Vec{X: 1, Y: 2, Z: 3}, Gust: 0.25, Frequency: 2}},
	}
	if diff := cmp.Diff(want, u.Settings); diff != "" {
		t.Error(diff)
	}
}

// The frame interval is divided into whole, equal steps no longer than step_s.
func TestSteps(t *testing.T) {
	for _, c := range []struct {
		fps, step float64
		n         int
	}{
		{24, 0.004166666667, 10}, {24, 0.004166666666, 10}, {30, 0.008333333333, 4}, {24, 1. / 240, 10}, {60, 1. / 240, 4},
		{25, 1. / 240, 10}, {24, 0.1, 1}, {100, 0.003, 4},
	} {
		s := Scene{FPS: c.fps, MaxStep: c.step}
		if n := s.StepsPerFrame(); n != c.n {
			t.Errorf("%g fps, %g s: %d steps, expected %d", c.fps, c.step, n, c.n)
		}
		if h := s.StepSeconds(); math.Abs(h*float64(c.n)*c.fps-1) > 1e-15 || h > c.step*(1+1e-6) {
			t.Errorf("%g fps, %g s: step %g s", c.fps, c.step, h)
		}
	}
}

// Sheets of every mesh cover their rectangle once, lie as documented, and have the pins asked for.
func TestSheets(t *testing.T) {
	for _, mesh := range []string{"right", "alternating", "equilateral"} {
		for _, n := range [][2]int{{2, 2}, {3, 2}, {2, 3}, {6, 5}, {5, 6}} {
			name := fmt.Sprint(mesh, n)
			u := build(t, "s.toml", fmt.Sprintf(`[[sheet]]
name = "s"
size_m = [2, 1]
vertices = [%d, %d]
mesh = %q
fabric = "cotton"
centre_m = [10, 20, 30]
pins = ["corner-11", "edge-u0"]
release_s = 1.5
`, n[0], n[1], mesh))
			p, m := u.Parts[0], u.Model
			vertices := n[0] * n[1]
			if mesh == "equilateral" {
				vertices += n[1] / 2
			}
			if len(p.X) != vertices {
				t.Errorf("%s: %d vertices, expected %d", name, len(p.X), vertices)
			}
			area := 0.0
			for i, r := range m.Rest {
				area += r.Area
				if areaUV(m.UV[i]) <= 0 {
					t.Errorf("%s: triangle %d is clockwise", name, i)
				}
				if n := m.Normal(i, m.X0); n.Y <= 0 || n.X != 0 || n.Z != 0 {
					t.Errorf("%s: normal %v: expected it upwards", name, n)
				}
			}
			if math.Abs(area-2) > 1e-12 {
				t.Errorf("%s: area %g: expected 2", name, area)
			}
			// Euler: a disc has V − E + F = 1, and every inner edge is a hinge.
			if edges := (3*len(p.Tri) + boundary(p.Tri)) / 2; len(p.X)-edges+len(p.Tri) != 1 {
				t.Errorf("%s: %d vertices, %d edges, %d triangles: expected a disc", name, len(p.X), edges, len(p.Tri))
			}
			for v, x := range p.X {
				uv := cornerUV(&p, int32(v))
				if d := r3.Norm(r3.Sub(x, r3.Vec{X: 9 + uv.X, Y: 20, Z: 30.5 - uv.Y})); d > 1e-12 {
					t.Errorf("%s: vertex %d at %v for (u, v) = %v", name, v, x, uv)
				}
			}
			if len(p.Pins) != n[1]+1 {
				t.Errorf("%s: %d pins: expected %d", name, len(p.Pins), n[1]+1)
			}
			for _, pin := range p.Pins {
				uv := cornerUV(&p, pin.Vertex)
				if uv.X != 0 && uv != (r2.Vec{X: 2, Y: 1}) || pin.Point != p.X[pin.Vertex] || pin.Release != 1.5 ||
					pin.Kind != cloth.PinFixed {
					t.Errorf("%s: pin %+v at %v", name, pin, uv)
				}
			}
			for label, want := range map[string]int{"edge-u0": n[1], "edge-u1": n[1], "edge-v0": n[0], "corner-00": 1,
				"all": vertices} {
				if got := len(u.Pieces[0].Labels[label]); got != want {
					t.Errorf("%s: %d vertices on %s: expected %d", name, got, label, want)
				}
			}
		}
	}
}

// boundary counts the edges of one triangle only.
func boundary(tri [][3]int32) int {
	uses := map[[2]int32]int{}
	for _, t := range tri {
		for a := range 3 {
			uses[[2]int32{min(t[a], t[(a+1)%3]), max(t[a], t[(a+1)%3])}]++
		}
	}
	n := 0
	for _, k := range uses {
		if k == 1 {
			n++
		}
	}
	return n
}

func cornerUV(p *cloth.Part, v int32) r2.Vec {
	for i, t := range p.Tri {
		for a := range 3 {
			if t[a] == v {
				return p.UV[i][a]
			}
		}
	}
	return r2.Vec{X: math.NaN()}
}

// An edge length gives edges of about that length, equilateral ones all three.
func TestSheetEdgeLength(t *testing.T) {
	u := build(t, "s.toml", strings.Replace(scenestest.Minimal, "0.25", "0.02", 1))
	short := 0
	for _, h := range u.Model.Hinges {
		if h.Edge > 0.0204 {
			t.Errorf("edge of %g m: expected about 0.02", h.Edge)
		}
		if h.Edge < 0.0172 {
			short++
		}
	}
	// 59 rows; the 29 shifted ones have half an edge at both ends.
	if short != 2*29 {
		t.Errorf("%d edges are short: expected two in each of 29 rows", short)
	}
}

// A file with Z up describes the same scene as its Y-up twin.
func TestUpAxis(t *testing.T) {
	const entries = `
fps = 24
[air]
wind_m_s = %s
[[sheet]]
name = "s"
size_m = [2, 1]
vertices = [3, 3]
fabric = "cotton"
centre_m = %s
rotation_deg = %s
[[body]]
kind = "sphere"
radius_m = 0.5
centre_m = %s
velocity_m_s = %s
[camera]
eye_m = %s
target_m = %s
`
	y := build(t, "y.toml", "gravity_m_s2 = [1, -9, 2]\n"+fmt.Sprintf(entries, "[1, 2, 3]", "[4, 5, 6]", "[90, 0, 0]",
		"[7, 8, 9]", "[1, 0.5, 2]", "[1, 1, 3]", "[0, 1, 0]"))
	z := build(t, "z.toml", "up_axis = \"z\"\ngravity_m_s2 = [1, -2, -9]\n"+fmt.Sprintf(entries, "[1, -3, 2]",
		"[4, -6, 5]", "[90, 0, 0]", "[7, -9, 8]", "[1, -2, 0.5]", "[1, -3, 1]", "[0, 0, 1]"))
	if diff := cmp.Diff(y.Settings, z.Settings); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(y.Parts, z.Parts); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(y.Scene.Camera, z.Scene.Camera); diff != "" {
		t.Error(diff)
	}
	a, b := make([]r3.Vec, y.Bodies[0].NumVertices()), make([]r3.Vec, z.Bodies[0].NumVertices())
	y.Bodies[0].Positions(a, 2)
	z.Bodies[0].Positions(b, 2)
	if diff := cmp.Diff(a, b); diff != "" {
		t.Error(diff)
	}
	// Upright, the right side to the front, v upwards.
	if n := y.Model.Normal(0, y.Model.X0); !(n.Z > 0) || n.X != 0 || n.Y != 0 {
		t.Errorf("normal %v: expected it along +Z", n)
	}
	if x := y.Parts[0].X; x[0] != (r3.Vec{X: 3, Y: 4.5, Z: 6}) || x[len(x)-1] != (r3.Vec{X: 5, Y: 5.5, Z: 6}) {
		t.Errorf("corners %v, %v", x[0], x[len(x)-1])
	}
	// Turning about the vertical, and gravity by default, follow the file's up axis too.
	y = build(t, "y.toml", fmt.Sprintf(entries, "[0,0,0]", "[0,0,0]", "[0, 30, 0]", "[0,0,0]", "[0,0,0]", "[0,1,0]",
		"[0,0,0]"))
	z = build(t, "z.toml", "up_axis = \"z\"\n"+fmt.Sprintf(entries, "[0,0,0]", "[0,0,0]", "[0, 0, 30]", "[0,0,0]",
		"[0,0,0]", "[0,1,0]", "[0,0,0]"))
	for i := range y.Parts[0].X {
		if d := r3.Norm(r3.Sub(y.Parts[0].X[i], z.Parts[0].X[i])); d > 1e-15 {
			t.Errorf("vertex %d: %v and %v", i, y.Parts[0].X[i], z.Parts[0].X[i])
		}
	}
	if y.Settings.Gravity != z.Settings.Gravity {
		t.Errorf("gravity %v and %v", y.Settings.Gravity, z.Settings.Gravity)
	}
}

// Bodies and cloth from OBJ files, found from the scene's folder; the scale of texture
// coordinates is measured if it is not given.
func TestOBJ(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"tetrahedron.obj": "v 0 0 0\nv 100 0 0\nv 0 100 0\nv 0 0 100\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n",
		"square.obj":      "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text := `up_axis = "z"
[[body]]
kind = "obj"
file = "tetrahedron.obj"
scale = 0.01
offset_m = [0, 0, 5]
friction = 0.7
[[mesh]]
name = "m"
file = "square.obj"
fabric = "cotton"
pins = [3, 0, 3]
layer = 2
`
	u := build(t, filepath.Join(dir, "s.toml"), text)
	x := make([]r3.Vec, 4)
	u.Bodies[0].Positions(x, 0)
	if want := []r3.Vec{{Y: 5}, {X: 1, Y: 5}, {Y: 5, Z: -1}, {Y: 6}}; !cmp.Equal(x, want) {
		t.Errorf("body %v: expected %v", x, want)
	}
	if u.Colliders[0].Friction != 0.7 {
		t.Errorf("friction %g", u.Colliders[0].Friction)
	}
	p := u.Parts[0]
	if p.X[2] != (r3.Vec{X: 2, Z: -2}) || math.Abs(p.UV[0][1].X-2) > 1e-12 || len(p.Pins) != 2 || p.Pins[1].Vertex != 3 ||
		p.Gap != 2*u.Settings.Thickness {
		t.Errorf("mesh %+v", p)
	}
	u = build(t, filepath.Join(dir, "s.toml"), text, "mesh.m.uv_scale=3", "mesh.m.up_axis=y", "mesh.m.gap_m=0.001")
	if p := u.Parts[0]; p.UV[0][1].X != 3 || p.X[2] != (r3.Vec{X: 2, Y: 2}) || p.Gap != 0.001 {
		t.Errorf("mesh %+v", p)
	}
	var ply bytes.Buffer
	if err := formats.WritePLY(&ply, &formats.PLY{X: []r3.Vec{{}, {X: 100}, {Y: 100}, {Z: 100}}, Tri: [][3]int32{{0, 2, 1},
		{0, 1, 3}, {1, 2, 3}, {0, 3, 2}}}, false); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "tetrahedron.PLY"), ply.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	y := make([]r3.Vec, 4)
	build(t, filepath.Join(dir, "s.toml"), text, "body.0.file=tetrahedron.PLY").Bodies[0].Positions(y, 0)
	if !cmp.Equal(x, y) {
		t.Errorf("body %v from PLY: expected %v", y, x)
	}
	s, err := Parse(filepath.Join(dir, "s.toml"), []byte(text), []string{"mesh.m.file=tetrahedron.PLY"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Build()
	scenestest.ExpectInput(t, err, "mesh.0.file: tetrahedron.PLY")
	s, err = Parse(filepath.Join(dir, "s.toml"), []byte(text), []string{"mesh.m.pins=[4]"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Build()
	scenestest.ExpectInput(t, err, "mesh.0.pins: entry 0 is vertex 4: expected 0..3")
}

// A garment keeps its labels, panels' regions, layer and colour.
func TestGarment(t *testing.T) {
	u := build(t, "s.toml", `[[body]]
kind = "mannequin"
[[garment]]
name = "g"
pattern = "trousers"
edge_length_m = 0.05
fabric = "cotton-twill"
layer = 3
hold = ["lower_interface"]
colour = "#ff8000"
`)
	q := u.Pieces[0]
	if !q.Garment || q.Layer != 3 || q.Name != "g" || len(q.Labels["lower_interface"]) < 20 ||
		len(q.Panel) != len(u.Parts[0].Tri) || q.Panels[q.Panel[0]].Label != "leg" || len(q.Holds) != 1 {
		t.Errorf("piece %+v", q)
	}
	// sRGB 128/255 is 0.21586 in linear light.
	if q.Colour[0] != 1 || math.Abs(q.Colour[1]-0.2158605) > 1e-6 || q.Colour[2] != 0 {
		t.Errorf("colour %v", q.Colour)
	}
	if u.Parts[0].Gap != 3*u.Settings.Thickness+chordGap(u.Scene.Garments[0].EdgeLength) {
		t.Errorf("gap %g", u.Parts[0].Gap)
	}
}

// The same file builds the same setup, bit for bit.
func TestRepeatable(t *testing.T) {
	for _, name := range []string{"tee-trousers-knee-lift", "flag"} {
		var parts [2][]cloth.Part
		for i := range parts {
			s, err := Load(name, nil)
			if err != nil {
				t.Fatal(err)
			}
			u, err := s.Build()
			if err != nil {
				t.Fatal(err)
			}
			parts[i] = u.Parts
		}
		if !cmp.Equal(parts[0], parts[1]) {
			t.Errorf("%s: two builds differ", name)
		}
	}
}

// Garments are moved and turned as the file says, whichever axis it has up.
func TestGarmentPlace(t *testing.T) {
	const text = "up_axis = %q\n[[garment]]\nname = \"g\"\npattern = \"tee\"\nfabric = \"silk\"\nedge_length_m = 0.08\n"
	at := build(t, "s.toml", fmt.Sprintf(text, "y")).Parts[0].X
	// A quarter turn about the vertical takes the front, Z, to X.
	for axis, set := range map[string][]string{
		"y": {"garment.0.rotate_deg=[0, 90, 0]", "garment.0.offset_m=[1, 0.5, -2]"},
		"z": {"garment.0.rotate_deg=[0, 0, 90]", "garment.0.offset_m=[1, 2, 0.5]"},
	} {
		for v, x := range build(t, "s.toml", fmt.Sprintf(text, axis), set...).Parts[0].X {
			if want := (r3.Vec{X: 1 + at[v].Z, Y: 0.5 + at[v].Y, Z: -2 - at[v].X}); x != want {
				t.Fatalf("up_axis %s: vertex %d at %v, expected %v", axis, v, x, want)
			}
		}
	}
}
