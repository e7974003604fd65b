package sim

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/param"
	"hysteron/scenes"
)

// TestSoftPinOnMeshes: a sheet that hangs by a soft pin along its upper edge pulls it down by m·g/K, whatever the
// length of its edges.
func TestSoftPinOnMeshes(t *testing.T) {
	const k = 20.
	for _, edge := range []float64{.05, .025} {
		setup, state := begun(t, fmt.Sprintf(`
[air]
density_kg_m3 = 0
[[sheet]]
name = "s"
size_m = [0.3, 0.3]
edge_length_m = %g
rotation_deg = [90, 0, 0]
fabric = "cotton"
[[sheet.pin]]
at = ["edge-v1"]
stiffness_n_m = %g
`, edge, k))
		b, err := Open("cpu", setup, state)
		if err != nil {
			t.Fatal(err)
		}
		for range 80 {
			if _, err := b.Step(.1); err != nil {
				t.Fatal(err)
			}
		}
		x := make([]r3.Vec, len(state.X))
		if err := b.Positions(x); err != nil {
			t.Fatal(err)
		}
		var sunk float64 // mean by stiffness
		for _, p := range setup.Model.Pins {
			sunk += p.Stiffness / k * (p.Point.Y - x[p.Vertex].Y)
		}
		if want := setup.Model.TotalMass() * 9.81 / k; math.Abs(sunk/want-1) > .002 {
			t.Errorf("edges of %g m: it has come down %.5g m: expected %.5g", edge, sunk, want)
		}
		b.Close()
	}
}

// begun is a setup and its state at time 0.
func begun(t *testing.T, scene string) (*scenes.Setup, *cloth.State) {
	t.Helper()
	return begunAt(t, "s.toml", scene)
}

// begunAt is begun of a scene with a path.
func begunAt(t *testing.T, path, scene string) (*scenes.Setup, *cloth.State) {
	t.Helper()
	s, err := scenes.Parse(path, []byte(scene), nil)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	state, err := start(context.Background(), setup, func(Progress) {}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return setup, state
}

const softScene = `
fps = 24
frames = 10
[[motion]]
name = "m"
keys = [{ time_s = 0 }, { time_s = 0.3, offset_m = [0.1, 0, 0] }]
[[body]]
name = "ball"
kind = "sphere"
radius_m = 0.1
subdivisions = 1
centre_m = [0.1, 1.35, -0.1]
motion = "m"
[[sheet]]
name = "sheet"
size_m = [0.5, 0.5]
vertices = [5, 5]
fabric = "silk"
centre_m = [0, 1.5, 0]
[[sheet.pin]]
at = ["edge-v0"]
body = "ball"
stiffness_n_m = 3
limit_m = 0.02
strength = [{ time_s = 0.1, factor = 1 }, { time_s = 0.35, factor = 0 }]
[[sheet.pin]]
at = ["corner-01"]
motion = "m"
limit_m = 0.03
`

// TestResumeSoftPins: a resumed run with soft pins has the bits of an uninterrupted one; other keys of their strength
// are another input.
func TestResumeSoftPins(t *testing.T) {
	whole, dir := t.TempDir(), t.TempDir()
	opt := Options{Dir: whole, NoRender: true, Backend: "cpu", CheckpointEvery: 2}
	mustRun(t, load(t, softScene), opt)
	opt.Dir, opt.Frames = dir, 6
	mustRun(t, load(t, softScene), opt)
	opt.Frames, opt.Resume = 0, true
	if _, err := Run(context.Background(), load(t, softScene+"release_s = 0.4\n"), opt); err == nil {
		t.Error("another release was taken")
	}
	mustRun(t, load(t, softScene), opt)
	sameRun(t, "soft pins", whole, dir)
}

// TestPinTrack: pins of a mesh, hard and soft ones, follow the vertices of its own file along a track, also where
// vertices of the file become one.
func TestPinTrack(t *testing.T) {
	dir := t.TempDir()
	at := func(name string, up float64) {
		text := ""
		for _, x := range [][2]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {1, 0}, {2, 0}, {2, 1}, {1, 1}} {
			text += fmt.Sprintf("v %g %g 0\n", 10*x[0], 10*x[1]+up*x[0])
		}
		text += "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvt 2 0\nvt 2 1\nf 1/1 2/2 3/3\nf 1/1 3/3 4/4\nf 5/2 6/5 7/6\nf 5/2 7/6 8/3\n"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	at("m.obj", 0)
	for k := range 4 {
		at(fmt.Sprintf("m-%04d.obj", k), 3*float64(k))
	}
	for _, soft := range []string{"", "stiffness_n_m = 10\n"} {
		setup, _ := begunAt(t, filepath.Join(dir, "s.toml"), "fps = 10\n[[mesh]]\nname = \"m\"\nfile = \"m.obj\"\n"+
			"scale = 0.1\nfabric = \"cotton\"\n[[mesh.pin]]\nvertices = [5, 4, 0]\ntrack = \"m-####.obj\"\n"+soft)
		m := setup.Model
		if len(m.X0) != 6 || len(m.Pins) != 3 {
			t.Fatalf("%d vertices, %d pins: expected 6, and 3", len(m.X0), len(m.Pins))
		}
		for i := range m.Pins {
			p := &m.Pins[i]
			for _, at := range []float64{-1, 0, .1, .15, .3, 9} {
				x := m.X0[p.Vertex]
				want := r3.Add(x, r3.Vec{Y: .3 * x.X * 10 * min(max(at, 0), .3)})
				if got := p.Target(m, at); r3.Norm(r3.Sub(got, want)) > 1e-9 {
					t.Errorf("%svertex %d at %g s: led to %v, expected %v", soft, p.Vertex, at, got, want)
				}
			}
			if p.Soft() != (soft != "") {
				t.Errorf("%+v", p)
			}
		}
	}
	for pin, want := range map[string]string{
		"[[mesh]]\nname = \"m\"\nfile = \"m.obj\"\nfabric = \"cotton\"\nedge_length_m = 2\n[[mesh.pin]]\nvertices = [0]\n" +
			"track = \"m-####.obj\"\n": "expected no edge_length_m",
		"[[mesh]]\nname = \"m\"\nfile = \"m.obj\"\nfabric = \"cotton\"\n[[mesh.pin]]\nvertices = [0]\n" +
			"track = \"n.pc2\"\n": "n.pc2",
		"[[sheet]]\nname = \"m\"\nsize_m = [1, 1]\nvertices = [3, 3]\nfabric = \"cotton\"\n[[sheet.pin]]\nat = [\"all\"]\n" +
			"track = \"m-####.obj\"\n": "expected it in [[mesh.pin]]",
	} {
		s, err := scenes.Parse(filepath.Join(dir, "s.toml"), []byte(pin), nil)
		if err == nil {
			_, err = s.Build()
		}
		if err == nil || !strings.Contains(err.Error(), want) || !param.IsInputError(err) {
			t.Errorf("%v: expected wrong input with %q", err, want)
		}
	}
}
