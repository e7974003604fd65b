package view

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
	"hysteron/cpu"
	"hysteron/param"
	"hysteron/scenes"
	"hysteron/sim"

	"hysteron/step"
)

func livePtr[T any](v T) *T { return &v }

const hung = `fps = 30
step_s = 0.00834
[[sheet]]
name = "sheet"
size_m = [0.4, 0.4]
vertices = [9, 9]
fabric = "cotton"
centre_m = [0, 1, 0]
rotation_deg = [90, 0, 0]
pins = ["corner-01", "corner-11"]
[[body]]
kind = "sphere"
radius_m = 0.1
centre_m = [0, 0.75, -0.3]
`

// begun starts a session on a scene of this text.
func begun(t *testing.T, text, backend string) (*Session, *bytes.Buffer) {
	t.Helper()
	return begunWith(t, text, backend, func(*step.Settings) {})
}

func begunWith(t *testing.T, text, backend string, set func(*step.Settings)) (*Session, *bytes.Buffer) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "scene.toml")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	scene, err := scenes.Load(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := scene.Build()
	if err != nil {
		t.Fatal(err)
	}
	set(&setup.Settings)
	s, err := BeginSession(context.Background(), setup, backend, func(sim.Progress) {}, nil)
	if err != nil {
		if backend == "gpu" && os.Getenv("HYSTERON_REQUIRE_GPU") == "" {
			t.Skip("SKIPPED, no OpenGL: ", err)
		}
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	var log bytes.Buffer
	s.Recorder = NewRecorder(&log, s.Header())
	return s, &log
}

func do(t *testing.T, s *Session, e Event) string {
	t.Helper()
	note, err := s.Do(e)
	if err != nil {
		t.Fatal(err)
	}
	return note
}

func steps(t *testing.T, s *Session, n int) {
	t.Helper()
	for range n {
		if err := s.Step(); err != nil {
			t.Fatal(err)
		}
	}
}

func at(t *testing.T, s *Session, v int) r3.Vec {
	t.Helper()
	x, err := s.positions()
	if err != nil {
		t.Fatal(err)
	}
	return x[v]
}

// bottom is a free corner, and a triangle that has it.
func bottom(t *testing.T, s *Session) (vertex int32, tri int32, bary [3]float64) {
	t.Helper()
	m := s.Setup.Model
	for i, x := range m.X0 {
		if x.Y < m.X0[vertex].Y || x.Y == m.X0[vertex].Y && x.X < m.X0[vertex].X {
			vertex = int32(i)
		}
	}
	for i, v := range m.Tri {
		for k := range 3 {
			if v[k] == vertex {
				bary[k] = 1
				return vertex, int32(i), bary
			}
		}
	}
	t.Fatal("the corner has no triangle")
	return 0, 0, bary
}

// everything does one of each to a session, with steps between.
func everything(t *testing.T, s *Session, n int) {
	_, tri, bary := bottom(t, s)
	steps(t, s, n)
	do(t, s, Event{Do: Grab, Tri: &tri, Bary: &bary, Radius: livePtr(.06)})
	do(t, s, Event{Do: Drag, To: &[3]float64{.1, .75, .2}})
	steps(t, s, n)
	do(t, s, Event{Do: WindTo, To: &[3]float64{0, 0, 4}})
	do(t, s, Event{Do: Gust, Amplitude: livePtr(.5), Hz: livePtr(2.)})
	steps(t, s, n)
	do(t, s, Event{Do: Release})
	do(t, s, Event{Do: Pin, Vertices: []int32{40}})
	do(t, s, Event{Do: Friction, On: livePtr(false)})
	steps(t, s, n)
	do(t, s, Event{Do: Fabric, Part: livePtr[int32](0), Name: "silk"})
	if s.Engine().On.Name() == "cpu" { // on software OpenGL it takes seconds to make a simulation anew
		do(t, s, Event{Do: MoveBody, Body: livePtr[int32](0), To: &[3]float64{0, 0, .1}})
	}
	steps(t, s, n)
	do(t, s, Event{Do: Friction, On: livePtr(true)})
	do(t, s, Event{Do: Unpin, Vertices: []int32{40}})
	do(t, s, Event{Do: Gravity, To: &[3]float64{0, -3, 0}})
	steps(t, s, n)
}

// TestReplaySameBits: what was recorded gives the same bits without a window, on either backend, also after a reset; a
// recording that was tampered with does not.
func TestReplaySameBits(t *testing.T) {
	for _, backend := range []string{"cpu", "gpu"} {
		t.Run(backend, func(t *testing.T) {
			s, log := begun(t, hung, backend)
			n := map[string]int{"cpu": 4, "gpu": 2}[backend]
			everything(t, s, n)
			do(t, s, Event{Do: Reset})
			steps(t, s, n)
			do(t, s, Event{Do: Restart})
			steps(t, s, 1)
			do(t, s, Event{Do: End})
			sum, err := s.Sum()
			if err != nil {
				t.Fatal(err)
			}
			h, events, err := ReadRecording("r", log.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			seen := 0
			out, err := Replay(context.Background(), h, events, "", func(sim.Progress) {}, func(*Session) error {
				seen++
				return nil
			})
			if err != nil || !out.Same || out.Sum != sum || out.Steps != int64(7*n+1) || seen != 7*n+1 {
				t.Errorf("%+v, %d steps seen, %v: expected the sum %s", out, seen, err, sum)
			}
			if backend == "gpu" {
				return
			}
			if out, err := Replay(context.Background(), h, events[:len(events)-1], "", func(sim.Progress) {}, nil); err != nil ||
				out.Same || !strings.Contains(out.Note, "has no end") {
				t.Errorf("cut off: %+v, %v", out, err)
			}
			for i := range events {
				if events[i].Do == WindTo {
					events[i].To[2] += 1e-9
				}
			}
			events = append(events[:len(events)-4], events[len(events)-1]) // without the reset
			if _, err := Replay(context.Background(), h, events, "", func(sim.Progress) {}, nil); err == nil ||
				!strings.Contains(err.Error(), "same bits") {
				t.Errorf("another wind: %v", err)
			}
			h.Set = []string{"sheet.0.fabric=silk"}
			if _, err := Replay(context.Background(), h, events, "", func(sim.Progress) {}, nil); err == nil ||
				!strings.Contains(err.Error(), "not the scene") {
				t.Errorf("another scene: %v", err)
			}
		})
	}
}

// TestReset: from the start the same happens again, bit for bit; nothing is held or blown, as it was before.
func TestReset(t *testing.T) {
	s, _ := begun(t, hung, "cpu")
	steps(t, s, 5)
	first, _ := s.Sum()
	_, tri, bary := bottom(t, s)
	do(t, s, Event{Do: Grab, Tri: &tri, Bary: &bary, Radius: livePtr(0.)})
	do(t, s, Event{Do: Drag, To: &[3]float64{1, 1, 1}})
	do(t, s, Event{Do: Unpin, Vertices: s.Pinned()})
	steps(t, s, 5)
	do(t, s, Event{Do: Reset})
	if s.Time() != 0 || len(s.Pinned()) != 2 {
		t.Errorf("after the reset: time %g, %d pins", s.Time(), len(s.Pinned()))
	}
	steps(t, s, 5)
	if again, _ := s.Sum(); again != first {
		t.Error("after a reset other bits than after the start")
	}
	if s.Steps() != 15 {
		t.Errorf("%d steps: expected them counted on through the reset", s.Steps())
	}
}

// TestHand: a dragged corner follows the hand, at most as fast as the hand is; let go it swings back. A dragged pin
// stays where it is let go. Meanwhile the cloth passes through nothing, though the hand goes into the sphere.
func TestHand(t *testing.T) {
	s, _ := begun(t, hung, "cpu")
	steps(t, s, 120)
	v, tri, bary := bottom(t, s)
	rest := at(t, s, int(v))
	do(t, s, Event{Do: Grab, Tri: &tri, Bary: &bary, Radius: livePtr(.05)})
	to := r3.Add(rest, r3.Vec{X: .05, Y: .12, Z: .15})
	do(t, s, Event{Do: Drag, To: Vec(to)})
	steps(t, s, 1)
	if hand, _, holds := s.Hand(); !holds || r3.Norm(r3.Sub(hand, rest)) > handSpeed*s.H*1.0001 {
		t.Errorf("after a step the hand has gone %g m", r3.Norm(r3.Sub(hand, rest)))
	}
	steps(t, s, 90)
	if d := r3.Norm(r3.Sub(at(t, s, int(v)), to)); d > .02 {
		t.Errorf("the corner is %g m from the hand", d)
	}
	do(t, s, Event{Do: Release})
	steps(t, s, 240)
	if d := r3.Norm(r3.Sub(at(t, s, int(v)), rest)); d > .05 {
		t.Errorf("let go the corner hangs %g m from where it did", d)
	}
	_, tri, bary = bottom(t, s)
	do(t, s, Event{Do: Grab, Tri: &tri, Bary: &bary, Radius: livePtr(.05)})
	do(t, s, Event{Do: Drag, To: &[3]float64{0, .75, -.3}}) // into the sphere
	setup := s.Setup
	ball := check.Mesh{X: make([]r3.Vec, setup.Bodies[0].NumVertices()), Tri: setup.Bodies[0].Triangles()}
	setup.Bodies[0].Positions(ball.X, 0)
	for range 40 {
		steps(t, s, 1)
		x, _ := s.positions()
		if r := check.Check(check.Mesh{X: x, Tri: setup.Model.Tri}, []check.Mesh{ball}, nil); len(r.Self) > 0 ||
			len(r.Inside) > 0 {
			t.Fatalf("%d pairs of triangles cross, %d vertices are inside", len(r.Self), len(r.Inside))
		}
	}
	// A pinned corner.
	s, _ = begun(t, hung, "cpu")
	pin := s.Pinned()[0]
	x := at(t, s, int(pin))
	for i, c := range s.Setup.Model.Tri {
		for k := range 3 {
			if c[k] == pin {
				tri, bary = int32(i), [3]float64{}
				bary[k] = 1
			}
		}
	}
	do(t, s, Event{Do: Grab, Tri: &tri, Bary: &bary, Radius: livePtr(0.)})
	do(t, s, Event{Do: Drag, To: Vec(r3.Add(x, r3.Vec{Y: .1}))})
	steps(t, s, 60)
	do(t, s, Event{Do: Release})
	up := at(t, s, int(pin))
	steps(t, s, 20)
	if len(s.Pinned()) != 2 || at(t, s, int(pin)) != up || up.Y-x.Y < .08 {
		t.Errorf("a dragged pin: %d pins, it is at %v, was let go at %v and taken from %v", len(s.Pinned()),
			at(t, s, int(pin)), up, x)
	}
}

// TestExchange: with another fabric positions stay, weight changes and friction begins anew.
func TestExchange(t *testing.T) {
	s, _ := begun(t, hung, "cpu")
	steps(t, s, 20)
	x, m := at(t, s, 30), s.Setup.Model
	note := do(t, s, Event{Do: Fabric, Part: livePtr[int32](0), Name: "cotton-twill"})
	if !strings.Contains(note, "cotton-twill") || !strings.Contains(note, "anew") {
		t.Errorf("it says %q", note)
	}
	state, _ := s.Engine().State()
	if at(t, s, 30) != x || s.Setup.Model.Mass[30] <= m.Mass[30] || state.Time != s.Time() {
		t.Errorf("vertex 30 moves by %g m, its mass from %g to %g kg", r3.Norm(r3.Sub(at(t, s, 30), x)), m.Mass[30],
			s.Setup.Model.Mass[30])
	}
	for _, f := range sim.FrictionStresses(s.Setup.Model, state) {
		if f != 0 {
			t.Fatal("friction stress after the change of the fabric")
		}
	}
	steps(t, s, 5)
	for _, e := range []Event{
		{Do: Fabric, Part: livePtr[int32](7), Name: "cotton-twill"}, {Do: Fabric, Part: livePtr[int32](0), Name: "no-such"},
		{Do: Drag, To: &[3]float64{}},
		{Do: Pin, Vertices: []int32{9999}}, {Do: MoveBody, Body: livePtr[int32](3), To: &[3]float64{}},
		{Do: Grab, Tri: livePtr[int32](9999), Bary: &[3]float64{1}, Radius: livePtr(0.)},
	} {
		if _, err := s.Do(e); err == nil || !strings.HasPrefix(err.Error(), e.Do+": ") {
			t.Errorf("%+v: %v", e, err)
		}
	}
	steps(t, s, 1)
}

// called is a backend under another name.
type called struct {
	cpu.Backend
	name string
}

func (c called) Name() string { return c.name }

// Triangles that numbers of a GPU cannot hold are refused there, before anything is dressed, and not elsewhere.
func TestNeedlesAreRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scene.toml")
	text := "step_s = 0.004\n[[sheet]]\nname = \"strip\"\nsize_m = [0.2, 4e-5]\nvertices = [2, 2]\nfabric = \"cotton\"\n"
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"gpu", "cpu"} {
		scene, err := scenes.Load(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		setup, err := scene.Build()
		if err != nil {
			t.Fatal(err)
		}
		s, err := BeginSessionOn(context.Background(), setup, called{name: name}, func(sim.Progress) {}, nil)
		if name == "cpu" {
			if err != nil {
				t.Fatal(err)
			}
			s.Close()
			continue
		}
		if err == nil || !param.IsInputError(err) || !strings.Contains(err.Error(), "strip: triangle 0") ||
			!strings.Contains(err.Error(), "--backend cpu") {
			t.Errorf("%v: expected wrong input, the triangle and a way out", err)
		}
	}
}
