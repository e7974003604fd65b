package scenes

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// rigidScene is a scene with a rigid body, and with these files beside it.
func rigidScene(t *testing.T, text string) (*Setup, error) {
	t.Helper()
	dir := t.TempDir()
	files := cubeFiles()
	files["scene.toml"] = "[[rigid]]\nname = \"r\"\n" + text
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Load(filepath.Join(dir, "scene.toml"), nil)
	if err != nil {
		return nil, err
	}
	return s.Build()
}

// TestRigidKinds: of each kind the surface is closed, and its mass and second moments those of the shape, less what
// flat triangles leave out.
func TestRigidKinds(t *testing.T) {
	const pi = math.Pi
	for _, c := range []struct {
		text              string
		volume, tolerance float64
		second            float64 // about the plane y = 1, over the volume
	}{
		{"kind = \"sphere\"\nradius_m = 0.1\nedge_length_m = 0.02\n", 4 * pi / 3e3, .04, .002},
		{"kind = \"box\"\nsize_m = [0.2, 0.1, 0.3]\nedge_length_m = 0.05\n", .006, 1e-12, .01 / 12},
		{"kind = \"cylinder\"\nradius_m = 0.05\nheight_m = 0.4\nedge_length_m = 0.01\n", pi * .001, .01, .16 / 12},
		{"kind = \"cylinder\"\nradius_m = 0.05\nheight_m = 0.4\nedge_length_m = 0.01\nrotation_deg = [90, 0, 0]\n", pi * .001,
			.01, .0025 / 4},
		{"kind = \"torus\"\nradius_m = 0.1\ntube_radius_m = 0.03\nedge_length_m = 0.01\n", 2 * pi * pi * .1 * .0009, .05,
			.0009 / 4},
		{"kind = \"surface\"\nfile = \"cube.obj\"\nscale = 0.01\n", .008, 1e-12, .04 / 12},
	} {
		setup, err := rigidScene(t, c.text+"centre_m = [0, 1, 0]\ndensity_kg_m3 = 500\nvelocity_m_s = [0, 2, 0]\n")
		if err != nil {
			t.Fatal(err)
		}
		m := setup.Model
		second := 0.
		for i, x := range m.X0 {
			second += m.Mass[i] * (x.Y - 1) * (x.Y - 1) / m.TotalMass()
		}
		if got := m.TotalMass() / 500; math.Abs(got/c.volume-1) > c.tolerance || math.Abs(second/c.second-1) > 2*c.tolerance {
			t.Errorf("%s: %.5g m³, second moment %.4g m²: expected %.5g and %.4g", c.text, got, second, c.volume, c.second)
		}
		half := map[[2]int32]int{}
		for _, tri := range m.Tri {
			for k := range 3 {
				half[[2]int32{tri[k], tri[(k+1)%3]}]++
			}
		}
		for e, n := range half {
			if n != 1 || half[[2]int32{e[1], e[0]}] != 1 {
				t.Fatalf("%s: edge %v has %d triangles one way and %d the other", c.text, e, n, half[[2]int32{e[1], e[0]}])
			}
		}
		if err := setup.ErrKinds(); err != nil {
			t.Errorf("on a device: %v", err)
		}
		if r := m.Rigid[0]; r.Velocity != (r3.Vec{Y: 2}) {
			t.Errorf("velocity %v", r.Velocity)
		}
		for _, p := range setup.Problems() {
			if !strings.Contains(p.Detail, "fall freely") {
				t.Errorf("%s: %v", c.text, p)
			}
		}
	}
}

// TestRigidErrors: wrong keys are named.
func TestRigidErrors(t *testing.T) {
	const box = "kind = \"box\"\nsize_m = [0.2, 0.1, 0.3]\nedge_length_m = 0.05\n"
	for _, c := range []struct{ text, names string }{
		{box, "density_kg_m3"},
		{box + "density_kg_m3 = 500\nmass_kg = 1\n", "density_kg_m3"},
		{box + "mass_kg = 1\n[[rigid.pin]]\nat = [\"top\"]\n", "soft"},
		{"kind = \"torus\"\nradius_m = 0.1\ntube_radius_m = 0.1\nedge_length_m = 0.01\nmass_kg = 1\n", "tube_radius_m"},
		{box + "mass_kg = 1\nradius_m = 1\n", "radius_m"},
		{"kind = \"surface\"\nfile = \"none.obj\"\nmass_kg = 1\n", "none.obj"},
	} {
		_, err := rigidScene(t, c.text)
		if err == nil || !strings.Contains(err.Error(), c.names) {
			t.Errorf("%s: %v: expected an error that names %s", c.text, err, c.names)
		}
	}
}

// TestRigidPins: what a soft pin holds of a surface without mass it holds in equal parts.
func TestRigidPins(t *testing.T) {
	setup, err := rigidScene(t, "kind = \"box\"\nsize_m = [0.2, 0.1, 0.3]\nedge_length_m = 0.05\nmass_kg = 1\n"+
		"[[rigid.pin]]\nat = [\"top\"]\nstiffness_n_m = 100\n")
	if err != nil {
		t.Fatal(err)
	}
	h := setup.Pieces[0].Holds[0]
	var pins []cloth.Pin
	for _, v := range h.Vertices {
		pins = append(pins, cloth.Pin{Vertex: v})
	}
	sum := 0.
	for _, p := range h.Soft.Pins(pins, setup.Model, &setup.Model.Parts[0]) {
		sum += p.Stiffness
		if want := 100 / float64(len(pins)); math.Abs(p.Stiffness-want) > 1e-12*want {
			t.Errorf("vertex %d has %g N/m: expected %g", p.Vertex, p.Stiffness, want)
		}
	}
	if math.Abs(sum-100) > 1e-9 || len(pins) != 35 {
		t.Errorf("%d pins with %g N/m: expected 35 with 100", len(pins), sum)
	}
}
