package scenes

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/scenes/scenestest"
	"hysteron/tetra"
)

// soft is a scene with a solid, and with these files beside it.
func soft(t *testing.T, text string, files map[string]string) (*Setup, error) {
	t.Helper()
	dir := t.TempDir()
	files["scene.toml"] = "[[solid]]\nname = \"s\"\ndensity_kg_m3 = 50\nyoung_pa = 1e4\n" + text
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

// cubeFiles are a cube with edges of 20 cm as a closed surface and as tetrahedra, centred at the origin.
func cubeFiles() map[string]string {
	m := tetra.BoxOf(r3.Vec{X: 20, Y: 20, Z: 20}, [3]int{1, 1, 1})
	var obj, node, ele, vtk strings.Builder
	fmt.Fprintf(&node, "%d 3 0 0\n", len(m.X))
	fmt.Fprintf(&ele, "%d 4 0\n", len(m.Tets))
	fmt.Fprintf(&vtk, "# vtk DataFile Version 2.0\ncube\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS %d double\n", len(m.X))
	for i, x := range m.X {
		fmt.Fprintf(&obj, "v %g %g %g\n", x.X, x.Y, x.Z)
		fmt.Fprintf(&node, "%d %g %g %g\n", i, x.X, x.Y, x.Z)
		fmt.Fprintf(&vtk, "%g %g %g\n", x.X, x.Y, x.Z)
	}
	for _, f := range m.Surface() {
		fmt.Fprintf(&obj, "f %d %d %d\n", f[0]+1, f[1]+1, f[2]+1)
	}
	fmt.Fprintf(&vtk, "CELLS %d %d\n", len(m.Tets), 5*len(m.Tets))
	for i, v := range m.Tets {
		fmt.Fprintf(&ele, "%d %d %d %d %d\n", i, v[1], v[0], v[2], v[3]) // turned inside out, as some files have them
		fmt.Fprintf(&vtk, "4 %d %d %d %d\n", v[0], v[1], v[2], v[3])
	}
	vtk.WriteString("CELL_TYPES " + fmt.Sprint(len(m.Tets)) + strings.Repeat("\n10", len(m.Tets)) + "\n")
	return map[string]string{"cube.obj": obj.String(), "cube.node": node.String(), "cube.ele": ele.String(),
		"cube.vtk": vtk.String()}
}

// TestSoftSolids: of each kind the mass is its volume times its density, where it is.
func TestSoftSolids(t *testing.T) {
	file := func(kind, name string) string {
		return fmt.Sprintf("kind = %q\nfile = %q\nscale = 0.01\n", kind, name)
	}
	for _, c := range []struct {
		text              string
		volume, tolerance float64
		height            float64
	}{
		{"kind = \"sphere\"\nradius_m = 0.1\nedge_length_m = 0.03\n", 4 * math.Pi / 3e3, .03, .2},
		{"kind = \"box\"\nsize_m = [0.2, 0.1, 0.3]\nedge_length_m = 0.05\n", .006, 1e-12, .1},
		{"kind = \"pillow\"\nsize_m = [0.4, 0.12, 0.3]\nedge_length_m = 0.025\n", .4 * .12 * .3 * .64, .05, .12},
		{file("surface", "cube.obj") + "edge_length_m = 0.02\n", .008, .02, .2},
		{file("tetrahedra", "cube.node"), .008, 1e-12, .2},
		{file("tetrahedra", "cube.vtk"), .008, 1e-12, .2},
	} {
		setup, err := soft(t, c.text+"centre_m = [0, 1, 0]\n", cubeFiles())
		if err != nil {
			t.Fatal(err)
		}
		m := setup.Model
		if mass := m.TotalMass(); math.Abs(mass/(50*c.volume)-1) > c.tolerance {
			t.Errorf("%s: %.5g kg: expected %.5g", c.text, mass, 50*c.volume)
		}
		low, high := math.Inf(1), math.Inf(-1)
		for _, x := range m.X0 {
			low, high = min(low, x.Y), max(high, x.Y)
		}
		if math.Abs((low+high)/2-1) > 1e-3 || math.Abs(high-low-c.height) > .02*c.height {
			t.Errorf("%s: from %g to %g m up: expected %g m around 1 m", c.text, low, high, c.height)
		}
		if n := m.Count(cloth.Tetrahedra); n == 0 || len(m.Tri) == 0 || !setup.Pieces[0].Solid {
			t.Errorf("%s: %d tetrahedra, %d triangles", c.text, n, len(m.Tri))
		}
		if p := setup.Problems(); len(p) != 1 || p[0].Kind != NothingHolds {
			t.Errorf("%s: problems %v: expected that nothing holds it", c.text, p)
		}
	}
}

// TestSoftSolidPins: labels and boxes.
func TestSoftSolidPins(t *testing.T) {
	setup, err := soft(t, "kind = \"box\"\nsize_m = [0.1, 0.2, 0.1]\nedge_length_m = 0.05\npins = [\"bottom\"]\n"+
		"[[solid.pin]]\nbox_min_m = [-1, 0.09, -1]\nbox_max_m = [1, 1, 1]\nrelease_s = 1\n", map[string]string{})
	if err != nil {
		t.Fatal(err)
	}
	count := map[float64]int{}
	for _, p := range setup.Model.Pins {
		count[setup.Model.X0[p.Vertex].Y]++
	}
	if count[-.1] != 9 || count[.1] != 9 || len(setup.Model.Pins) != 18 {
		t.Errorf("pins at heights %v: expected nine each at the bottom and the top", count)
	}
}

// TestSoftSolidErrors: errors name the key, and say what to do.
func TestSoftSolidErrors(t *testing.T) {
	box := "kind = \"box\"\nsize_m = [0.1, 0.2, 0.1]\n"
	open := cubeFiles()["cube.obj"]
	open = open[:strings.LastIndex(strings.TrimSpace(open), "\n")]
	for text, words := range map[string][]string{
		box: {"edge_length_m"},
		box + "edge_length_m = 0.05\npoisson = 0.5\n":                                   {"poisson", "0.45"},
		box + "edge_length_m = 0.05\nlaw = \"steel\"\n":                                 {"law", "neo-hookean"},
		box + "edge_length_m = 0.0001\n":                                                {"edge_length_m", "vertices"},
		box + "edge_length_m = 0.05\npins = [\"left\"]\n":                               {"pins", "bottom"},
		"kind = \"sphere\"\nradius_m = 0.01\nedge_length_m = 1\n":                       {"edge_length_m", "shorter"},
		"kind = \"surface\"\nfile = \"open.obj\"\nscale = 0.01\nedge_length_m = 0.05\n": {"file", "open.obj"},
		"kind = \"tetrahedra\"\nfile = \"cube.obj\"\n":                                  {"file", ".node or .vtk"},
		"kind = \"tetrahedra\"\nfile = \"none.vtk\"\n":                                  {"file", "none.vtk"},
		"kind = \"tetrahedra\"\nfile = \"alone.node\"\n":                                {"file", "alone.ele"},
		"kind = \"tetrahedra\"\nfile = \"bad.vtk\"\n":                                   {"bad.vtk:1"},
	} {
		files := cubeFiles()
		files["open.obj"], files["alone.node"], files["bad.vtk"] = open, files["cube.node"], "solid\n"
		_, err := soft(t, text, files)
		scenestest.ExpectInput(t, err, words...)
	}
}
