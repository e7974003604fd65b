package sim

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cpu"
	"hysteron/formats"
	"hysteron/param"
	"hysteron/verify/exact"
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
	info := mustRun(t, load(t, hungScene), Options{Dir: dir, NoRender: true, Backend: "cpu", Static: true})
	if info.Frames != 2 || info.Static == nil || !(info.Static.Residual <= 1e-5) || info.Static.Steps != info.Steps {
		t.Errorf("%+v, %+v: expected two frames, the second at rest", info, info.Static)
	}
	var said struct{ Static cpu.StaticsResult }
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
	for _, opt := range []Options{{Frames: 3, Static: true}, {Resume: true, Static: true}, {Static: true, Residual: -1}} {
		opt.Dir, opt.Backend = t.TempDir(), "cpu"
		if _, err := Run(context.Background(), load(t, hungScene), opt); !param.IsInputError(err) {
			t.Errorf("%+v: %v: expected an error about the options", opt, err)
		}
	}
}

// TestStaticByWeight: a strip of fine facets over an edge hangs as the heavy elastica with the default residual: 10 µN
// are two thirds of the weight of one of its vertices.
func TestStaticByWeight(t *testing.T) {
	const scene = `
title = "cantilever"
[air]
density_kg_m3 = 0
[contact]
self = false
[[sheet]]
name = "strip"
size_m = [0.055, 0.02]
edge_length_m = 0.0025
mesh = "right"
[sheet.fabric]
base = "silk"
density_kg_m2 = 0.192
coupling = 0.0
bending = "curvature"
warp = { law = "elastic", k1_n_m = 1000.0, k2_n_m = 0.0, friction = {a_n_m = 0.0, b_n_m = 0.0, tau = 0.1} }
weft = { law = "elastic", k1_n_m = 1000.0, k2_n_m = 0.0, friction = {a_n_m = 0.0, b_n_m = 0.0, tau = 0.1} }
bend_warp = { k1_nm = 3.43233e-6, k2_nm2 = 0.0, friction = {a_n = 0.0, b_nm = 0.0, tau_1_m = 30.0} }
bend_weft = { k1_nm = 1e-6, k2_nm2 = 0.0, friction = {a_n = 0.0, b_nm = 0.0, tau_1_m = 30.0} }
[[sheet.pin]]
box_min_m = [-0.0276, -0.1, -0.1]
box_max_m = [-0.0224, 0.1, 0.1]
`
	dir := t.TempDir()
	info := mustRun(t, load(t, scene), Options{Dir: dir, NoRender: true, Backend: "cpu", Static: true})
	c, err := formats.OpenPC2(filepath.Join(dir, "cache", "strip.pc2"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	x := make([]r3.Vec, c.Points())
	if err := c.ReadFrame(1, x); err != nil {
		t.Fatal(err)
	}
	var tip r3.Vec
	for _, p := range x {
		if p.Y < tip.Y {
			tip = p
		}
	}
	const length = 0.05
	angle := math.Atan2(-tip.Y, tip.X+0.0225)
	hung := exact.Cantilever(0.192 * 9.81 * length * length * length / (3 * 3.43233e-6))
	across, down := hung.Tip()
	want := math.Atan2(down, across)
	if math.Abs(angle/want-1) > 0.02 {
		t.Errorf("at %.2g N the chord hangs at %.2f°, expected %.2f°", info.Static.Residual, angle*180/math.Pi,
			want*180/math.Pi)
	}
}

// TestStaticNoise: a sheet let go level, which buckles as seeded noise has it, comes to rest in few iterations, and
// twice to the same place.
func TestStaticNoise(t *testing.T) {
	scene := strings.Replace(strings.Replace(hungScene, "[9, 9]", "[21, 21]", 1), "pins =", "noise_m = 1e-5\nseed = "+
		"3\npins =", 1)
	var first []byte
	for range 2 {
		dir := t.TempDir()
		info := mustRun(t, load(t, scene), Options{Dir: dir, NoRender: true, Backend: "cpu", Static: true})
		if info.Static == nil || info.Static.Newton > 165 || info.Static.Steps > 30 {
			t.Errorf("%+v: expected rest after at most 165 iterations in 30 steps (181 if all are exact)", info.Static)
		}
		t.Logf("%+v", info.Static)
		cache := read(t, dir, filepath.Join("cache", "sheet.pc2"))
		if first == nil {
			first = cache
		} else if !bytes.Equal(first, cache) {
			t.Error("the same seed came to another rest")
		}
	}
}
