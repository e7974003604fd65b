//go:build cgo

package view

import (
	"bytes"
	"cmp"
	"context"
	"image"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
	"hysteron/gpu/opengl"
	"hysteron/scenes"
	"hysteron/sim"
)

const small = `fps = 30
step_s = 0.00834
frames = 6
[ground]
[[body]]
kind = "sphere"
radius_m = 0.12
centre_m = [0, 0.12, 0]
[[sheet]]
name = "sheet"
size_m = [0.4, 0.4]
vertices = [9, 9]
fabric = "silk"
centre_m = [0, 0.27, 0]
`

func device(t testing.TB) *opengl.Context {
	t.Helper()
	c, err := opengl.Open(opengl.Options{Device: opengl.Auto, Compute: true})
	if err != nil {
		if os.Getenv("HYSTERON_REQUIRE_GPU") == "1" {
			t.Fatal(err)
		}
		t.Skip("SKIPPED, no OpenGL: ", err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func puppet(t *testing.T, c *opengl.Context, o StageOptions) *Puppet {
	t.Helper()
	o.Offscreen = true
	if o.Backend == "" {
		o.Backend = "cpu"
	}
	if o.Out == "" {
		o.Out = t.TempDir()
	}
	st, err := NewStage(c, o, 900, 500, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	p := &Puppet{Stage: st, Dir: o.Out}
	if err := p.Open(); err != nil {
		t.Fatal(err)
	}
	return p
}

// written is a scene in a file.
func written(t testing.TB, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "scene.toml")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// run is the folder of a run.
func run(t *testing.T, set ...string) string {
	t.Helper()
	scene, err := scenes.Load(written(t, small), set)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := scene.Build()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "run")
	if _, err := sim.Run(context.Background(), setup, sim.Options{Dir: dir, Backend: "cpu", NoRender: true}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestCaches: the frames of a run are scrubbed, stepped and looped, two beside each other in step; a cache of the run
// opens it, and one by itself with its mesh, but not without.
func TestCaches(t *testing.T) {
	c := device(t)
	a, b := run(t), run(t, "sheet.0.fabric=cotton", "frames=4")
	p := puppet(t, c, StageOptions{Targets: []string{a, b}, Paused: true})
	frame := func(want int) {
		t.Helper()
		if got := p.panes[0].clock.Frame(); got != want || int(p.panes[0].at.Frame) != want ||
			int(p.panes[1].at.Frame) != min(want, 3) {
			t.Errorf("frames %d, %d and %d: expected %d", got, p.panes[0].at.Frame, p.panes[1].at.Frame, want)
		}
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	frame(0)
	p.Hidden = true // no panel is in the way
	must(p.Wait(1))
	for _, v := range []int{30, 40, 50} {
		x, y, _ := p.project(0, p.panes[0].at.X[v])
		must(p.Move(float64(x), float64(y)))
		must(p.Press(LeftButton, true, Mods{}))
		must(p.Press(LeftButton, false, Mods{}))
		if q := p.panes[0].at.Probe; int(q.Vertex) != v || q.At != p.panes[0].at.X[v] {
			t.Errorf("a click on vertex %d probes %d", v, q.Vertex)
		}
	}
	p.Hidden = false
	must(p.Key("right", Mods{}))
	must(p.Wait(1))
	frame(1)
	told := [2]int{}
	for _, b := range p.fixed {
		if b.W < 300 { // not that of the frames
			told[int(b.X)*2/p.w]++
		}
	}
	if told != [2]int{2, 2} {
		t.Errorf("%v panels at the left and at the right: expected a probe at each side", told)
	}
	must(p.Key("end", Mods{}))
	must(p.Wait(1))
	frame(5)
	must(p.Key("left", Mods{}))
	must(p.Wait(1))
	frame(4)
	must(p.Key("space", Mods{}))
	must(p.Wait(3)) // at 30 frames a second: 5, 0, 1
	frame(1)
	must(p.Key("end", Mods{}))
	must(p.Key("l", Mods{})) // it ends there then
	must(p.Key("left", Mods{}))
	must(p.Key("space", Mods{}))
	must(p.Wait(3))
	frame(5)
	if p.Stage.State().Loop || p.Stage.State().Playing {
		t.Error("after L a cache does not end at its last frame")
	}
	box := p.ui.Boxes["time"]
	must(p.Move(float64(box.X+box.W)-6, float64(box.Y+box.H/2)))
	must(p.Press(LeftButton, true, Mods{}))
	must(p.Press(LeftButton, false, Mods{}))
	must(p.Wait(1))
	frame(5)
	must(p.Key("m", Mods{}))
	must(p.Wait(1))
	if at := p.panes[1].at; at.Kind != Strains || len(at.Values) != len(at.Model.Tri) {
		t.Errorf("strain: %d values", len(at.Values))
	}
	must(p.Key("m", Mods{}))
	must(p.Wait(1))
	if at := p.panes[0].at; at.Kind != FrictionStress || at.Values != nil {
		t.Errorf("a cache, which holds no friction, shows %d values of it", len(at.Values))
	}
	must(p.Key("m", Mods{}))
	must(p.Wait(1))
	at := p.panes[0].at
	if at.Kind != Distances || len(at.Values) != len(at.X) || at.Probe.Distance != at.Values[at.Probe.Vertex] {
		t.Fatalf("distance: %d values, the probe has %g m", len(at.Values), at.Probe.Distance)
	}
	for i, v := range at.Values {
		// other cloth may be nearer
		if d := min(r3.Norm(r3.Sub(at.X[i], r3.Vec{Y: .12}))-.12, at.X[i].Y); v > d+2e-3 || v < d-2e-3 && v >= .01 {
			t.Fatalf("vertex %d of a cache is %g m from ball and ground, shown is %g", i, d, v)
		}
	}
	must(p.Key("c", Mods{}))

	p = puppet(t, c, StageOptions{Targets: []string{filepath.Join(a, "cache", "sheet.pc2")}, Paused: true})
	if p.panes[0].setup == nil || p.panes[0].clock.Frames != 6 {
		t.Error("a cache within a run does not open the run")
	}
	lone := t.TempDir()
	for _, name := range []string{"sheet.pc2", "sheet.obj"} {
		data, err := os.ReadFile(filepath.Join(a, "cache", name))
		must(err)
		must(os.WriteFile(filepath.Join(lone, name), data, 0o666))
	}
	p = puppet(t, c, StageOptions{Targets: []string{filepath.Join(lone, "sheet.pc2")}, Paused: true})
	must(p.Key("right", Mods{}))
	must(p.Key("m", Mods{}))
	must(p.Wait(1))
	r, err := formats.OpenPC2(filepath.Join(lone, "sheet.pc2"))
	must(err)
	defer r.Close()
	x := make([]r3.Vec, r.Points())
	must(r.ReadFrame(1, x))
	for i := range x {
		if x[i] != p.panes[0].at.X[i] {
			t.Fatalf("vertex %d of frame 1 is shown at %v, the cache has %v", i, p.panes[0].at.X[i], x[i])
		}
	}
	if len(p.panes[0].meshes[0].Tri) == 0 || p.Stage.State().Frame != 1 {
		t.Errorf("a cache by itself: %d triangles, frame %d", len(p.panes[0].meshes[0].Tri), p.Stage.State().Frame)
	}
	must(os.Remove(filepath.Join(lone, "sheet.obj")))
	st, err := NewStage(c, StageOptions{Targets: []string{filepath.Join(lone, "sheet.pc2")}, Offscreen: true}, 100, 100, 1)
	must(err)
	defer st.Close()
	if err := (&Puppet{Stage: st}).Open(); err == nil {
		t.Error("a cache without its mesh opens")
	}
	if err := (&Puppet{Stage: st}).Stage.ctx.Do(func() error { return st.draw(true) }); err != nil {
		t.Errorf("what cannot be opened cannot be said: %v", err)
	}
}

// TestBodyAndFiles: a body is dragged, and cloth with it; pictures, a film and a run are saved; views and framing go
// where they should.
func TestBodyAndFiles(t *testing.T) {
	c := device(t)
	p := puppet(t, c, StageOptions{Targets: []string{written(t, small)}})
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(p.Wait(6))
	must(p.Key("1", Mods{}))
	must(p.Key("home", Mods{}))
	must(p.Wait(1))
	if p.Orbit.Azimuth != 0 || p.Orbit.Elevation != 0 {
		t.Errorf("from the front: azimuth %g, elevation %g", p.Orbit.Azimuth, p.Orbit.Elevation)
	}
	x, y, ok := p.project(0, r3.Vec{Y: .05}) // low on the ball, below the cloth
	if !ok {
		t.Fatal("the ball is behind the eye")
	}
	must(p.Move(float64(x), float64(y)))
	must(p.Press(LeftButton, true, Mods{Control: true}))
	if p.hand.kind != TouchGesture || p.hand.body != 0 {
		t.Fatalf("Ctrl and left on the ball take body %d", p.hand.body)
	}
	must(p.Move(float64(x)+40, float64(y)))
	must(p.Wait(12))
	must(p.Press(LeftButton, false, Mods{}))
	if d := p.panes[0].at.Bodies[0]; d.X < .01 || math.Abs(d.Z) > 1e-9 {
		t.Errorf("dragged to the right the ball has moved by %v; it says %q", d, p.Stage.State().Said)
	}
	must(p.Key("s", Mods{}))
	panels := func(want bool, when string) {
		t.Helper()
		if has := len(p.ui.Quads) > 0; has != want {
			t.Errorf("%s something lies over the picture: %v", when, has)
		}
	}
	panels(true, "before a film")
	must(p.Key("v", Mods{}))
	must(p.Wait(3))
	panels(false, "in a film")
	must(p.Key("v", Mods{}))
	panels(true, "after a film")
	if said := p.Stage.State().Said; len(said) == 0 || said[len(said)-1] != "3 pictures of a film in "+
		filepath.Join(p.opt.Out, "film") {
		t.Errorf("after a film it says %q", said)
	}
	must(p.Key("tab", Mods{}))
	must(p.Key("h", Mods{}))
	if n := len(p.ui.Panels()); n < 2 || len(p.ui.Boxes) > 0 {
		t.Errorf("with panels hidden H shows %d panels and controls %v: expected the keys alone", n, p.ui.Boxes)
	}
	must(p.Key("h", Mods{}))
	must(p.Key("tab", Mods{}))
	must(p.Key("c", Mods{}))
	must(p.Wait(2))
	for _, name := range []string{"view-0001.png", "film/00003.png", "run-0001/cache/sheet.pc2",
		"run-0001/body/sphere.pc2"} {
		if _, err := os.Stat(filepath.Join(p.opt.Out, name)); err != nil {
			if list, _ := filepath.Glob(filepath.Join(p.opt.Out, "*", "*", "*")); len(list) > 0 {
				t.Log(list)
			}
			t.Errorf("%v; it says %q", err, p.Stage.State().Said)
		}
	}
	p.Mode = Distances
	must(p.Wait(1))
	at := p.panes[0].at
	if len(at.Values) != len(at.X) {
		t.Errorf("%d distances of %d vertices", len(at.Values), len(at.X))
	}
	for i, v := range at.Values {
		d := min(r3.Norm(r3.Sub(at.X[i], r3.Add(r3.Vec{Y: .12}, at.Bodies[0])))-.12, at.X[i].Y)
		if v > d+2e-3 || v < d-2e-3 && v >= .01 { // other cloth may be nearer, within a centimetre
			t.Fatalf("vertex %d is %g m from ball and ground, shown is %g", i, d, v)
		}
	}
	must(p.Resize(300, 500, 2))
	must(p.Wait(1))
	if p.canvas.w != 300 || p.canvas.h != 500 {
		t.Errorf("a canvas of %d × %d", p.canvas.w, p.canvas.h)
	}
}

// TestPinDragged: P while cloth is dragged holds it where it is, wherever the mouse is, and ends the drag; U sets it
// free.
func TestPinDragged(t *testing.T) {
	p := puppet(t, device(t), StageOptions{Targets: []string{written(t, small)}})
	q := p.panes[0]
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(p.Key("tab", Mods{}))
	must(p.Wait(6))
	drag := func(at ...int32) (held []int32) { // a vertex that is near to the eye, or one of those given
		t.Helper()
		vertices := slices.Clone(at)
		for i := range q.at.X {
			if len(at) == 0 {
				vertices = append(vertices, int32(i))
			}
		}
		eye := p.Orbit.Camera().Eye
		slices.SortStableFunc(vertices, func(a, b int32) int {
			return cmp.Compare(r3.Norm(r3.Sub(q.at.X[a], eye)), r3.Norm(r3.Sub(q.at.X[b], eye)))
		})
		for _, v := range vertices[:min(4, len(vertices))] {
			for _, beside := range []float64{.01, 0, -.01, -.02, .02} { // the cloth may hang or fly from there
				at0 := q.at.X[v]
				x, y, _ := p.project(0, r3.Vec{X: at0.X, Y: at0.Y + beside, Z: at0.Z})
				must(p.Move(float64(x), float64(y)))
				must(p.Press(LeftButton, true, Mods{}))
				must(p.Move(10, 10)) // far from the cloth
				must(p.Wait(4))
				held = q.at.Held
				if len(held) > 0 && (len(at) == 0 || slices.ContainsFunc(held, func(v int32) bool {
					return slices.Contains(at, v)
				})) {
					return held
				}
				must(p.Press(LeftButton, false, Mods{}))
				must(p.Wait(1))
			}
		}
		t.Fatalf("a press on a vertex holds nothing; it says %q", p.Stage.State().Said)
		return held
	}
	held := drag()
	must(p.Key("p", Mods{}))
	must(p.Wait(1))
	at := q.at.X[held[0]]
	must(p.Press(LeftButton, false, Mods{}))
	must(p.Wait(6))
	if s := p.Stage.State(); s.Held || s.Pinned != len(held) || q.at.X[held[0]] != at {
		t.Errorf("P in a drag of %d vertices: held %v, %d pinned, moved from %v to %v; it says %q", len(held), s.Held,
			s.Pinned, at, q.at.X[held[0]], s.Said)
	}
	freed := drag(held...)
	must(p.Key("u", Mods{}))
	must(p.Wait(4))
	left := slices.DeleteFunc(slices.Clone(held), func(v int32) bool { return slices.Contains(freed, v) })
	if s := p.Stage.State(); s.Held || s.Pinned != len(left) || len(left) == len(held) {
		t.Errorf("U in a drag of %v, where %v are pinned: held %v, %d pinned; it says %q", freed, held, s.Held, s.Pinned,
			s.Said)
	}
	// R ends it too, and brings all back.
	drag()
	must(p.Key("r", Mods{}))
	must(p.Move(30, 30))
	must(p.Wait(1))
	if s := p.Stage.State(); s.Held || s.Time > .1 || len(s.Said) == 0 || s.Said[len(s.Said)-1] != "back at the start, "+
		"all as the scene says" {
		t.Errorf("R in a drag: held %v, at %g s; it says %q", s.Held, s.Time, s.Said)
	}
}

// TestOnGPU: on the context that draws a simulation moves, and is drawn from there: what came back does not matter to
// the picture, which is the one of what is there.
func TestOnGPU(t *testing.T) {
	c := device(t)
	p := puppet(t, c, StageOptions{Targets: []string{written(t, small)}, Backend: "gpu"})
	q := p.panes[0]
	before := q.at.X[0]
	if err := p.Wait(3); err != nil {
		t.Fatal(err)
	}
	if s := p.Stage.State(); s.Steps < 8 || q.at.X[0] == before {
		t.Errorf("after 3 frames %d steps", s.Steps)
	}
	p.bare = true
	picture := func() *image.RGBA {
		t.Helper()
		var img *image.RGBA
		if err := c.Do(func() error {
			err := p.draw(false)
			img = p.canvas.read()
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return img
	}
	there := picture()
	part := q.at.Model.Parts[0].Vertices
	for i := part.Lo; i < part.Hi; i++ {
		q.at.X[i].Y += .1
	}
	if q.at.Device == nil || !bytes.Equal(there.Pix, picture().Pix) {
		t.Error("the picture follows what came back from the device")
	}
	for i := part.Lo; i < part.Hi; i++ {
		q.at.X[i].Y -= .1
	}
	q.at.Device = nil
	back, off := picture(), 0
	for i := range back.Pix {
		if back.Pix[i] != there.Pix[i] {
			off++
		}
	}
	if off > len(back.Pix)/200 { // shadows on the ground end elsewhere, in a place without any
		t.Errorf("%d of %d values of the picture are others than where they come back", off, len(back.Pix))
	}
}

// TestHome: Home has the cloth where no panel covers it, in windows of several sizes, and larger once panels are
// hidden.
func TestHome(t *testing.T) {
	c := device(t)
	p := puppet(t, c, StageOptions{Targets: []string{written(t, small)}, Paused: true})
	for _, size := range [][2]int{{800, 600}, {900, 500}, {1600, 900}, {500, 900}} {
		if err := p.Resize(size[0], size[1], 1); err != nil {
			t.Fatal(err)
		}
		near := func(hidden bool) float64 {
			p.Hidden = hidden
			if err := p.Wait(1); err != nil {
				t.Fatal(err)
			}
			if err := p.Key("home", Mods{}); err != nil {
				t.Fatal(err)
			}
			for _, m := range p.panes[0].meshes {
				for _, v := range m.X {
					x, y, ok := p.project(0, v)
					if !ok || x < 0 || y < 0 || x > float32(size[0]) || y > float32(size[1]) {
						t.Fatalf("%v: %s is seen at %g, %g (%v)", size, m.Name, x, y, ok)
					}
					for _, b := range p.ui.Panels() {
						if !hidden && b.Has(x, y) {
							t.Fatalf("%v: %s is seen at %g, %g, below panel %v", size, m.Name, x, y, b)
						}
					}
				}
			}
			return p.Orbit.Distance
		}
		if with, without := near(false), near(true); with < without {
			t.Errorf("%v: %.3g m away beside panels, %.3g m without them", size, with, without)
		}
	}
}

// TestNearby: cloth is taken a little beside its edge, so that a corner can be, and not further away.
func TestNearby(t *testing.T) {
	p := puppet(t, device(t), StageOptions{Targets: []string{written(t, small)}, Paused: true})
	p.Orbit.Look(Top, false)
	if err := p.Key("home", Mods{}); err != nil {
		t.Fatal(err)
	}
	q := p.panes[0]
	x, y, _ := p.project(0, q.at.X[0]) // a corner: from above the sheet ends there
	mx, my, _ := p.project(0, q.at.X[40])
	out := func(by float32) bool {
		d := float32(math.Hypot(float64(x-mx), float64(y-my)))
		hit, ok := p.pick(q, float64(x+by*(x-mx)/d), float64(y+by*(y-my)/d))
		return ok && hit.Nearest(q.tris()) == 0
	}
	if !out(2) || out(8) {
		t.Errorf("2 pixels beyond a corner it is taken: %v, 8 beyond: %v", out(2), out(8))
	}
}
