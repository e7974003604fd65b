package sim

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/formats"
	"hysteron/scenes"

	"hysteron/step"
)

// A run whose step fails even at the smallest size writes a mesh of its last state, with the triangle of the largest
// predicted change in red, and reports this; files written before stay.
func TestStoppedRunIsShown(t *testing.T) {
	dir := t.TempDir()
	open := func(name string, setup *scenes.Setup, state *cloth.State) (*Engine, error) {
		e, err := engine(cpu.Backend{}, setup, state)
		e.Sim = &brokenSim{e.Sim, 10, &step.StepError{Time: 0.125, H: 1e-3, Outcome: step.LineSearchFailed}}
		return e, err
	}
	_, err := Run(context.Background(), load(t, sheetScene), Options{Dir: dir, NoRender: true, open: open})
	if err == nil || !strings.Contains(err.Error(), "frame 9") || !strings.Contains(err.Error(), "of sheet was about to "+
		"change most") || !strings.Contains(err.Error(), "trouble.obj") {
		t.Fatalf("%v: expected it to say which triangle, and where it is shown", err)
	}
	f, err := os.Open(filepath.Join(dir, "trouble.obj"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	o, err := formats.ReadMesh(f, "trouble.obj")
	if err != nil {
		t.Fatal(err)
	}
	red := 0
	for _, c := range o.Colour {
		if c == badColour {
			red++
		}
	}
	if red != 3 {
		t.Errorf("%d vertices are red, expected those of a triangle", red)
	}
	if info, err := ReadRunInfo(dir); err != nil || info.Frames != 4 {
		t.Errorf("%+v, %v", info, err)
	}
}

// The triangle that is about to change most is that at the vertex that moves.
func TestWorstTriangle(t *testing.T) {
	m := load(t, sheetScene).Model
	s := cloth.NewState(m)
	const fast = 17
	x := s.X[m.Tri[fast][0]]
	s.V[m.Tri[fast][0]] = r3.Sub(s.X[m.Tri[fast][1]], x)
	got, change := Worst(m, s, .1)
	if !slices.Contains(m.Tri[got][:], m.Tri[fast][0]) || !(change > .01) {
		t.Errorf("triangle %d by %g", got, change)
	}
}

// If cloth has torn, the torn triangle is marked, and the error is about it alone.
func TestTornIsShown(t *testing.T) {
	dir := t.TempDir()
	var corners [3]int32
	open := func(name string, setup *scenes.Setup, state *cloth.State) (*Engine, error) {
		e, err := engine(cpu.Backend{}, setup, state)
		corners = setup.Model.Tri[5]
		e.Sim = &brokenSim{e.Sim, 1, fmt.Errorf("%w: %w", &step.StepError{Time: 0.125, H: 1e-3, Outcome: step.Torn},
			&step.Stretched{Tri: 5, Of: 5, Part: "sheet", Stretch: 6})}
		return e, err
	}
	_, err := Run(context.Background(), load(t, sheetScene), Options{Dir: dir, NoRender: true, open: open})
	if err == nil || !strings.Contains(err.Error(), "triangle 5 of sheet") ||
		!strings.Contains(err.Error(), "stretched 6 times") || strings.Contains(err.Error(), "about to change") {
		t.Fatalf("%v: expected it to name the triangle", err)
	}
	f, err := os.Open(filepath.Join(dir, "trouble.obj"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	o, err := formats.ReadMesh(f, "trouble.obj")
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range o.Colour {
		if (c == badColour) != slices.Contains(corners[:], int32(i)) {
			t.Errorf("vertex %d has the colour %v; the triangle has %v", i, c, corners)
		}
	}
}

// Where bodies leave cloth no room, the layers there are marked, and the error names the bodies.
func TestNoRoomIsShown(t *testing.T) {
	dir := t.TempDir()
	var at r3.Vec
	open := func(name string, setup *scenes.Setup, state *cloth.State) (*Engine, error) {
		e, err := engine(cpu.Backend{}, setup, state)
		at = setup.Model.X0[0]
		none := &step.Cramped{A: "ball", B: "anvil", At: at, Room: .001, Layers: 2, Thick: .006}
		e.Sim = &brokenSim{e.Sim, 1, fmt.Errorf("%w: %w", &step.StepError{Time: 0.125, H: 1e-3, Outcome: step.NoRoom}, none)}
		return e, err
	}
	_, err := Run(context.Background(), load(t, sheetScene), Options{Dir: dir, NoRender: true, open: open})
	if err == nil || !strings.Contains(err.Error(), "ball and anvil leave cloth between them no room") ||
		!strings.Contains(err.Error(), "trouble.obj") {
		t.Fatalf("%v: expected it to name the bodies, and where the place is shown", err)
	}
	f, err := os.Open(filepath.Join(dir, "trouble.obj"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	o, err := formats.ReadMesh(f, "trouble.obj")
	if err != nil {
		t.Fatal(err)
	}
	red, near := 0, false
	for i, c := range o.Colour {
		if c == badColour {
			red++
			near = near || r3.Norm(r3.Sub(o.X[i], at)) < .02
		}
	}
	if !near || red < 3 || red == len(o.X) {
		t.Errorf("%d of %d vertices are red, at the place: %t", red, len(o.X), near)
	}
}

// TestPinsInsideBodyAreNamed: cloth that is held inside a body and torn there is drawn from outside, without that body,
// and the error names the pins.
func TestPinsInsideBodyAreNamed(t *testing.T) {
	needGL(t)
	const held = `
frames = 3
[[body]]
name = "ball"
kind = "sphere"
radius_m = 0.1
[[sheet]]
name = "sheet"
size_m = [0.1, 0.1]
vertices = [9, 9]
fabric = "cotton"
[[sheet.pin]]
box_min_m = [-0.02, -1, -0.02]
box_max_m = [0.02, 1, 0.02]
[render]
width = 160
height = 120
quality = "draft"
`
	run := func(scene string) (dir string, err error) {
		dir = t.TempDir()
		open := func(name string, setup *scenes.Setup, state *cloth.State) (*Engine, error) {
			e, err := engine(cpu.Backend{}, setup, state)
			torn := int32(len(setup.Model.Tri) / 2)
			e.Sim = &brokenSim{e.Sim, 0, fmt.Errorf("%w: %w", &step.StepError{Time: 0, H: 1e-3, Outcome: step.Torn},
				&step.Stretched{Tri: torn, Of: torn, Part: "sheet", Stretch: 6})}
			return e, err
		}
		_, err = Run(context.Background(), load(t, scene), Options{Dir: dir, NoRender: true, open: open})
		return dir, err
	}
	dir, err := run(held)
	for _, want := range []string{"11 pinned vertices are inside ball, up to 100 mm, such as vertex 42 of sheet",
		"release_s"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Fatalf("%v: expected %q", err, want)
		}
	}
	img, err := png.Decode(bytes.NewReader(read(t, dir, "trouble-near.png")))
	if err != nil {
		t.Fatal(err)
	}
	red := 0
	for y := range 120 {
		for x := range 160 {
			if r, g, b, _ := img.At(x, y).RGBA(); r > 3*g && r > 3*b {
				red++
			}
		}
	}
	if red == 0 {
		t.Error("trouble-near.png shows nothing in red")
	}
	if _, err = run(strings.Replace(held, "radius_m = 0.1", "radius_m = 0.1\ncentre_m = [0, -0.2, 0]", 1)); err == nil ||
		strings.Contains(err.Error(), "inside") {
		t.Errorf("pins outside: %v", err)
	}
}
