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
)

// softSheet is a sheet with edges of such a length, and a table of a soft pin.
func softSheet(edge float64, pin string) string {
	return fmt.Sprintf("[[sheet]]\nname = \"s\"\nsize_m = [0.4, 0.3]\nedge_length_m = %g\nfabric = \"cotton\"\n"+
		"[[sheet.pin]]\n%s\n", edge, pin)
}

// fastened are the soft pins of the first piece.
func fastened(t *testing.T, u *Setup) []cloth.Pin {
	t.Helper()
	h := u.Pieces[0].Holds[0]
	if len(u.Model.Pins) != 0 || h.Soft == nil {
		t.Fatalf("%d pins, hold %+v: expected a soft pin that is still to be fastened", len(u.Model.Pins), h)
	}
	var pins []cloth.Pin
	for _, v := range append(h.Chosen(u.Parts[0].X), h.Vertices[0]) { // one of them twice
		pins = append(pins, cloth.Pin{Vertex: v, Point: u.Parts[0].X[v]})
	}
	return h.Soft.Pins(pins, u.Model, &u.Model.Parts[0])
}

// TestSoftPinShares: the stiffness of a soft pin is that of all its vertices, by their mass, on any mesh, at a corner
// as along an edge and everywhere; the force at its limit is the weight of the sheet; and each vertex has it once.
func TestSoftPinShares(t *testing.T) {
	for _, at := range []string{"corner-00", "edge-v1", "all"} {
		for _, edge := range []float64{.05, .02} {
			u := build(t, "s.toml", softSheet(edge, fmt.Sprintf("at = [%q]\nstiffness_n_m = 12\nlimit_m = 0.05", at)))
			var k, force, mass float64
			pins := fastened(t, u)
			for _, p := range pins {
				k, force, mass = k+p.Stiffness, force+p.LimitForce, mass+u.Model.Mass[p.Vertex]
				if p.Limit != .05 {
					t.Errorf("limit %g m", p.Limit)
				}
			}
			if math.Abs(k-12) > 1e-9 || math.Abs(force-u.Model.TotalMass()*9.81) > 1e-12 {
				t.Errorf("%s, edges of %g m: %g N/m, %g N: expected 12, and %g", at, edge, k, force, u.Model.TotalMass()*9.81)
			}
			for _, p := range pins {
				if want := 12 * u.Model.Mass[p.Vertex] / mass; math.Abs(p.Stiffness-want) > 1e-12 {
					t.Errorf("%s: vertex %d has %g N/m: expected %g", at, p.Vertex, p.Stiffness, want)
				}
			}
		}
	}
}

// TestSoftPinMaps: painted factors multiply stiffness and limit; what is black is left out, and does not count as part
// of the pin. A map on the file of a mesh goes by its vertices, also where these become fewer.
func TestSoftPinMaps(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var ramp, half strings.Builder
	for i := range 9 {
		g := []float64{0, .5, 1}[i%3]
		fmt.Fprintf(&ramp, "v 0 0 0 %g %g %g\n", g, g, g)
		half.WriteString("v 0 0 0 0.5 0.5 0.5\n")
	}
	write("ramp.obj", ramp.String()+"f 1 2 4\n")
	write("half.obj", half.String()+"f 1 2 4\n")
	const sheet = "[[sheet]]\nname = \"s\"\nsize_m = [1, 1]\nvertices = [3, 3]\nmesh = \"right\"\nfabric = \"cotton\"\n" +
		"[[sheet.pin]]\nstiffness_n_m = 10\nlimit_m = 0.2\nstrength = [{ time_s = 1, factor = 2 }]\n"
	u := build(t, filepath.Join(dir, "s.toml"), sheet+"strength_map = { file = \"ramp.obj\" }\n"+
		"limit_map = { file = \"half.obj\", black = 1, white = 2 }\n")
	pins := fastened(t, u)
	count, sum := map[float64]int{}, 0.
	for _, p := range pins {
		f := []float64{0, .5, 1}[p.Vertex%3]
		count[f]++
		sum += p.Stiffness / f
		if math.Abs(p.Limit-.3) > 1e-12 || p.Pull(0) != 2 {
			t.Errorf("vertex %d: limit %g m, strength %g: expected 0.3 and 2", p.Vertex, p.Limit, p.Pull(0))
		}
	}
	if len(pins) != 6 || count[.5] != 3 || count[1] != 3 || math.Abs(sum-10) > 1e-9 {
		t.Errorf("%d pins, %v, %g N/m where it is 1: expected three each of 0.5 and 1, and 10 N/m", len(pins), count, sum)
	}

	// Two squares side by side with the two vertices between them twice: six vertices after they are joined.
	write("two.obj", "v 0 0 0 0 0 0\nv 1 0 0 0 0 0\nv 1 1 0 0 0 0\nv 0 1 0 0 0 0\n"+
		"v 1 0 0 0 0 0\nv 2 0 0 1 1 1\nv 2 1 0 1 1 1\nv 1 1 0 0 0 0\n"+
		"vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvt 2 0\nvt 2 1\nf 1/1 2/2 3/3 4/4\nf 5/2 6/5 7/6 8/3\n")
	u = build(t, filepath.Join(dir, "m.toml"), "[[mesh]]\nname = \"m\"\nfile = \"two.obj\"\nfabric = \"cotton\"\n"+
		"[[mesh.pin]]\nstiffness_n_m = 10\nstrength_map = { file = \"two.obj\" }\n")
	pins = fastened(t, u)
	if len(u.Model.X0) != 6 || len(pins) != 2 {
		t.Fatalf("%d vertices, %d pins: expected 6, and 2", len(u.Model.X0), len(pins))
	}
	for _, p := range pins {
		if u.Model.X0[p.Vertex].X != 2 {
			t.Errorf("vertex %d at %v is pinned: expected those at x = 2", p.Vertex, u.Model.X0[p.Vertex])
		}
	}
	if k := pins[0].Stiffness + pins[1].Stiffness; math.Abs(k-10) > 1e-12 {
		t.Errorf("%g N/m: expected 10", k)
	}
}

// TestSoftPinRefuses: what does not go together is refused by key.
func TestSoftPinRefuses(t *testing.T) {
	const all, keys = "at = [\"all\"]\n", "strength = [{ time_s = 1, factor = "
	const soft = all + "stiffness_n_m = 1\n"
	for pin, want := range map[string]string{
		all + keys + "1 }]":                              "strength",
		all + "limit_map = { file = \"x.obj\" }":         "limit_map",
		soft + "limit_map = { file = \"x.obj\" }":        "limit_m",
		all + "stiffness_n_m = -1":                       "stiffness_n_m",
		"stiffness_n_m = 1":                              "pins nothing",
		soft + keys + "1 }, { time_s = 1, factor = 0 }]": "key 1 at 1 s",
		soft + keys + "-1 }]":                            "factor",
	} {
		_, err := Parse("s.toml", []byte(softSheet(.05, pin)), nil)
		scenestest.ExpectInput(t, err, want)
	}
	// Maps that are black all over leave nothing of the pin.
	dir := t.TempDir()
	black := strings.Repeat("v 0 0 0 0 0 0\n", 9) + "f 1 2 4\n"
	if err := os.WriteFile(filepath.Join(dir, "black.obj"), []byte(black), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, pin := range []string{"stiffness_n_m = 1\nstrength_map = { file = \"black.obj\" }\n",
		"limit_m = 0.1\nat = [\"all\"]\nlimit_map = { file = \"black.obj\" }\n"} {
		s, err := Parse(filepath.Join(dir, "s.toml"), []byte("[[sheet]]\nname = \"s\"\nsize_m = [1, 1]\nvertices = [3, 3]\n"+
			"mesh = \"right\"\nfabric = \"cotton\"\n[[sheet.pin]]\n"+pin), nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Build()
		scenestest.ExpectInput(t, err, "sheet.0.pin.0", "its maps are 0 at all its vertices")
	}
	u := build(t, "s.toml", softSheet(.05, "at = [\"all\"]\nstiffness_n_m = 1"))
	if q := u.Problems(); len(q) > 0 {
		t.Errorf("%v: a soft pin holds it", q)
	}
	if h := u.Pieces[0].Holds[0]; h.Body >= 0 || h.Box != [2]r3.Vec{} {
		t.Errorf("%+v", h)
	}
}
