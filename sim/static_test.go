package sim

import (
	"context"
	"encoding/json"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
	"hysteron/param"
	"hysteron/statics"
)

const hungScene = `
title = "a sheet that hangs from two corners"
fps = 24
frames = 50
step_s = 0.0139
[[sheet]]
name = "sheet"
size_m = [0.4, 0.4]
vertices = [9, 9]
fabric = "cotton"
centre_m = [0, 1, 0]
pins = ["corner-01", "corner-11"]
`

// A shape at rest is the second frame of a run, with what is left unbalanced in run.json.
func TestRunStatic(t *testing.T) {
	dir := t.TempDir()
	info := mustRun(t, load(t, hungScene), Options{Dir: dir, NoRender: true, Backend: "cpu", Static: 1e-5})
	if info.Frames != 2 || info.Static == nil || !(info.Static.Residual <= 1e-5) || info.Static.Steps != info.Steps {
		t.Errorf("%+v, %+v: expected two frames, the second at rest", info, info.Static)
	}
	var said struct{ Static statics.Result }
	if err := json.Unmarshal(read(t, dir, "run.json"), &said); err != nil || said.Static.Residual != info.Static.Residual {
		t.Errorf("run.json says %+v, %v", said, err)
	}
	c, err := formats.OpenPC2(filepath.Join(dir, "cache", "sheet.pc2"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	x := make([]r3.Vec, c.Points())
	if err := c.ReadFrame(1, x); err != nil {
		t.Fatal(err)
	}
	low := 0.
	for _, p := range x {
		low = min(low, p.Y-1)
	}
	if !(low < -.3 && low > -.45) {
		t.Errorf("the lowest point is at %g m from where it was: expected it to hang", low)
	}
	for _, opt := range []Options{{Frames: 3, Static: 1e-5}, {Resume: true, Static: 1e-5}, {Static: -1}} {
		opt.Dir, opt.Backend = t.TempDir(), "cpu"
		if _, err := Run(context.Background(), load(t, hungScene), opt); !param.IsInputError(err) {
			t.Errorf("%+v: %v: expected an error about the options", opt, err)
		}
	}
}
