package sim

import (
	"math"
	"os"
	"path/filepath"
	"testing"
)

// TestNoRoomGoesOn: a ball comes 2 cm into a box with a sheet between: the run continues, and run.json has the frames,
// the bodies and their overlap.
func TestNoRoomGoesOn(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "press.toml")
	if err := os.WriteFile(path, []byte(`title = "press"
frames = 10
step_s = 0.0104167
[[motion]]
name = "press"
keys = [ { time_s = 0 }, { time_s = 0.2, offset_m = [0, -0.05, 0] }, { time_s = 0.4 } ]
[[body]]
name = "table"
kind = "box"
size_m = [0.6, 0.1, 0.6]
rim_m = 0.02
centre_m = [0, -0.05, 0]
[[body]]
name = "ball"
kind = "sphere"
radius_m = 0.1
subdivisions = 4
centre_m = [0, 0.13, 0]
motion = "press"
[[sheet]]
name = "sheet"
size_m = [0.4, 0.4]
edge_length_m = 0.025
fabric = "cotton"
centre_m = [0, 0.004, 0]
`), 0o644); err != nil {
		t.Fatal(err)
	}
	info, err := runScene(path, Options{Dir: filepath.Join(dir, "out"), Backend: "cpu", NoRender: true})
	if err != nil {
		t.Fatal(err)
	}
	deepest := 0.
	for _, n := range info.NoRoom {
		if n.Out != "table" || n.In != "ball" || n.Vertices == 0 || math.Hypot(n.At[0], n.At[2]) > .03 {
			t.Errorf("%+v: expected that the sheet stays out of the table, and comes into the ball above the middle", n)
		}
		deepest = max(deepest, n.Overlap)
	}
	if len(info.NoRoom) < 2 || deepest < .01 || deepest > .021 || info.IntersectingFrames != len(info.NoRoom) {
		t.Errorf("%d frames of %d, %g m: expected all, up to 0.02 m", len(info.NoRoom), info.IntersectingFrames, deepest)
	}
}
