package sim

import (
	"context"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
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
	s, err := scenes.Parse("s.toml", []byte(scene), nil)
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

// TestResumeSoftPins: a run with soft pins that goes on has the bits of one without a break; strength that is keyed
// otherwise is another input.
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
