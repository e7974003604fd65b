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
)

// ropeScene is a scene with a rope, to whose table lines are added.
func ropeScene(lines string) string {
	return "[[rope]]\nname = \"rope\"\nradius_m = 0.005\ndensity_kg_m = 0.1\nk_n = 1000\n" + lines
}

// TestRopeRuns: a rope through points on a circle has its length, edges of one length, and labels.
func TestRopeRuns(t *testing.T) {
	var points []string
	for i := range 16 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 16)
		points = append(points, fmt.Sprintf("[%g, 1, %g]", .2*cos, .2*sin))
	}
	s, err := Parse("ring", []byte(ropeScene("closed = true\nbend_nm2 = 1e-4\npoints_m = ["+strings.Join(points, ", ")+
		"]\n[rope.bend_friction]\na_nm = 1e-4\ntau_1_m = 2\n")), nil)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	m := setup.Model
	n := len(m.X0)
	if want := int(math.Round(.4 * math.Pi / .02)); n != want || len(m.Elements[cloth.Rods]) != n ||
		len(m.Elements[cloth.Bends]) != 2*n {
		t.Fatalf("%d vertices, %d rods, %d bends: expected %d, %d, %d", n, len(m.Elements[cloth.Rods]),
			len(m.Elements[cloth.Bends]), want, want, 2*want)
	}
	for i, x := range m.X0 {
		if r := math.Hypot(x.X, x.Z); math.Abs(r-.2) > 1.5e-4 { // what the curve is off a circle
			t.Errorf("vertex %d is %.6f m from the middle: expected 0.2", i, r)
		}
		if l := r3.Norm(r3.Sub(m.X0[(i+1)%n], x)); math.Abs(l-.4*math.Pi/float64(n)) > 1e-4 {
			t.Errorf("edge %d is %.6f m long: expected %.6f", i, l, .4*math.Pi/float64(n))
		}
	}
	if mass := m.TotalMass(); math.Abs(mass-.1*.4*math.Pi) > 1e-3*mass {
		t.Errorf("mass %g kg: expected %g", mass, .1*.4*math.Pi)
	}
}

// TestRopeFile: a rope runs along the lines of an OBJ file, in whatever order they stand there.
func TestRopeFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "cord.obj")
	text := "v 0 1 0\nv 0.3 1 0\nv 0.1 1 0\nv 0.2 1 0\nl 3 4\nl 1 3\nl 2 4\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := Parse("cord", []byte(ropeScene("smooth = false\npins = [\"start\"]\nfile = \""+file+"\"\n")), nil)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	x := setup.Model.X0
	if len(x) != 16 || r3.Norm(r3.Sub(x[15], r3.Vec{X: .3, Y: 1})) > 1e-12 || x[0] != (r3.Vec{Y: 1}) ||
		len(setup.Model.Pins) != 1 || setup.Model.Pins[0].Vertex != 0 {
		t.Errorf("%v, pins %v: expected 16 vertices from (0, 1, 0) to (0.3, 1, 0), the first pinned", x, setup.Model.Pins)
	}
}

// TestRopesRefused: the key is named, and what is expected.
func TestRopesRefused(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	fork := write("fork.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nl 1 2\nl 1 3\nl 1 4\n")
	two := write("two.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nl 1 2\nl 3 4\n")
	for _, c := range [][2]string{
		{"",
			"expected either points_m or file"},
		{"points_m = [[0, 0, 0]]",
			"rope.0.points_m: 1 points: expected 2 at least"},
		{"closed = true\npoints_m = [[0,0,0],[1,0,0]]",
			"2 points: expected 3 at least"},
		{"points_m = [[0,0,0],[0,0,0],[1,0,0]]",
			"points 0 and 1 are one: expected different ones"},
		{"edge_length_m = 0.01\npoints_m = [[0,0,0],[1,0,0]]",
			"rope.0.edge_length_m: 0.01: expected three radii at least, 0.015 m"},
		{"smooth = false\nedge_length_m = 0.015\npoints_m = [[0,0,0],[0.19,0,0],[0.19,0.2,0]]",
			"rope.0.radius_m: 0.005: near"},
		{"points_m = [[0,0,0],[0,nan,0]]",
			"expected"},
		{"points_m = [[0,0,0],[0.001,0,0]]",
			"rope.0.radius_m: 0.005: near"},
		{"file = \"" + fork + "\"",
			"3 lines meet at vertex 0: expected one line, of two at most"},
		{"file = \"" + two + "\"",
			"a line of 2 vertices, and others: expected one line"},
		{"points_m = [[0,0,0],[1,0,0]]\n[rope.bend_friction]\na_nm = 1",
			"tau_1_m"},
		{"points_m = [[0,0,0],[1,0,0]]\npins = [\"middle\"]",
			"rope.0.pins"},
	} {
		lines, want := c[0], c[1]
		s, err := Parse("rope", []byte(ropeScene(lines)), nil)
		if err == nil {
			_, err = s.Build()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v: expected %q", lines, err, want)
		}
	}
}
