package sim

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/formats"
	"hysteron/gpu/opengl"
	"hysteron/param"
	"hysteron/scenes"
	"hysteron/scenes/scenestest"
	"hysteron/step"
)

// sheetScene drops a 12 × 12 sheet of silk over a small ball onto the ground.
var sheetScene = scenestest.OnBall(`title = "sheet over a ball"
start_frame = 5
frames = 13
[ground]
height_m = 0
`, `vertices = [12, 12]
mesh = "right"
[render]
width = 96
height = 64
quality = "draft"
`)

func load(t testing.TB, text string, set ...string) *scenes.Setup {
	t.Helper()
	s, err := scenes.Parse("test.toml", []byte(text), set)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	return setup
}

func mustRun(t testing.TB, setup *scenes.Setup, opt Options) *RunInfo {
	t.Helper()
	info, err := Run(context.Background(), setup, opt)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// cancelAt is a context that ends when the given frame has been written, and the progress function
// that does it.
func cancelAt(frame int) (context.Context, func(Progress)) {
	ctx, cancel := context.WithCancel(context.Background())
	return ctx, func(p Progress) {
		if p.Stage == "simulating" && p.Frame >= frame { // reports may pass over frames
			cancel()
		}
	}
}

func read(t testing.TB, path ...string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestRunWritesCachesAndFigures(t *testing.T) {
	dir := t.TempDir()
	setup := load(t, sheetScene)
	info := mustRun(t, setup, Options{Dir: dir, NoRender: true, Frames: 8, Backend: "cpu"})

	r, err := formats.OpenPC2(filepath.Join(dir, "cache", "sheet.pc2"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if r.Frames() != 8 || r.Points() != 144 || r.Start() != 5 {
		t.Errorf("cache of %d frames, %d points from frame %g, expected 8, 144, 5", r.Frames(), r.Points(), r.Start())
	}
	first, last := make([]r3.Vec, 144), make([]r3.Vec, 144)
	if err := errors.Join(r.ReadFrame(0, first), r.ReadFrame(7, last)); err != nil {
		t.Fatal(err)
	}
	for i, x := range first {
		if want := rounded(setup.Model.X0)[i]; x != want {
			t.Fatalf("frame 1, vertex %d at %v: expected the start %v", i, x, want)
		}
	}
	if fallen := first[0].Y - last[0].Y; fallen < 0.02 {
		t.Errorf("a corner has fallen %g m in 0.29 s, expected more", fallen)
	}
	o, err := formats.ReadOBJ(bytes.NewReader(read(t, dir, "cache", "sheet.obj")), "obj")
	if err != nil {
		t.Fatal(err)
	}
	if len(o.X) != 144 || !slices.Equal(o.Tri, setup.Model.Tri) || len(o.UV) != 144 {
		t.Errorf("first frame has %d vertices, %d triangles, %d UV: expected 144, %d, 144", len(o.X), len(o.Tri), len(o.UV),
			len(setup.Model.Tri))
	}
	if n := len(setup.Model.Tri); info.Frames != 8 || info.Steps != 21 || info.Vertices != 144 || info.Triangles != n ||
		info.Backend != "cpu" {
		t.Errorf("run.json: %+v: expected 8 frames, 21 steps, 144 vertices, %d triangles, cpu", info, n)
	}
	if math.Abs(info.DT-1./72) > 1e-15 {
		t.Errorf("step %g s: expected the frame interval divided into ⌈1/(24·0.0139)⌉ = 3", info.DT)
	}
	if !(info.MaxStretch > 1 && info.MaxStretch < 1.5) || info.BodyPenetrations != 0 || info.NonFinite != 0 ||
		info.MinGap == nil || !(*info.MinGap > 0 && *info.MinGap < 0.01) || !(info.Newton.Median >= 1) ||
		!(info.PCG.Max >= 1) || !(info.StepMS.P95 > 0) ||
		!(info.StageMS.Contact > 0 && info.StageMS.Elements > 0 && info.StageMS.Gather > 0 && info.StageMS.Solve > 0 &&
			info.StageMS.Other > 0) {
		t.Errorf("run.json: implausible figures %+v", info)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*", ".*")); left != nil {
		t.Errorf("temporary files stay: %v", left)
	}
}

// Scripts read run.json by these names.
func TestRunJSONHasTheFieldsOfTheContract(t *testing.T) {
	dir := t.TempDir()
	mustRun(t, load(t, sheetScene), Options{Dir: dir, NoRender: true, Frames: 2})
	var got map[string]json.RawMessage
	if err := json.Unmarshal(read(t, dir, "run.json"), &got); err != nil {
		t.Fatal(err)
	}
	var keys []string
	for k := range got {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	want := strings.Fields(`backend body_penetrations device dt_s frames guarantees max_stretch max_stretch_at min_gap_m newton_iterations non_finite
		intersecting_frames start_penetrations halvings pcg_iterations ran_out scene self_intersections smallest_step_s stage_ms step_ms steps stopped_vertices triangles unconverged_steps vertices wall_s`)
	slices.Sort(want)
	if !slices.Equal(keys, want) {
		t.Errorf("run.json has %v, expected %v", keys, want)
	}
	for key, inner := range map[string]string{"step_ms": "median p95", "stage_ms": "contact elements gather other solve",
		"pcg_iterations": "max median", "newton_iterations": "max median"} {
		var m map[string]float64
		if err := json.Unmarshal(got[key], &m); err != nil {
			t.Fatal(err)
		}
		for _, k := range strings.Fields(inner) {
			if _, ok := m[k]; !ok || len(m) != len(strings.Fields(inner)) {
				t.Errorf("%s = %s: expected %s", key, got[key], inner)
			}
		}
	}
}

// sameRun compares all that does not measure time.
func sameRun(t *testing.T, what, dirA, dirB string) {
	t.Helper()
	caches, _ := filepath.Glob(filepath.Join(dirA, "cache", "*.pc2"))
	if len(caches) == 0 {
		t.Fatalf("%s: no caches in %s", what, dirA)
	}
	for _, path := range caches {
		if name := filepath.Base(path); !bytes.Equal(read(t, path), read(t, dirB, "cache", name)) {
			t.Errorf("%s: the caches %s differ", what, name)
		}
	}
	a, errA := ReadRunInfo(dirA)
	b, errB := ReadRunInfo(dirB)
	if err := errors.Join(errA, errB); err != nil {
		t.Fatal(err)
	}
	a.Wall, b.Wall, a.StepMS, b.StepMS, a.StageMS, b.StageMS = 0, 0, Spread{}, Spread{}, Stages{}, Stages{}
	if x, y := mustJSON(t, a), mustJSON(t, b); x != y {
		t.Errorf("%s: run.json differs:\n%s\n%s", what, x, y)
	}
	any := func(string, *checkpoint) error { return nil }
	lastA, errA := lastCheckpoint(dirA, any)
	lastB, errB := lastCheckpoint(dirB, any)
	if err := errors.Join(errA, errB); err != nil {
		t.Fatal(err)
	}
	if lastA.Frame != lastB.Frame || mustJSON(t, lastA.State) != mustJSON(t, lastB.State) {
		t.Errorf("%s: the states of the last checkpoints (frames %d and %d) differ", what, lastA.Frame, lastB.Frame)
	}
}

func mustJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestResumeGivesTheSameBits interrupts a run twice, between checkpoints, and a run for which the
// number of frames is raised afterwards.
func TestResumeGivesTheSameBits(t *testing.T) {
	whole, parts, longer := t.TempDir(), t.TempDir(), t.TempDir()
	opt := Options{NoRender: true, CheckpointEvery: 4, Dir: whole, Backend: "cpu"}
	mustRun(t, load(t, sheetScene), opt)

	opt.Dir, opt.Resume = parts, true
	for _, frame := range []int{5 + 6, 5 + 9} {
		var ctx context.Context
		ctx, opt.Progress = cancelAt(frame)
		if _, err := Run(ctx, load(t, sheetScene), opt); !errors.Is(err, ErrInterrupted) {
			t.Fatalf("interrupted at frame %d: error %v, expected ErrInterrupted", frame, err)
		}
	}
	opt.Progress = nil
	mustRun(t, load(t, sheetScene), opt)
	sameRun(t, "interrupted twice", whole, parts)

	opt.Dir, opt.Frames = longer, 7
	mustRun(t, load(t, sheetScene), opt)
	opt.Frames = 0
	mustRun(t, load(t, sheetScene), opt)
	sameRun(t, "more frames", whole, longer)
}

// TestSecondOrderResumes: a run of second order that is interrupted between checkpoints resumes with the same bits, on
// both backends; its result differs from that of backward Euler.
func TestSecondOrderResumes(t *testing.T) {
	const second = "solver.integrator=bdf2"
	for on, run := range map[string]struct {
		frames int // 0: all
		stops  []int
	}{"cpu": {0, []int{5 + 3, 5 + 10}}, "gpu": {4, []int{5 + 2}}} {
		t.Run(on, func(t *testing.T) {
			if on == "gpu" {
				needGL(t)
			}
			whole, parts, euler := t.TempDir(), t.TempDir(), t.TempDir()
			opt := Options{NoRender: true, CheckpointEvery: 2, Dir: whole, Backend: on, Frames: run.frames}
			mustRun(t, load(t, sheetScene, second), opt)
			opt.Dir, opt.Resume = parts, true
			for _, frame := range run.stops {
				var ctx context.Context
				ctx, opt.Progress = cancelAt(frame)
				if _, err := Run(ctx, load(t, sheetScene, second), opt); !errors.Is(err, ErrInterrupted) {
					t.Fatalf("interrupted at frame %d: error %v, expected ErrInterrupted", frame, err)
				}
			}
			opt.Progress = nil
			mustRun(t, load(t, sheetScene, second), opt)
			sameRun(t, "interrupted", whole, parts)
			opt.Dir, opt.Resume = euler, false
			mustRun(t, load(t, sheetScene, "solver.integrator=euler"), opt)
			any := func(string, *checkpoint) error { return nil }
			a, errA := lastCheckpoint(whole, any)
			b, errB := lastCheckpoint(euler, any)
			if err := errors.Join(errA, errB); err != nil {
				t.Fatal(err)
			}
			if a.State.Before.H == 0 || b.State.Before.H != 0 || slices.Equal(a.State.X, b.State.X) {
				t.Errorf("the last checkpoints keep steps of %g and %g s before: expected one of BDF2 alone",
					a.State.Before.H, b.State.Before.H)
			}
		})
	}
}

func TestDamagedCheckpointFallsBackToTheOneBefore(t *testing.T) {
	whole, hurt := t.TempDir(), t.TempDir()
	opt := Options{Dir: whole, NoRender: true, CheckpointEvery: 3, Backend: "cpu"}
	mustRun(t, load(t, sheetScene), opt)
	opt.Dir, opt.Frames = hurt, 9
	mustRun(t, load(t, sheetScene), opt)
	files := checkpoints(hurt)
	if len(files) != keptCheckpoints {
		t.Fatalf("%d checkpoints, expected the last %d", len(files), keptCheckpoints)
	}
	data := read(t, files[len(files)-1])
	data[len(data)/2] ^= 1
	if err := os.WriteFile(files[len(files)-1], data, 0o666); err != nil {
		t.Fatal(err)
	}
	var notes []string
	opt.Frames, opt.Resume = 0, true
	opt.Progress = func(p Progress) { notes = append(notes, p.Note) }
	mustRun(t, load(t, sheetScene), opt)
	sameRun(t, "damaged checkpoint", whole, hurt)
	if !strings.Contains(strings.Join(notes, "\n"), "checksum") {
		t.Errorf("notes %q: expected a word about the damaged checkpoint", notes)
	}
}

type calledGPU struct{ step.Backend }

func (calledGPU) Name() string { return "gpu" }

// A refused resume prints nothing before its error.
func TestResumeRefusesOtherInput(t *testing.T) {
	dir := t.TempDir()
	opt := Options{Dir: dir, NoRender: true, Frames: 6, CheckpointEvery: 2, Backend: "cpu"}
	mustRun(t, load(t, sheetScene), opt)
	before := read(t, dir, "cache", "sheet.pc2")
	opt.Resume = true
	opt.open = func(name string, setup *scenes.Setup, state *cloth.State) (*Engine, error) {
		e, err := engine(cpu.Backend{}, setup, state)
		if err == nil && name == "gpu" {
			e.On = calledGPU{e.On}
		}
		return e, err
	}
	var notes []string
	opt.Progress = func(p Progress) { notes = append(notes, p.Note) }
	for _, c := range []struct {
		name string
		set  []string
		opt  func(*Options)
	}{
		{"fabric", []string{"sheet.0.fabric=cotton"}, nil},
		{"start", []string{"sheet.0.centre_m=[0.01, 0.23, 0.006]"}, nil},
		{"body", []string{"body.0.radius_m=0.11"}, nil},
		{"ground", []string{"ground.height_m=0.01"}, nil},
		{"step", []string{"step_s=0.005"}, nil},
		{"gravity", []string{"gravity_m_s2=[0, -9.8, 0]"}, nil},
		{"friction", []string{"friction.internal=false"}, nil},
		{"fewer frames", nil, func(o *Options) { o.Frames = 3 }},
		{"checkpoints", nil, func(o *Options) { o.CheckpointEvery = 3 }},
		{"backend", nil, func(o *Options) { o.Backend = "gpu" }},
		{"number of the first frame", []string{"start_frame=1"}, nil},
	} {
		o := opt
		if c.opt != nil {
			c.opt(&o)
		}
		_, err := Run(context.Background(), load(t, sheetScene, c.set...), o)
		if !param.IsInputError(err) {
			t.Errorf("%s changed: error %v, expected an InputError", c.name, err)
		}
		if c.name == "backend" && !strings.Contains(err.Error(), `used backend "cpu"`) {
			t.Errorf("%v: expected the backend of the run", err)
		}
	}
	if notes != nil {
		t.Errorf("said %q before it was refused: expected nothing", notes)
	}
	if !bytes.Equal(before, read(t, dir, "cache", "sheet.pc2")) {
		t.Error("a refused resume changed the cache")
	}
}

func TestCancelLeavesValidOutput(t *testing.T) {
	dir := t.TempDir()
	ctx, report := cancelAt(8)
	info, err := Run(ctx, load(t, sheetScene), Options{Dir: dir, NoRender: true, Progress: report})
	if !errors.Is(err, ErrInterrupted) || !strings.Contains(err.Error(), "--resume") {
		t.Fatalf("error %v, expected ErrInterrupted with a hint", err)
	}
	r, err := formats.OpenPC2(filepath.Join(dir, "cache", "sheet.pc2"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	onDisk, err := ReadRunInfo(dir)
	if err != nil {
		t.Fatal(err)
	}
	if n := r.Frames(); n < 4 || n >= 13 || info.Frames != n || onDisk.Frames != n || onDisk.Steps != 3*(n-1) {
		t.Errorf("%d frames in the cache, %d with %d steps in run.json: expected equal numbers from 4 to 12 and 3 steps "+
			"for each but the first", n, onDisk.Frames, onDisk.Steps)
	}
}

// brokenSim fails in its own way at a step.
type brokenSim struct {
	step.Sim
	at  int
	err error // nil: a position turns NaN
}

func (b *brokenSim) Step(h float64) (step.Report, error) {
	if b.at--; b.at < 0 && b.err != nil {
		return step.Report{}, b.err
	}
	return b.Sim.Step(h)
}

func (b *brokenSim) Positions(dst []r3.Vec) error {
	err := b.Sim.Positions(dst)
	if b.at < 0 && b.err == nil {
		dst[17].Y = math.NaN()
	}
	return err
}

// What ran out is counted: with one iteration of conjugate gradients no step that is solved has converged.
func TestLimitsAreCounted(t *testing.T) {
	info := mustRun(t, load(t, sheetScene, "solver.max_cg=1"), Options{Dir: t.TempDir(), NoRender: true, Backend: "cpu",
		Frames: 3})
	if info.Limits.CG == 0 || info.UnconvergedSteps == 0 {
		t.Errorf("%d unconverged steps, ran out: %+v: expected both to tell of max_cg", info.UnconvergedSteps, info.Limits)
	}
}

func TestFailureKeepsWhatIsWritten(t *testing.T) {
	for _, c := range []struct {
		name string
		err  error
		want string
	}{
		{"step", &step.StepError{Time: 0.125, H: 1e-3, Outcome: step.LineSearchFailed}, "t = 0.125 s"},
		{"NaN", nil, "vertex 17"},
		{"lost", fmt.Errorf("a GPU: %w (GL_GUILTY_CONTEXT_RESET)", opengl.ErrLost), "--resume"},
		{"memory", fmt.Errorf("allocating a buffer: %w", opengl.ErrOutOfMemory), "finished frames are kept"},
	} {
		dir := t.TempDir()
		open := func(name string, setup *scenes.Setup, state *cloth.State) (*Engine, error) {
			e, err := engine(cpu.Backend{}, setup, state)
			e.Sim = &brokenSim{e.Sim, 10, c.err}
			return e, err
		}
		info, err := Run(context.Background(), load(t, sheetScene), Options{Dir: dir, NoRender: true, open: open})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "frame 9") {
			t.Errorf("%s: error %v, expected one about %q in frame 9", c.name, err, c.want)
		}
		if param.IsInputError(err) {
			t.Errorf("%s: a failing run is reported as wrong input", c.name)
		}
		r, err := formats.OpenPC2(filepath.Join(dir, "cache", "sheet.pc2"))
		if err != nil {
			t.Fatal(err)
		}
		onDisk, err := ReadRunInfo(dir)
		if err != nil {
			t.Fatal(err)
		}
		if r.Frames() != 4 || info.Frames != 4 || onDisk.Frames != 4 {
			t.Errorf("%s: %d frames in the cache, %d and %d in run.json: expected the 4 before", c.name, r.Frames(), info.Frames,
				onDisk.Frames)
		}
		r.Close()
	}
}

func TestUnwritableFolderEndsTheRun(t *testing.T) {
	dir := t.TempDir()
	report := func(p Progress) {
		if p.Frame == 7 { // before the checkpoint of frame 5+4
			os.RemoveAll(checkpointDir(dir))
		}
	}
	_, err := Run(context.Background(), load(t, sheetScene), Options{Dir: dir, NoRender: true, CheckpointEvery: 4,
		Progress: report})
	if err == nil || !strings.Contains(err.Error(), "frame 9") {
		t.Errorf("error %v, expected one about writing frame 9", err)
	}
}

func TestInterruptedWhileDressing(t *testing.T) {
	s, err := scenes.Load("tee-trousers-knee-lift", []string{"garment.0.edge_length_m=0.06",
		"garment.1.edge_length_m=0.06"})
	if err != nil {
		t.Fatal(err)
	}
	setup, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	report := func(p Progress) {
		if strings.HasPrefix(p.Stage, "dressing") {
			cancel()
		}
	}
	if _, err = Run(ctx, setup, Options{Dir: dir, NoRender: true, Progress: report}); !errors.Is(err, ErrInterrupted) {
		t.Fatalf("error %v, expected ErrInterrupted", err)
	}
	info, err := ReadRunInfo(dir)
	if err != nil {
		t.Fatal(err)
	}
	if info.Frames != 0 || info.Steps != 0 || info.MinGap != nil {
		t.Errorf("run.json %+v: expected no frames, no steps, no gap", info)
	}
}

// The check may take as long as it likes: all frames are simulated and written before the first one
// is checked here, and the run still ends with the figures of all of them.
func TestCheckDoesNotHoldUpTheRun(t *testing.T) {
	setup := load(t, sheetScene)
	simulated := make(chan struct{})
	backend := func(name string, setup *scenes.Setup, state *cloth.State) (*Engine, error) {
		e, err := engine(cpu.Backend{}, setup, state)
		e.Sim = &countingSim{Sim: e.Sim, steps: 12 * 3, done: simulated}
		return e, err
	}
	checked := 0
	slowCheck := func(m check.Mesh, bodies []check.Mesh, planes []check.Plane) check.Report {
		select {
		case <-simulated:
		case <-time.After(5 * time.Minute):
			t.Error("the run waits for the check")
		}
		checked++
		if checked == 4 {
			return check.Report{Self: []check.Pair{{1, 2}, {3, 4}}, Gap: 0.25}
		}
		return check.Report{Gap: 0.5}
	}
	dir := t.TempDir()
	info := mustRun(t, setup, Options{Dir: dir, NoRender: true, open: backend, check: slowCheck})
	if checked != 13 || info.Frames != 13 || info.SelfIntersections != 2 || info.IntersectingFrames != 1 {
		t.Errorf("%d checks, %+v: expected 13 frames, one of them with 2 intersections", checked, info)
	}
	want := "frame,self_intersections,body_penetrations,min_gap_m\n"
	for f := 5; f < 18; f++ {
		if f == 8 {
			want += "8,2,0,0.25\n"
		} else {
			want += fmt.Sprintf("%d,0,0,0.5\n", f)
		}
	}
	if got := string(read(t, dir, "contact.csv")); got != want {
		t.Errorf("contact.csv:\n%s\nexpected\n%s", got, want)
	}
}

// countingSim closes done after a number of steps.
type countingSim struct {
	step.Sim
	steps int
	done  chan struct{}
}

func (b *countingSim) Step(h float64) (step.Report, error) {
	if b.steps--; b.steps == 0 {
		close(b.done)
	}
	return b.Sim.Step(h)
}
