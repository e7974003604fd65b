//go:build cgo

package gpu

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/gl/v4.3-core/gl"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/gpu/layout"
	"hysteron/gpu/opengl"

	"hysteron/step"
)

// busy is a scene in which every term is at work.
func busy(t testing.TB) (*cloth.Model, []step.Collider, step.Settings) {
	set := step.DefaultSettings()
	set.Wind = step.Wind{Velocity: r3.Vec{X: 1, Z: .5}, Gust: .5, Frequency: 3}
	return model(t, grid(16, 18, .2, .22, cotton())), []step.Collider{
		{Surface: newSphere(.06, r3.Vec{X: .09, Y: -.066, Z: -.1}, r3.Vec{Y: .6}), Friction: .3},
		{Point: r3.Vec{Y: -.01}, Normal: r3.Vec{Y: 1}, Friction: .3},
	}, set
}

// same compares two states bit by bit.
func same(t *testing.T, what string, a, b *cloth.State) {
	t.Helper()
	for i := range a.X {
		if a.X[i] != b.X[i] || a.V[i] != b.V[i] {
			t.Fatalf("%s: vertex %d is at %v and %v", what, i, a.X[i], b.X[i])
		}
	}
	for kind := range cloth.Kinds {
		for i, v := range a.Past[kind].Data {
			if v != b.Past[kind].Data[i] {
				t.Fatalf("%s: number %d that %ss keep is %v and %v", what, i, kind, v, b.Past[kind].Data[i])
			}
		}
	}
}

func steps(t *testing.T, s *Sim, n int) {
	t.Helper()
	for range n {
		if _, err := s.Step(1. / 120); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSameBits: the same run twice has the same bits, with either way to read buffers; so has one that starts
// again from a state in the middle, as a resumed run does. Both ways compute the same step, but for the order of
// sums.
func TestSameBits(t *testing.T) {
	ctx := open(t, true)
	m, colliders, set := busy(t)
	run := func(fetch bool, n int) *cloth.State {
		s, err := newSim(ctx, ctx.Device().Limits, fetch, m, nil, colliders, set)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		steps(t, s, n)
		return gpuState(t, s)
	}
	one := newGPU(t, ctx, m, nil, colliders, set)
	steps(t, one, 12)
	want := gpuState(t, one)
	if d := farthest(want.X, m.X0); d < .01 {
		t.Fatalf("nothing moved by more than %g m: the test would prove nothing", d)
	}
	same(t, "the same run", run(ctx.Fetch(), 12), want)
	same(t, "the other way to read buffers", run(!ctx.Fetch(), 4), run(!ctx.Fetch(), 4))
	if d := farthest(run(true, 1).X, run(false, 1).X); !(d < 2*set.Tolerance) {
		t.Errorf("a step ends %g m apart, by the way to read buffers; expected below %g m", d, 2*set.Tolerance)
	}

	if err := one.SetState(want); err != nil {
		t.Fatal(err)
	}
	same(t, "a state written and read back", gpuState(t, one), want)
	steps(t, one, 6)
	two := newGPU(t, ctx, m, want, colliders, set)
	steps(t, two, 6)
	same(t, "a new start from the same state", gpuState(t, two), gpuState(t, one))
}

// TestPositions: what the renderer draws is the state, in the model's order, after steps and after a
// change of the state, also where others have used the context in between.
func TestPositions(t *testing.T) {
	ctx := open(t, true)
	m, colliders, set := busy(t)
	s := newGPU(t, ctx, m, nil, colliders, set)
	other := newGPU(t, ctx, m, nil, colliders, set)
	steps(t, s, 3)
	steps(t, other, 1)
	checkPositions(t, s)
	if err := s.SetState(gpuState(t, other)); err != nil {
		t.Fatal(err)
	}
	checkPositions(t, s)
	same(t, "a state taken over", gpuState(t, s), gpuState(t, other))
}

func checkPositions(t *testing.T, s *Sim) {
	t.Helper()
	st, m := gpuState(t, s), s.Model
	x := make([]r3.Vec, len(m.X0))
	if err := s.Positions(x); err != nil {
		t.Fatal(err)
	}
	buffer, offset, stride, count := s.PositionBuffer()
	if count != len(m.X0) {
		t.Fatalf("%d positions, expected %d", count, len(m.X0))
	}
	data := make([]float32, offset+stride*count)
	if err := s.ctx.Do(func() error {
		gl.BindBuffer(gl.COPY_READ_BUFFER, buffer)
		gl.GetBufferSubData(gl.COPY_READ_BUFFER, 0, 4*len(data), gl.Ptr(data))
		return opengl.Error()
	}); err != nil {
		t.Fatal(err)
	}
	for i, want := range st.X {
		p := data[offset+stride*i:]
		if p[0] != float32(x[i].X) || p[1] != float32(x[i].Y) || p[2] != float32(x[i].Z) || p[0] != float32(want.X) ||
			p[1] != float32(want.Y) || p[2] != float32(want.Z) {
			t.Fatalf("vertex %d: drawn at %v, copied as %v, state %v", i, p[:3], x[i], want)
		}
	}
}

// TestFailedStep: a step that cannot be taken reports why and leaves the state as it was.
func TestFailedStep(t *testing.T) {
	ctx := open(t, true)
	m, colliders, set := busy(t)
	set.MaxHalvings = 2
	bad := cloth.NewState(m)
	bad.V[7].Y = 1e39 // beyond single floats
	s := newGPU(t, ctx, m, bad, colliders, set)
	before := gpuState(t, s)
	rep, err := s.Step(1. / 60)
	var failed *step.StepError
	if !errors.As(err, &failed) || failed.Outcome != step.NonFinite || rep.Halvings != 2 || failed.H != 1./240 {
		t.Errorf("an infinite velocity: %+v, %v", rep, err)
	}
	after := gpuState(t, s)
	for i := range before.X {
		if before.X[i] != after.X[i] {
			t.Fatalf("the failed step moved vertex %d", i)
		}
	}
	for _, h := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := s.Step(h); err == nil {
			t.Errorf("a step of %g s was taken", h)
		}
	}
	if err := s.SetState(cloth.NewState(m)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Step(1. / 120); err != nil {
		t.Errorf("after a good state was set: %v", err)
	}
}

// TestNewErrors: wrong input is refused with its reason.
func TestNewErrors(t *testing.T) {
	ctx := open(t, true)
	m, colliders, set := busy(t)
	open := newSphere(.1, r3.Vec{}, r3.Vec{})
	open.Tri = open.Tri[1:]
	pinned := model(t, grid(3, 3, .1, .1, cotton()))
	pinned.Pins = []cloth.Pin{{Vertex: 1, Kind: cloth.PinBody}}
	wrong := set
	wrong.Thickness = 0
	for want, try := range map[string]func() (*Sim, error){
		"thickness_m":    func() (*Sim, error) { return New(ctx, m, nil, nil, wrong) },
		"as in the mode": func() (*Sim, error) { return New(ctx, m, cloth.NewState(pinned), nil, set) },
		"at most 16":     func() (*Sim, error) { return New(ctx, m, nil, append(colliders, newPlanes(15)...), set) },
		"unit vector":    func() (*Sim, error) { return New(ctx, m, nil, []step.Collider{{Normal: r3.Vec{Y: 2}}}, set) },
		"no neighbour":   func() (*Sim, error) { return New(ctx, m, nil, []step.Collider{{Surface: open}}, set) },
		"follows a body": func() (*Sim, error) { return New(ctx, pinned, nil, newPlanes(1), set) },
	} {
		if _, err := try(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("expected an error with %q, got %v", want, err)
		}
	}
	s := newGPU(t, ctx, m, nil, nil, set)
	if err := s.SetTerms("inertia", "magic"); err == nil || !strings.Contains(err.Error(), "magic") {
		t.Errorf("an unknown term: %v", err)
	}
	if err := s.SetState(cloth.NewState(pinned)); err == nil {
		t.Error("a state of another model was accepted")
	}
}

func newPlanes(n int) []step.Collider {
	p := make([]step.Collider, n)
	for i := range p {
		p[i] = step.Collider{Point: r3.Vec{Y: -1}, Normal: r3.Vec{Y: 1}}
	}
	return p
}

// TestManyObstacles: the most obstacles there may be, all of them in reach; the last one counts too.
func TestManyObstacles(t *testing.T) {
	ctx := open(t, true)
	planes := newPlanes(maxObstacles)
	planes[maxObstacles-1].Point.Y = -.01
	w := newTwins(t, ctx, model(t, grid(6, 6, .1, .1, cotton())), nil, planes, step.DefaultSettings())
	w.both(t, 30, 1./120)
	st := gpuState(t, w.gpu)
	for i, x := range st.X {
		if x.Y < -.01 {
			t.Fatalf("vertex %d fell through the last plane to %g m", i, x.Y)
		}
	}
	if d := farthest(st.X, w.cpu.State.X); !(d < 1e-4) {
		t.Errorf("%g m apart", d)
	}
}

// TestLimits: what a device cannot hold is refused by name, and dispatches are folded into its limits.
func TestLimits(t *testing.T) {
	ctx := open(t, true)
	m, _, set := busy(t)
	for _, c := range []struct {
		fetch, refused bool
		shrink         func(l *opengl.Limits)
		says           string
	}{
		{false, true, func(l *opengl.Limits) { l.SSBOBytes = 10_000 }, "do not fit in a storage block of 10000"},
		{true, true, func(l *opengl.Limits) { l.TextureBufferSize = 5000 }, "texels, the most is 5000"},
		{false, false, func(l *opengl.Limits) { l.TextureBufferSize = 5000 }, ""}, // few are fetched
		{false, true, func(l *opengl.Limits) { l.SSBOPerCompute = 4 }, "storage buffers and"},
		{true, true, func(l *opengl.Limits) { l.TextureUnits = 4 }, "the most are"},
	} {
		small := ctx.Device().Limits
		c.shrink(&small)
		s, err := newSim(ctx, small, c.fetch, m, nil, nil, set)
		if err == nil {
			steps(t, s, 1)
			s.Close()
		}
		if errors.Is(err, ErrTooLarge) != c.refused || c.refused && (!strings.Contains(err.Error(), c.says) ||
			strings.Contains(err.Error(), "\n")) {
			t.Errorf("with limits %+v: %v", small, err)
		}
	}
	// A device with room for seven groups along x computes the same.
	one := newGPU(t, ctx, m, nil, nil, set)
	narrow := ctx.Device().Limits
	narrow.GroupCount[0] = 7
	two, err := newSim(ctx, narrow, ctx.Fetch(), m, nil, nil, set)
	if err != nil {
		t.Fatal(err)
	}
	defer two.Close()
	steps(t, one, 3)
	steps(t, two, 3)
	same(t, "folded dispatches", gpuState(t, two), gpuState(t, one))
}

// TestExtrapolates: kernels that loop over their range compute the same in few groups as in many, but for
// the order of sums.
func TestStrides(t *testing.T) {
	ctx := open(t, true)
	m, colliders, set := busy(t)
	for _, fetch := range []bool{true, false} {
		run := func(groups int) []r3.Vec {
			s, err := newSim(ctx, ctx.Device().Limits, fetch, m, nil, colliders, set)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if groups > 0 {
				s.queue.groups = groups
				s.ctx.Do(func() error {
					write(s.queue, s.queue.buffers["commandStart"], s.solver.levels.startCommands(len(m.X0)))
					return nil
				})
			} else if n := s.queue.loopGroups(len(m.X0)); n < 2 {
				t.Fatalf("%d groups: the test would prove nothing", n)
			}
			steps(t, s, 1)
			return gpuState(t, s).X
		}
		d := farthest(run(0), run(1))
		t.Logf("fetching %v: %.2g m apart", fetch, d)
		if !(d < 3e-6) { // far below the tolerance of a step
			t.Errorf("fetching %v: %g m apart", fetch, d)
		}
	}
}

// TestGuardsNotice: a byte written beside a buffer is found, so that clean guards mean something.
func TestGuardsNotice(t *testing.T) {
	ctx := open(t, true)
	m, _, set := busy(t)
	s, err := New(ctx, m, nil, nil, set)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.CheckGuards(); err != nil {
		t.Fatal(err)
	}
	b := s.queue.buffers["direction"]
	for _, at := range []int{b.Guard - 1, b.Guard + b.Bytes} {
		if err := ctx.Do(func() error {
			gl.BindBuffer(gl.COPY_WRITE_BUFFER, b.ID)
			gl.BufferSubData(gl.COPY_WRITE_BUFFER, at, 1, gl.Ptr([]byte{0}))
			return opengl.Error()
		}); err != nil {
			t.Fatal(err)
		}
		if err := s.CheckGuards(); err == nil || !strings.Contains(err.Error(), "direction") {
			t.Errorf("byte %d overwritten: %v", at-b.Guard, err)
		}
		if err := ctx.Do(func() error {
			gl.BindBuffer(gl.COPY_WRITE_BUFFER, b.ID)
			gl.BufferSubData(gl.COPY_WRITE_BUFFER, at, 1, gl.Ptr([]byte{layout.GuardByte}))
			return opengl.Error()
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestBlockLayouts: the driver's own account of the shared blocks agrees with the Go structs, in every
// kernel, and at least one kernel has each block.
func TestBlockLayouts(t *testing.T) {
	ctx := open(t, true)
	members := 0
	m, _, _, err := selfTestScene()
	if err != nil {
		t.Fatal(err)
	}
	made := layout.MadeTexts(m)
	for _, pass := range slices.Concat(dispatches()...) {
		if err := ctx.Do(func() error {
			text, err := pass.source(false, false, made)
			if err != nil {
				return err
			}
			p, err := opengl.Link(text)
			if err != nil {
				return err
			}
			defer gl.DeleteProgram(p)
			n, err := checkBlocks(p)
			members = max(members, n)
			return err
		}); err != nil {
			t.Error(err)
		}
	}
	// One kernel has Params, with the settings in a block beside it, Status and PairStatus.
	settings, _ := layout.SettingsMembers()
	want := len(settings)
	for _, twin := range []reflect.Type{reflect.TypeFor[params](), reflect.TypeFor[status](),
		reflect.TypeFor[pairStatus]()} {
		for i := range twin.NumField() {
			if twin.Field(i).Tag.Get("gl") != "" {
				want++
			}
		}
	}
	if members != want {
		t.Errorf("at most %d members compared in a kernel, expected %d", members, want)
	}
}

// TestSelfTest: the device passes, with either way to read buffers.
func TestSelfTest(t *testing.T) {
	ctx := open(t, true)
	for _, fetch := range []bool{true, false} {
		if err := selfTest(ctx, func(c *opengl.Context, m *cloth.Model, st *cloth.State, col []step.Collider,
			set step.Settings) (*Sim, error) {
			return newSim(c, c.Device().Limits, fetch, m, st, col, set)
		}, cpu.Backend{}); err != nil {
			t.Errorf("fetching %v: %v", fetch, err)
		}
	}
}

// TestTrust: the verdict on a device is written once, and then taken from there.
func TestTrust(t *testing.T) {
	ctx := open(t, false)
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", dir)
	t.Setenv("HOME", dir)
	if err := Trust(ctx, cpu.Backend{}); err != nil {
		t.Fatal(err)
	}
	file, err := verdictFile(ctx.Device(), ctx.Fetch())
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), ctx.Device().Renderer) {
		t.Fatalf("verdict %q, %v", text, err)
	}
	if err := ctx.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Trust(ctx, cpu.Backend{}); err != nil { // no test can run on a closed context
		t.Errorf("the verdict was not taken from the cache: %v", err)
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(file), "*"))
	if left = slices.DeleteFunc(left, func(f string) bool {
		return strings.HasPrefix(f, file+"-levels-")
	}); err != nil || len(left) != 1 {
		t.Errorf("the cache holds %v, beside what coarse levels cost", left)
	}
	other := ctx.Device()
	other.Version += " next"
	if f, err := verdictFile(other, ctx.Fetch()); err != nil || f == file {
		t.Errorf("another driver has the same verdict file (%v)", err)
	}
}

// TestPairs: positions survive the split into two floats to 48 bits.
func TestPairs(t *testing.T) {
	for _, x := range []float64{1.7, -123.456789, 1e-9, 0, 3e5 + 1e-6} {
		hi, lo := layout.Split(r3.Vec{X: x})
		if got := layout.Joined(hi, lo).X; math.Abs(got-x) > math.Abs(x)*math.Pow(2, -48) {
			t.Errorf("%v came back as %v", x, got)
		}
	}
}
