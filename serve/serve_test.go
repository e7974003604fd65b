package serve

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/param"
	"hysteron/scenes"
	"hysteron/sim"
)

// hung is a sheet that swings down onto a sphere.
const hung = `fps = 30
step_s = 0.00834
frames = 14
[[sheet]]
name = "sheet"
size_m = [0.4, 0.4]
vertices = [7, 7]
fabric = "cotton"
centre_m = [0, 1, 0]
rotation_deg = [90, 0, 0]
pins = ["corner-01", "corner-11"]
[[body]]
name = "ball"
kind = "sphere"
radius_m = 0.1
centre_m = [0, 0.75, -0.3]
`

// client speaks to a server in this process.
type client struct {
	t      *testing.T
	in     *io.PipeWriter
	out    *io.PipeReader
	ended  chan error
	id     int64
	events []reply
}

// answer of a server, as a client sees it.
type answer struct {
	reply
	Result json.RawMessage `json:"result"`
	bulk   []byte
}

func dial(t *testing.T, opt Options) *client {
	t.Helper()
	in, to := io.Pipe()
	from, out := io.Pipe()
	c := &client{t: t, in: to, out: from, ended: make(chan error, 1)}
	go func() {
		err := Serve(context.Background(), in, out, opt)
		out.CloseWithError(io.EOF)
		c.ended <- err
	}()
	t.Cleanup(func() { to.Close() })
	return c
}

// begun is a client with a simulation of a scene under way.
func begun(t *testing.T, text string) *client {
	c := dial(t, Options{})
	c.must(map[string]any{"op": "hello", "protocol": Protocol}, nil)
	c.must(map[string]any{"op": "load", "scene": "scene.toml", "text": text}, nil)
	c.must(map[string]any{"op": "start", "backend": "cpu"}, nil)
	return c
}

func (c *client) send(v map[string]any, bulk []byte) {
	c.t.Helper()
	c.id++
	v["id"] = c.id
	if err := (&writer{w: c.in}).write(v, bulk); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) receive() answer {
	c.t.Helper()
	for {
		m, err := readMessage(c.out)
		if err != nil {
			c.t.Fatal("no answer: ", err)
		}
		a := answer{bulk: m.bulk}
		if err := json.Unmarshal(m.json, &a); err != nil {
			c.t.Fatalf("%s: %v", m.json, err)
		}
		if a.Event == "" {
			return a
		}
		c.events = append(c.events, a.reply)
	}
}

func (c *client) call(v map[string]any, bulk []byte) answer {
	c.t.Helper()
	c.send(v, bulk)
	return c.receive()
}

func (c *client) must(v map[string]any, bulk []byte) answer {
	c.t.Helper()
	a := c.call(v, bulk)
	if a.Error != nil {
		c.t.Fatalf("%v: %+v", v["op"], *a.Error)
	}
	return a
}

// vertices is how many there are.
func (c *client) vertices() int { return len(c.floats("masses")) }

// pinned lists them.
func (c *client) pinned() []int32 {
	c.t.Helper()
	var q held
	if err := json.Unmarshal(c.must(map[string]any{"op": "pins"}, nil).Result, &q); err != nil || len(q.Vertices) != 2 {
		c.t.Fatalf("%v, %v: expected two pins", q, err)
	}
	return q.Vertices
}

func (c *client) steps(n int) taken {
	c.t.Helper()
	var q taken
	if err := json.Unmarshal(c.must(map[string]any{"op": "step", "steps": n}, nil).Result, &q); err != nil {
		c.t.Fatal(err)
	}
	return q
}

// floats is an array of the simulation.
func (c *client) floats(name string) []float64 {
	c.t.Helper()
	a := c.must(map[string]any{"op": "get", "arrays": []array{{Name: name}}}, nil)
	return each(len(a.bulk)/8, func(i int) float64 { return float(a.bulk, i) })
}

// packed puts arrays in the bulk data of a request.
func packed(arrays ...any) (list []array, bulk []byte) {
	for i := 0; i < len(arrays); i += 2 {
		a := array{Name: arrays[i].(string), At: int64(len(bulk))}
		switch v := arrays[i+1].(type) {
		case []int32:
			a.Type, a.Shape = int32s, []int{len(v)}
			for _, x := range v {
				bulk = binary.LittleEndian.AppendUint32(bulk, uint32(x))
			}
		case []float64:
			a.Type, a.Shape = float64s, []int{len(v)}
			for _, x := range v {
				bulk = binary.LittleEndian.AppendUint64(bulk, math.Float64bits(x))
			}
		case []r3.Vec:
			a.Type, a.Shape = float64s, []int{len(v), 3}
			for _, x := range flat(v) {
				bulk = binary.LittleEndian.AppendUint64(bulk, math.Float64bits(x))
			}
		}
		list = append(list, a)
	}
	return list, bulk
}

func same(t *testing.T, what string, a, b []float64) {
	t.Helper()
	if len(a) != len(b) || len(a) == 0 {
		t.Fatalf("%s: %d and %d numbers", what, len(a), len(b))
	}
	for i := range a {
		if math.Float64bits(a[i]) != math.Float64bits(b[i]) {
			t.Fatalf("%s: number %d is %v and %v: expected the same bits", what, i, a[i], b[i])
		}
	}
}

// TestRunBits: steps in odd numbers give the bits of a run: of its checkpoint after frame 10, where both begin anew,
// and of its cache after that. So do steps after a reset, and after a restore of what was saved at the start.
func TestRunBits(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	scene, err := scenes.Parse("scene.toml", []byte(hung), nil)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := scene.Build()
	if err != nil {
		t.Fatal(err)
	}
	_, err = sim.Run(context.Background(), setup, sim.Options{Dir: dir, Backend: "cpu", NoRender: true})
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, "checkpoints", "00000011.checkpoint"))
	if err != nil {
		t.Fatal(err)
	}
	var at10 struct{ State cloth.State }
	_, body, _ := bytes.Cut(data, []byte("\n"))
	if err := gob.NewDecoder(bytes.NewReader(body[sha256.Size:])).Decode(&at10); err != nil {
		t.Fatal(err)
	}
	loaded, err := sim.LoadRun(dir)
	if err != nil {
		t.Fatal(err)
	}
	frames, err := sim.OpenFrames(dir, loaded)
	if err != nil {
		t.Fatal(err)
	}
	defer frames.Close()
	last := make([]r3.Vec, len(loaded.Model.X0))
	if err := frames.Read(13, last); err != nil {
		t.Fatal(err)
	}

	c := begun(t, hung)
	saved := c.must(map[string]any{"op": "save"}, nil).bulk
	begin := func(op string, bulk []byte) { c.must(map[string]any{"op": op}, bulk) }
	for _, by := range []func(){func() {}, func() { begin("reset", nil) }, func() { begin("restore", saved) }} {
		by()
		for _, n := range []int{1, 7, 25} {
			c.steps(n)
		}
		if q := c.steps(7); q.Frame != 10 || q.Within != 0 || q.Time != 10./30 {
			t.Fatalf("after 40 steps: %+v", q)
		}
		same(t, "positions at frame 10", c.floats("positions"), flat(at10.State.X))
		same(t, "velocities at frame 10", c.floats("velocities"), flat(at10.State.V))
		for i, e := range c.floats("strain.warp") {
			if e != at10.State.Past[cloth.Triangles].Eps(i, 0) {
				t.Fatal("strain of triangle", i)
			}
		}
		c.must(map[string]any{"op": "step", "frames": 3}, nil)
		x := c.floats("positions")
		for i, v := range flat(last) {
			if float64(float32(x[i])) != v {
				t.Fatalf("frame 13: coordinate %d is %v, in the run's cache %v", i, x[i], v)
			}
		}
		if i := slices.IndexFunc(c.floats("friction.warp"), func(f float64) bool { return f != 0 }); i < 0 {
			t.Error("no friction anywhere")
		}
	}
}

// TestSave: what follows a save also follows its restore, with moving pins, forces, wind and moved bodies, and in
// another server.
func TestSave(t *testing.T) {
	c := begun(t, hung)
	list, bulk := packed("vertices", c.pinned(), "targets", []r3.Vec{{X: -.2, Y: 1.1, Z: .1}, {X: .2, Y: 1.1, Z: .1}})
	c.must(map[string]any{"op": "move_pins", "seconds": .1, "arrays": list}, bulk)
	f := make([]r3.Vec, c.vertices())
	f[0] = r3.Vec{X: .01}
	list, bulk = packed("forces", f)
	c.must(map[string]any{"op": "forces", "arrays": list}, bulk)
	c.must(map[string]any{"op": "steer", "wind_m_s": []float64{0, 0, 3}}, nil)
	c.must(map[string]any{"op": "move_body", "body": 0, "offset_m": []float64{0, 0, .2},
		"rotation_rad": []float64{0, 1, 0}, "seconds": .2}, nil)
	c.steps(6)
	saved := c.must(map[string]any{"op": "save"}, nil).bulk
	c.steps(9)
	x, ball := c.floats("positions"), c.floats("body.0.positions")
	d := begun(t, hung)
	for _, c := range []*client{c, d} {
		c.must(map[string]any{"op": "restore"}, saved)
		c.steps(9)
		same(t, "positions", x, c.floats("positions"))
		same(t, "body", ball, c.floats("body.0.positions"))
	}
	d.must(map[string]any{"op": "reset"}, nil)
	d.steps(15)
	e := begun(t, hung)
	e.steps(15)
	same(t, "positions after a reset", e.floats("positions"), d.floats("positions"))

	other := begun(t, strings.Replace(hung, "[7, 7]", "[6, 6]", 1))
	damaged := slices.Clone(saved)
	damaged[len(damaged)-1] ^= 1
	for what, data := range map[string][]byte{"another scene": saved, "damaged": damaged, "not a state": []byte("x")} {
		if a := other.call(map[string]any{"op": "restore"}, data); a.Error == nil || a.Error.Kind != "input" ||
			!strings.Contains(a.Error.Text, what) {
			t.Errorf("%s: %+v", what, a.Error)
		}
	}
	other.steps(1)
}

// TestMovePins: pins follow a straight line at constant velocity, arrive, and stay there without rounding.
func TestMovePins(t *testing.T) {
	c := begun(t, hung)
	pins := c.pinned()
	v := int(pins[0])
	from := c.floats("positions")[3*v : 3*v+3]
	to := r3.Vec{X: -.1, Y: 1.05, Z: .02}
	list, bulk := packed("vertices", pins[:1], "targets", []r3.Vec{to})
	c.must(map[string]any{"op": "move_pins", "seconds": 8. / 120, "arrays": list}, bulk)
	c.steps(2)
	x, u := c.floats("positions")[3*v:3*v+3], c.floats("velocities")[3*v:3*v+3]
	for k, end := range []float64{to.X, to.Y, to.Z} {
		if want := from[k] + (end-from[k])/4; math.Abs(x[k]-want) > 1e-12 {
			t.Errorf("a quarter of the way: %v, expected %v", x[k], want)
		}
		if want := (end - from[k]) * 120 / 8; math.Abs(u[k]-want) > 1e-9 {
			t.Errorf("velocity %v, expected %v", u[k], want)
		}
	}
	c.steps(6)
	for k, x := range c.floats("positions")[3*v : 3*v+3] {
		if math.Abs(x-[]float64{to.X, to.Y, to.Z}[k]) > 1e-15 {
			t.Errorf("on arrival coordinate %d is %v", k, x)
		}
	}
	for range 2 {
		c.steps(3)
		same(t, "target", c.floats("positions")[3*v:3*v+3], []float64{to.X, to.Y, to.Z})
	}
	list, bulk = packed("vertices", pins)
	if q := c.must(map[string]any{"op": "unpin", "arrays": list}, bulk); string(q.Result) != `{"vertices":[]}` {
		t.Errorf("pinned: %s", q.Result)
	}
	c.steps(4)
	if y := c.floats("positions")[3*v+1]; y >= to.Y {
		t.Errorf("set free at %v m it is at %v m", to.Y, y)
	}
}

// free is a sheet in a vacuum, which nothing holds.
const free = `fps = 30
step_s = 0.00834
gravity_m_s2 = [0, 0, 0]
[air]
density_kg_m3 = 0
[[sheet]]
name = "sheet"
size_m = [0.4, 0.4]
vertices = [5, 5]
fabric = "cotton"
centre_m = [0, 1, 0]
`

// TestForces: forces m·a accelerate a free sheet as backward Euler says, x_n = a·h²·n(n+1)/2.
func TestForces(t *testing.T) {
	c := begun(t, free+"[solver]\ntolerance_m_s2 = 1e-3\n")
	a := r3.Vec{X: 3, Y: -2, Z: 1}
	m := c.floats("masses")
	f := each(len(m), func(i int) r3.Vec { return r3.Scale(m[i], a) })
	list, bulk := packed("forces", f)
	c.must(map[string]any{"op": "forces", "arrays": list}, bulk)
	x0 := c.floats("positions")
	const n, h = 24, 1. / 120
	c.steps(n)
	x := c.floats("positions")
	for i := range x {
		want := [3]float64{a.X, a.Y, a.Z}[i%3] * h * h * n * (n + 1) / 2
		if got := x[i] - x0[i]; math.Abs(got-want) > 1e-4*math.Abs(want) {
			t.Fatalf("coordinate %d moved by %v m, expected %v", i, got, want)
		}
	}
	c.must(map[string]any{"op": "reset"}, nil)
	c.steps(3)
	same(t, "after a reset", c.floats("positions"), x0)
}

// TestGrabAndForce: at rest a spring of stiffness k is stretched by F/k.
func TestGrabAndForce(t *testing.T) {
	c := begun(t, strings.Replace(free, "[5, 5]", "[2, 2]", 1))
	const k = 5.
	x := c.floats("positions")
	n := int32(len(x) / 3)
	at := each(int(n), func(i int) r3.Vec { return r3.Vec{X: x[3*i], Y: x[3*i+1], Z: x[3*i+2]} })
	f := each(int(n), func(int) r3.Vec { return r3.Vec{X: .01} })
	list, bulk := packed("vertices", each(int(n), func(i int) int32 { return int32(i) }), "targets", at,
		"stiffness", each(int(n), func(int) float64 { return k }))
	c.must(map[string]any{"op": "grab", "arrays": list}, bulk)
	list, bulk = packed("forces", f)
	c.must(map[string]any{"op": "forces", "arrays": list}, bulk)
	c.steps(600)
	for i, v := range c.floats("positions") {
		want := x[i]
		if i%3 == 0 {
			want += .01 / k
		}
		if math.Abs(v-want) > 1e-5 {
			t.Errorf("coordinate %d is %v m, expected %v", i, v, want)
		}
	}
}

// TestMoveBody: a body goes to its place, turned about its centre, and takes cloth along; after a reset it is back.
func TestMoveBody(t *testing.T) {
	c := begun(t, hung)
	x0 := c.floats("body.0.positions")
	turn := r3.Vec{X: .3, Y: .2, Z: -.5}
	c.must(map[string]any{"op": "move_body", "body": 0, "offset_m": []float64{0, 0, .4},
		"rotation_rad": []float64{turn.X, turn.Y, turn.Z}, "seconds": .2}, nil)
	c.steps(12)
	half := r3.NewRotation(r3.Norm(turn)/2, turn)
	x := c.floats("body.0.positions")
	mid := r3.Vec{Y: .75, Z: -.3}
	for i := 0; i < len(x); i += 3 {
		want := r3.Add(r3.Add(half.Rotate(r3.Sub(r3.Vec{X: x0[i], Y: x0[i+1], Z: x0[i+2]}, mid)), mid), r3.Vec{Z: .2})
		if d := r3.Norm(r3.Sub(want, r3.Vec{X: x[i], Y: x[i+1], Z: x[i+2]})); d > 1e-9 {
			t.Fatalf("vertex %d of the body is %g m from where half of the way and of the turn lead", i/3, d)
		}
	}
	c.steps(20)
	d := begun(t, hung)
	d.steps(32)
	z := func(c *client) (sum float64) {
		x := c.floats("positions")
		for i := 2; i < len(x); i += 3 {
			sum += x[i] / float64(len(x)/3)
		}
		return sum
	}
	if moved, still := z(c), z(d); moved-still < .02 { // the ball has gone .4 m on, through where the sheet hangs
		t.Errorf("the sheet is at z = %.3f m in the mean, and %.3f m without: expected a push", moved, still)
	}
	var q checked
	if err := json.Unmarshal(c.must(map[string]any{"op": "check"}, nil).Result, &q); err != nil || q.Self+q.Bodies > 0 ||
		q.Gap == nil {
		t.Errorf("contact: %+v, %v", q, err)
	}
	for _, c := range []*client{c, d} {
		c.must(map[string]any{"op": "reset"}, nil)
		c.steps(3)
	}
	same(t, "body", x0, c.floats("body.0.positions"))
	same(t, "positions", d.floats("positions"), c.floats("positions"))
}

// TestSet: positions that a client writes are those that follow; ones that intersect are told of.
func TestSet(t *testing.T) {
	c := begun(t, free)
	x := c.floats("positions")
	at := each(len(x)/3, func(i int) r3.Vec { return r3.Vec{X: x[3*i] + 1, Y: x[3*i+1], Z: x[3*i+2]} })
	v := each(len(at), func(int) r3.Vec { return r3.Vec{Y: .6} })
	list, bulk := packed("positions", at, "velocities", v)
	c.must(map[string]any{"op": "set", "arrays": list}, bulk)
	c.steps(4)
	for i, got := range c.floats("positions") {
		want := x[i] + []float64{1, .6 * 4 / 120, 0}[i%3]
		if math.Abs(got-want) > 1e-9 {
			t.Fatalf("coordinate %d is %v, expected %v", i, got, want)
		}
	}
	if len(c.events) > 0 {
		t.Errorf("events %+v", c.events)
	}
	at[0], at[len(at)-1] = at[len(at)-1], at[0]
	list, bulk = packed("positions", at)
	c.must(map[string]any{"op": "set", "arrays": list}, bulk)
	if len(c.events) != 1 || c.events[0].Event != "warning" || !strings.Contains(c.events[0].Text, "intersect") {
		t.Errorf("events %+v: expected a warning of triangles that intersect", c.events)
	}
}

// TestSetContact: positions that are written as they are change nothing: cloth that friction holds on a slope keeps its
// contacts. Contacts of vertices that are moved are dropped, of others not.
func TestSetContact(t *testing.T) {
	lying := strings.Replace(free, "gravity_m_s2 = [0, 0, 0]", "gravity_m_s2 = [-1, -9.81, 0]", 1) +
		"[ground]\nheight_m = 0.996\n"
	c, d := begun(t, lying), begun(t, lying)
	for _, c := range []*client{c, d} {
		c.steps(30)
	}
	x := c.floats("positions")
	at := each(len(x)/3, func(i int) r3.Vec { return r3.Vec{X: x[3*i], Y: x[3*i+1], Z: x[3*i+2]} })
	list, bulk := packed("positions", at)
	c.must(map[string]any{"op": "set", "arrays": list}, bulk)
	d.must(map[string]any{"op": "save"}, nil)
	for _, c := range []*client{c, d} {
		c.steps(3)
	}
	same(t, "positions", d.floats("positions"), c.floats("positions"))

	m := &cloth.Model{X0: make([]r3.Vec, 6), Tri: [][3]int32{{0, 1, 2}, {3, 4, 5}}}
	s := &cloth.State{Touches: []cloth.Touch{{Point: 1}, {Point: 4}, {Point: 6}, {Point: 7}},
		Rubs: []cloth.Rub{{V: [4]int32{0, 3, 4, 5}}, {V: [4]int32{0, 2, 3, 5}}}}
	dropContacts(m, s, func(v int32) bool { return v == 4 })
	if len(s.Touches) != 2 || s.Touches[0].Point != 1 || s.Touches[1].Point != 6 || len(s.Rubs) != 1 ||
		s.Rubs[0].V[1] != 2 {
		t.Errorf("%+v: expected what is not of vertex 4", s)
	}
}

// TestBadRequests: each gets one error that says what was expected, and the server goes on.
func TestBadRequests(t *testing.T) {
	c := dial(t, Options{Version: "x"})
	first := func(v map[string]any, want string) {
		t.Helper()
		a := c.call(v, nil)
		if a.Error == nil || a.Error.Kind != "input" || !strings.Contains(a.Error.Text, want) || a.ID != c.id {
			t.Errorf("%v: %+v, expected an error with %q", v, a.Error, want)
		}
	}
	first(map[string]any{"op": "load", "scene": "flag"}, "before hello")
	first(map[string]any{"op": "hello", "protocol": 99}, "expected 1")
	c.must(map[string]any{"op": "hello", "protocol": Protocol}, nil)
	first(map[string]any{"op": "start"}, "expected load first")
	first(map[string]any{"op": "load", "scene": "flagg"}, "flag")
	first(map[string]any{"op": "load", "scene": "s.toml", "text": "fps = \"x\""}, "s.toml:1")
	first(map[string]any{"op": "load", "scene": "flag", "set": []string{"fps=-1"}}, "fps")
	c.must(map[string]any{"op": "load", "scene": "scene.toml", "text": hung}, nil)
	first(map[string]any{"op": "step", "steps": 1}, "expected start first")
	first(map[string]any{"op": "start", "backend": "tpu"}, "expected auto, cpu or gpu")
	c.must(map[string]any{"op": "start", "backend": "cpu"}, nil)

	n := c.vertices()
	nan, far := make([]r3.Vec, n), make([]r3.Vec, n)
	nan[17].Y, far[3].X = math.NaN(), 1e9
	all := each(n, func(i int) r3.Vec { return r3.Vec{X: float64(i)} })
	for _, q := range []struct {
		req    map[string]any
		arrays []any
		want   string
	}{
		{map[string]any{"op": "fly"}, nil, "unknown op"},
		{map[string]any{"op": "step", "steps": 0}, nil, "at least 1"},
		{map[string]any{"op": "step", "steps": 1, "frames": 1}, nil, "at least 1"},
		{map[string]any{"op": "step", "steps": "many"}, nil, "step: "},
		{map[string]any{"op": "step", "stepps": 1}, nil, "stepps"},
		{map[string]any{"op": "set"}, []any{"positions", nan}, "positions of vertex 17 are (0, NaN, 0): expected finite"},
		{map[string]any{"op": "set"}, []any{"velocities", nan}, "velocities of vertex 17 are (0, NaN, 0)"},
		{map[string]any{"op": "set"}, []any{"positions", all[:n-1]}, fmt.Sprintf("expected [%d 3]", n)},
		{map[string]any{"op": "set"}, []any{"masses", all}, "expected positions or velocities"},
		{map[string]any{"op": "forces"}, []any{"forces", nan}, "vertex 17"},
		{map[string]any{"op": "forces"}, []any{"forces", far}, "vertex 3"},
		{map[string]any{"op": "pin"}, []any{"vertices", []int32{int32(n)}}, fmt.Sprintf("expected 0..%d", n-1)},
		{map[string]any{"op": "pin"}, []any{"vertices", []int32{1, 1}}, "twice"},
		{map[string]any{"op": "pin"}, nil, "no array"},
		{map[string]any{"op": "move_pins", "seconds": 1}, []any{"vertices", []int32{5}, "targets", nan[17:18]}, "vertex 5"},
		{map[string]any{"op": "move_pins", "seconds": -1}, []any{"vertices", []int32{5}, "targets", all[:1]}, "-1 s"},
		{map[string]any{"op": "grab"},
			[]any{"vertices", []int32{5}, "targets", all[:1], "stiffness", []float64{-1}}, "stiffness"},
		{map[string]any{"op": "steer", "wind_m_s": []float64{1e9, 0, 0}}, nil, "steer"},
		{map[string]any{"op": "move_body", "body": 3}, nil, "expected one of 1"},
		{map[string]any{"op": "move_body", "offset_m": []float64{1e9, 0, 0}}, nil, "offset"},
		{map[string]any{"op": "get", "arrays": []array{{Name: "energy"}}}, nil, "expected one of positions, velocities"},
	} {
		var bulk []byte
		if q.arrays != nil {
			q.req["arrays"], bulk = packed(q.arrays...)
		}
		a := c.call(q.req, bulk)
		if a.Error == nil || a.Error.Kind != "input" || !strings.Contains(a.Error.Text, q.want) ||
			strings.Contains(a.Error.Text, "\n") {
			t.Errorf("%v: %+v, expected one line with %q", q.req, a.Error, q.want)
		}
	}
	list, bulk := packed("positions", all)
	if a := c.call(map[string]any{"op": "set", "arrays": list}, bulk[:100]); a.Error == nil {
		t.Error("an array beyond its message is taken")
	}
	text := []byte("{not JSON")
	head := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint32(nil, uint32(len(text))), 0)
	go c.in.Write(append(head, text...))
	if a := c.receive(); a.Error == nil || a.Error.Kind != "input" {
		t.Errorf("no JSON: %+v", a)
	}
	// After all that the bits are those of a simulation to which nothing happened.
	d := begun(t, hung)
	for _, c := range []*client{c, d} {
		c.steps(3)
	}
	same(t, "positions", c.floats("positions"), d.floats("positions"))
}

// TestStreams: the end of the input ends a server, also within a step, and what is no message is refused.
func TestStreams(t *testing.T) {
	ends := func(c *client) error {
		t.Helper()
		select {
		case err := <-c.ended:
			return err
		case <-time.After(time.Minute):
			t.Fatal("the server goes on")
			return nil
		}
	}
	c := begun(t, hung)
	c.send(map[string]any{"op": "step", "steps": mostSteps}, nil)
	go io.Copy(io.Discard, c.out)
	c.in.Close()
	if err := ends(c); err != nil {
		t.Error(err)
	}
	c = dial(t, Options{})
	go c.in.Write([]byte("GET / HTTP/1.1\r\n\r\n"))
	if a := c.receive(); a.Error == nil || !strings.Contains(a.Error.Text, "not a message") {
		t.Errorf("%+v", a)
	}
	if err := ends(c); !errors.Is(err, errStream) || !param.IsInputError(err) {
		t.Error(err)
	}
	c = dial(t, Options{})
	go func() {
		c.in.Write(make([]byte, 5))
		c.in.Close()
	}()
	if err := ends(c); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(err)
	}
}

// TestCancel: a client ends a step; the next ones finish it, so that frames stay where they are in time.
func TestCancel(t *testing.T) {
	c := begun(t, hung)
	c.send(map[string]any{"op": "step", "steps": mostSteps}, nil)
	time.Sleep(50 * time.Millisecond) // any moment will do
	if err := (&writer{w: c.in}).write(map[string]any{"op": "cancel", "of": c.id}, nil); err != nil {
		t.Fatal(err)
	}
	if a := c.receive(); a.Error == nil || a.Error.Kind != "interrupted" {
		t.Fatalf("%+v", a)
	}
	q := c.steps(1)
	if want := (float64(q.Frame) + float64(q.Within)/4) / 30; math.Abs(q.Time-want) > 1e-9 {
		t.Errorf("%+v: expected the time %v s", q.now, want)
	}
	c.send(map[string]any{"op": "step", "steps": 50}, nil)
	if err := (&writer{w: c.in}).write(map[string]any{"op": "cancel", "of": c.id - 1}, nil); err != nil {
		t.Fatal(err)
	}
	if a := c.receive(); a.Error != nil { // what has ended is not cancelled
		t.Errorf("%+v", a.Error)
	}
}

// TestRest: of a step that ended early the next one takes the rest.
func TestRest(t *testing.T) {
	scene, err := scenes.Parse("scene.toml", []byte(hung), nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	r := &request{s: &session{ctx: ctx, scene: scene, out: &writer{w: io.Discard}}, ctx: ctx,
		json: []byte(`{"backend": "cpu"}`)}
	if _, err := start(r); err != nil {
		t.Fatal(err)
	}
	s := r.s.sim
	defer s.engine.Close()
	if _, err := s.engine.Step(.6 * s.h); err != nil {
		t.Fatal(err)
	}
	if err := s.broken(s.h); err != nil {
		t.Fatal(err)
	}
	if q := s.now(); q.Within != 0 || math.Abs(q.Time-.6*s.h) > 1e-15 {
		t.Errorf("after six tenths of a step: %+v", q)
	}
	for n := 1; n < 3; n++ {
		if _, err := s.advance(ctx); err != nil {
			t.Fatal(err)
		}
		if q := s.now(); q.Within != n || math.Abs(q.Time-float64(n)*s.h) > 1e-15 {
			t.Errorf("after step %d: %+v", n, q)
		}
	}
}

// TestKept: each number that a law keeps has a unit.
func TestKept(t *testing.T) {
	for _, k := range law.Kinds {
		for _, name := range k.History {
			if keptNames[name].about == "" {
				t.Errorf("%s keeps %q: expected it in keptNames", k.Name, name)
			}
		}
	}
}

// TestValues: the values of all scenes that ship can be sent.
func TestValues(t *testing.T) {
	for _, name := range scenes.Names() {
		s, err := scenes.Load(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := json.Marshal(s.Values()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestDressing: a client is told how far garments are put on. They are kept, and the next start from there has the same
// bits.
func TestDressing(t *testing.T) {
	cache := t.TempDir()
	begin := func() (*client, int) {
		c := dial(t, Options{DressCache: cache})
		c.must(map[string]any{"op": "hello", "protocol": Protocol}, nil)
		c.must(map[string]any{"op": "load", "scene": "skirt", "set": []string{"garment.0.edge_length_m=0.08",
			"dress.settle_s=0.02"}}, nil)
		c.must(map[string]any{"op": "start", "backend": "cpu"}, nil)
		told := slices.DeleteFunc(slices.Clone(c.events), func(e reply) bool { return e.Event != "progress" })
		return c, len(told)
	}
	c, told := begin()
	d, again := begin()
	if told == 0 || again != 0 {
		t.Errorf("progress was told %d and %d times: expected it of the first alone", told, again)
	}
	for _, c := range []*client{c, d} {
		c.steps(1)
	}
	same(t, "positions", c.floats("positions"), d.floats("positions"))
}
