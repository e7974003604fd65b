//go:build cgo

package main

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hysteron/view"
)

// keyed are the vertices that keys.script asks for: those of touched and one that is pinned.
var keyed = []string{"--watch", "25,66,116"}

// TestKeysWithoutWindow: each key, slider and habit of the mouse that touch.script leaves out has its effect.
func TestKeysWithoutWindow(t *testing.T) { checkKeys(t, byPuppet(t, "keys", keyed)) }

// checkKeys looks at what keys.script left in a folder.
func checkKeys(t *testing.T, dir string) {
	t.Helper()
	get := func(name string) view.StageState { t.Helper(); return told(t, dir, name, 3) }
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
	still, step, fast, slow := get("still"), get("step"), get("fast"), get("slow")
	if still.Playing || step.Playing || step.Steps != still.Steps+1 {
		t.Errorf("Shift and → lead from step %d to %d (playing %v, %v): expected one step", still.Steps, step.Steps,
			still.Playing, step.Playing)
	}
	if s := get("frame"); s.Playing || s.Steps != step.Steps+4 {
		t.Errorf("→ leads from step %d to %d (playing %v): expected a frame of four steps", step.Steps, s.Steps, s.Playing)
	}
	if still.Loop != fast.Loop || !slices.ContainsFunc(fast.Said, func(s string) bool {
		return strings.Contains(s, "no last frame")
	}) {
		t.Errorf("L: loop %v, then %v, and says %q: a simulation has no last frame", still.Loop, fast.Loop, fast.Said)
	}
	if still.Speed != 1 || fast.Speed != 2 || slow.Speed != .5 {
		t.Errorf("speed %g, twice as fast %g, then by two clicks on slower %g", still.Speed, fast.Speed, slow.Speed)
	}
	front, right, top := get("front"), get("right"), get("top")
	if !near(front.Azimuth, 0) || !near(front.Rise, 0) || !near(right.Azimuth, math.Pi/2) || !near(right.Rise, 0) ||
		!near(top.Rise, math.Pi/2) {
		t.Errorf("1, 3 and 7 look from %.3g, %.3g; %.3g, %.3g; %.3g, %.3g", front.Azimuth, front.Rise, right.Azimuth,
			right.Rise, top.Azimuth, top.Rise)
	}
	framed, wide := get("framed"), get("wide")
	if framed.Selected < 0 || framed.Distance > .7*front.Distance || wide.Distance < framed.Distance*1.3 {
		t.Errorf("triangle %d: F goes from %g m to %g m, Home back to %g m", framed.Selected, front.Distance, framed.Distance,
			wide.Distance)
	}
	if away := math.Hypot(framed.Target[0]-framed.Watched[0].X[0], framed.Target[1]-framed.Watched[0].X[1]); away > .1 {
		t.Errorf("F looks %.3g m beside what is picked", away)
	}
	if math.Abs(wide.Radius/framed.Radius-math.Exp(.45)) > 1e-6 {
		t.Errorf("Alt and three clicks of the wheel lead from a radius of %g m to %g m", framed.Radius, wide.Radius)
	}
	f := get("forces")
	if math.Abs(f.Gust-.5) > .05 || math.Abs(f.Gravity[1]+5) > .5 || math.Abs(f.Wind[0]-5) > .5 ||
		math.Abs(f.Wind[2]) > .5 {
		t.Errorf("gusts of %g, gravity of %g, wind of %g: expected about 0.5, 5 m/s² down and 5 m/s towards +X", f.Gust,
			f.Gravity, f.Wind)
	}
	maya, cad, pan, blender := get("maya"), get("cad"), get("cad-pan"), get("blender")
	if maya.Mouse != "Maya" || maya.Held || math.Abs(maya.Azimuth-f.Azimuth) < .2 {
		t.Errorf("%s: Alt and left on cloth turn from %.3g to %.3g, held %v", maya.Mouse, f.Azimuth, maya.Azimuth, maya.Held)
	}
	if cad.Mouse != "CAD" || math.Abs(cad.Rise-maya.Rise) < .1 || cad.Target != maya.Target {
		t.Errorf("%s: right turns from an elevation of %.3g to %.3g, from target %v to %v", cad.Mouse, maya.Rise, cad.Rise,
			maya.Target, cad.Target)
	}
	if pan.Target == cad.Target || pan.Rise != cad.Rise || pan.Azimuth != cad.Azimuth {
		t.Errorf("CAD: the middle button goes from target %v, elevation %.3g to %v, %.3g", cad.Target, cad.Rise, pan.Target,
			pan.Rise)
	}
	if blender.Mouse != "Blender" || blender.Target != pan.Target || math.Abs(blender.Rise-pan.Rise) < .1 {
		t.Errorf("%s: the middle button turns from an elevation of %.3g to %.3g, from target %v to %v", blender.Mouse,
			pan.Rise, blender.Rise, pan.Target, blender.Target)
	}
	corner, led, let := get("corner"), get("led"), get("let")
	apart := func(a, b view.StageState) float64 {
		p, q := a.Watched[2].X, b.Watched[2].X
		return math.Hypot(math.Hypot(p[0]-q[0], p[1]-q[1]), p[2]-q[2])
	}
	if d := apart(led, corner); !led.Held || led.Pinned >= corner.Pinned || d < .01 {
		t.Errorf("a pin led by the mouse moves %.3g m (held %v, %d pins of %d): expected more than 1 cm", d, led.Held,
			led.Pinned, corner.Pinned)
	}
	if d := apart(let, corner); let.Held || let.Pinned != corner.Pinned || d < .01 || apart(let, led) > .01 {
		t.Errorf("let go it has gone %.3g m, %.3g m of it since (held %v, %d pins of %d): expected it pinned where it was "+
			"let go", d, apart(let, led), let.Held, let.Pinned, corner.Pinned)
	}
	for _, name := range []string{"framed", "let"} {
		checkPicture(t, filepath.Join(dir, name+".png"))
	}
}
