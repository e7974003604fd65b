package sim

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
	"hysteron/param"
)

// restScene is a sheet of linen whose upper edge is swung while it hangs, with an hour at frame 6.
const restScene = `
fps = 24
frames = 10
step_s = 0.0139
[[motion]]
name = "swing"
axis = [1, 0, 0]
origin_m = [0, 1.2, 0]
keys = [{ time_s = 0 }, { time_s = 0.4, angle_deg = 90 }]
[[rest]]
frame = 6
duration_min = 50
duration_s = 600
[[sheet]]
name = "sheet"
size_m = [0.2, 0.2]
vertices = [7, 7]
fabric = "linen"
centre_m = [0, 1.2, 0]
[[sheet.pin]]
at = ["edge-v0"]
motion = "swing"
`

func frameOf(t *testing.T, dir string, k int) []r3.Vec {
	t.Helper()
	c, err := formats.OpenPC2(filepath.Join(dir, "cache", "sheet.pc2"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	x := make([]r3.Vec, c.Points())
	if err := c.ReadFrame(k, x); err != nil {
		t.Fatal(err)
	}
	return x
}

// TestRest: an hour passes at a frame while pins stop in the middle of their motion, cloth relaxes, and the run
// continues; an interrupted and resumed run has the same bits. run.json has the rest.
func TestRest(t *testing.T) {
	whole, parts, none := t.TempDir(), t.TempDir(), t.TempDir()
	opt := Options{Dir: whole, NoRender: true, CheckpointEvery: 3, Backend: "cpu"}
	var notes []string
	opt.Progress = func(p Progress) { notes = append(notes, p.Note) }
	info := mustRun(t, load(t, restScene), opt)
	if said := strings.Join(notes, "\n"); !strings.Contains(said, "frame 6: 1 h passed in ") {
		t.Errorf("notes %q: expected that 1 h passed", said)
	}
	if len(info.Rests) != 1 || info.Rests[0].Frame != 6 || info.Rests[0].Seconds < 3600-1e-6 ||
		!(info.Rests[0].Moved > 1e-3) {
		t.Errorf("%+v: expected a rest of an hour at frame 6", info.Rests)
	}
	for _, frames := range []int{5, 6, 0} {
		opt.Dir, opt.Frames, opt.Resume = parts, frames, frames != 5
		info = mustRun(t, load(t, restScene), opt)
	}
	sameRun(t, "resumed", whole, parts)
	if len(info.Rests) != 1 {
		t.Errorf("resumed: %+v: expected one rest", info.Rests)
	}

	mustRun(t, load(t, restScene, "rest=[]"), Options{Dir: none, NoRender: true, CheckpointEvery: 3, Backend: "cpu"})
	for k, same := range map[int]bool{4: true, 5: false, 6: false} { // frames 5 to 7: pins go on from where they were
		a, b := frameOf(t, whole, k), frameOf(t, none, k)
		if (a[len(a)-1] == b[len(b)-1]) != same {
			t.Errorf("frame %d: the free edge is at %v, without the rest at %v", k+1, a[len(a)-1], b[len(b)-1])
		}
		if a[0] != b[0] {
			t.Errorf("frame %d: the pinned edge is at %v, without the rest at %v: expected the same", k+1, a[0], b[0])
		}
	}
}

// TestRestOfFallingCloth: time cannot pass for cloth in the air, which is wrong input.
func TestRestOfFallingCloth(t *testing.T) {
	_, err := Run(context.Background(), load(t, restScene, "sheet.0.pin=[]"), Options{Dir: t.TempDir(), NoRender: true,
		Backend: "cpu"})
	if !param.IsInputError(err) || !strings.Contains(err.Error(), "frame 6: 1 h cannot pass") {
		t.Errorf("%v: expected wrong input that names the frame", err)
	}
}

// TestDurations: durations are written with their unit.
func TestDurations(t *testing.T) {
	for s, want := range map[float64]string{8: "8 s", 0.02: "0.02 s", 292: "4.87 min", 3600: "1 h", 28500: "7.92 h",
		200000: "2.31 d", 600: "10 min"} {
		if got := Ago(s); got != want {
			t.Errorf("%g s: %q, expected %q", s, got, want)
		}
	}
}
