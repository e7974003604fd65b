package sim

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"hysteron/check"
	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/dress"
	"hysteron/gpu/opengl"
	"hysteron/param"
	"hysteron/scenes"
	"hysteron/step"
)

// hardSheet takes many iterations per step: a stiff solve to a tolerance that cannot be met.
func hardSheet(t testing.TB) *scenes.Setup {
	setup := load(t, sheetScene, "sheet.0.vertices=[20, 20]", "solver.tolerance_m=1e-30", "solver.max_newton=10000",
		"step_s=0.1")
	return setup
}

// checkAfter counts the looks at a step that come after the end of a context, and the most iterations from one look
// to the next. It lets no more than 100 come, so that a step that is not ended does not go on for hours.
type looksAfter struct {
	step.Sim
	ctx         context.Context
	after, skip int
}

func (l *looksAfter) SetWatch(w step.Watch) {
	before := 0
	l.Sim.SetWatch(func(m step.Moment) error {
		l.skip, before = max(l.skip, m.Iteration-before), m.Iteration
		if l.ctx.Err() != nil {
			if l.after++; l.after > 100 {
				return errors.New("the step goes on")
			}
		}
		return w(m)
	})
}

// A step of thousands of iterations ends at the next look after the run is to end, on either backend, and each
// iteration is looked at; what it has taken until then is told.
func TestInterruptedWithinAStep(t *testing.T) {
	defer func(d time.Duration) { reportInterval = d }(reportInterval)
	reportInterval = 20 * time.Millisecond
	for _, backend := range []string{"cpu", "gpu"} {
		t.Run(backend, func(t *testing.T) {
			if backend == "gpu" {
				needGL(t)
			}
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			looks := &looksAfter{ctx: ctx}
			open := func(_ string, setup *scenes.Setup, state *cloth.State) (*Engine, error) {
				e, err := OpenOn(ctx, opengl.Auto, backend, setup, state)
				if err == nil {
					looks.Sim = e.Sim
					e.Sim = looks
				}
				return e, err
			}
			var told []string
			_, err := Run(ctx, hardSheet(t), Options{Dir: t.TempDir(), NoRender: true, open: open,
				Progress: func(p Progress) {
					if p.Stage == "within" {
						// before it, devices compile
						if strings.Contains(p.Note, "in Newton iteration") && !slices.Contains(told, p.Note) {
							told = append(told, p.Note)
						}
						if len(told) == 2 {
							cancel()
						}
					}
				}})
			if looks.after != 1 || looks.skip > 1 {
				t.Errorf("%d looks after the interruption, %d iterations between two: expected one of each",
					looks.after,
					looks.skip)
			}
			if !errors.Is(err, ErrInterrupted) || !strings.Contains(err.Error(), "frame 6") {
				t.Errorf("error %v, expected ErrInterrupted in frame 6", err)
			}
			if len(told) < 2 || !strings.Contains(told[0], "step 1 of 1: ") {
				t.Errorf("told %q: expected how far the step is", told)
			}
		})
	}
}

// What gives no sign of itself is told too, again and again, with what it is doing; what is over is not.
func TestLookout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []Progress
		l := NewProgressWatch(func(p Progress) { told = append(told, p) })
		pass := func(d time.Duration) {
			time.Sleep(d)
			synctest.Wait()
		}
		l.Begin(Progress{Frame: 3, Last: 9})
		l.Within(func() string { return "first" })
		if pass(reportInterval - 1); len(told) != 0 {
			t.Errorf("told %+v before it is slow", told)
		}
		pass(reportInterval / 2)
		if len(told) != 1 || told[0].Stage != "within" || told[0].Frame != 3 || told[0].Note != "first" ||
			told[0].Wall != reportInterval {
			t.Errorf("told %+v", told)
		}
		l.Within(func() string { return "second" })
		pass(3 * reportInterval)
		if len(told) != 4 || told[1].Note != "second" || told[3].Wall != 4*reportInterval {
			t.Errorf("told %+v: expected it thrice more", told)
		}
		l.End()
		if pass(5 * reportInterval); len(told) != 4 {
			t.Errorf("%d messages after the end", len(told)-4)
		}
		l.Close()
	})
}

// polled is a context that ends after a number of polls.
type polled struct {
	context.Context
	cancel func()
	left   atomic.Int64
}

func (p *polled) Err() error {
	if p.left.Add(-1) == 0 {
		p.cancel()
	}
	return p.Context.Err()
}

// A scene whose context ends during its build returns the context's error, not an input error, while panels are meshed,
// which poll more than once each; the next garment is not begun. Progress reports panels.
func TestBuildIsCancelled(t *testing.T) {
	s, err := scenes.Load("tee-trousers-knee-lift", []string{"garment.trousers.edge_length_m=0.004"})
	if err != nil {
		t.Fatal(err)
	}
	const panels = 4 // of the trousers, which are meshed side by side
	inner, cancel := context.WithCancel(t.Context())
	ctx := &polled{Context: inner, cancel: cancel}
	ctx.left.Store(2 * panels)
	var mu sync.Mutex
	var told []string
	setup, err := s.BuildContext(ctx, func(what string) {
		mu.Lock()
		defer mu.Unlock()
		if strings.HasPrefix(what, "meshing panel ") {
			told = append(told, what)
		}
	})
	if setup != nil || !errors.Is(err, context.Canceled) || param.IsInputError(err) {
		t.Errorf("%v: expected the context's error", err)
	}
	if len(told) == 0 || slices.ContainsFunc(told, func(what string) bool {
		return !strings.Contains(what, " of trousers")
	}) {
		t.Errorf("told %q", told)
	}
}

// An ended step leaves the state of the last good sub-step, and its error has the cause.
func TestWatchEndsAStep(t *testing.T) {
	setup := hardSheet(t)
	s, err := cpu.New(setup.Model, nil, setup.Colliders, setup.Settings)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	before := s.State.Clone()
	enough := errors.New("enough")
	looks := 0
	s.SetWatch(func(m step.Moment) error {
		if looks++; looks == 5 {
			return enough
		}
		return nil
	})
	if _, err := s.Step(0.01); !errors.Is(err, enough) || looks != 5 {
		t.Errorf("error %v after %d looks, expected the watch's after 5", err, looks)
	}
	if mustJSON(t, before) != mustJSON(t, s.State) {
		t.Error("the state has changed")
	}
	s.SetWatch(nil)
	s.Settings.Tolerance = 1e-4
	if _, err := s.Step(0.01); err != nil || s.State.Time != 0.01 {
		t.Errorf("the next step: error %v, time %g", err, s.State.Time)
	}
}

// After an interruption not all written frames are checked, and run.json has their number.
func TestInterruptionDoesNotWaitForTheCheck(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	simulated := make(chan struct{})
	go func() {
		<-simulated
		cancel()
	}()
	open := func(name string, setup *scenes.Setup, state *cloth.State) (*Engine, error) {
		e, err := engine(cpu.Backend{}, setup, state)
		e.Sim = &countingSim{Sim: e.Sim, steps: 3 * 8, done: simulated}
		return e, err
	}
	slowCheck := func(check.Mesh, []check.Mesh, []check.Plane) check.Report {
		<-ctx.Done() // however fast steps are: of none of the frames is the check through before
		time.Sleep(400 * time.Millisecond)
		return check.Report{}
	}
	info, err := Run(ctx, load(t, sheetScene), Options{Dir: t.TempDir(), NoRender: true, open: open, check: slowCheck})
	if !errors.Is(err, ErrInterrupted) {
		t.Errorf("error %v, expected an interruption", err)
	}
	if info == nil || info.Frames < 8 || info.Unchecked == 0 || info.Unchecked >= info.Frames {
		t.Errorf("%+v: expected 8 frames or more, of which some are unchecked", info)
	}
}

// afterSteps does something after so many steps.
type afterSteps struct {
	step.Sim
	steps int
	do    func()
}

func (a *afterSteps) Step(h float64) (step.Report, error) {
	rep, err := a.Sim.Step(h)
	if a.steps--; a.steps == 0 {
		a.do()
	}
	return rep, err
}

// An interruption after all frames are computed counts as one if pictures or checks are missing; the resumed run
// completes them.
func TestInterruptedAtTheEnd(t *testing.T) {
	needGL(t)
	const frames = 3
	for _, c := range []struct {
		drawn bool
		want  string
	}{{true, "while the last pictures were drawn: of frame "}, {false, "while the last frames were checked: "}} {
		ctx, cancel := context.WithCancel(context.Background())
		setup := load(t, sheetScene)
		computed := make(chan struct{})
		opt := Options{Dir: t.TempDir(), NoRender: !c.drawn, Frames: frames,
			open: func(name string, setup *scenes.Setup, state *cloth.State) (*Engine, error) {
				e, err := engine(cpu.Backend{}, setup, state)
				e.Sim = &afterSteps{e.Sim, (frames - 1) * setup.Scene.StepsPerFrame(), func() {
					if close(computed); c.drawn {
						cancel()
					}
				}}
				return e, err
			},
			check: func(check.Mesh, []check.Mesh, []check.Plane) check.Report {
				if !c.drawn {
					<-computed
					cancel()
					time.Sleep(hurry + hurry/10)
				}
				return check.Report{}
			}}
		if info, err := Run(ctx, setup, opt); !errors.Is(err, ErrInterrupted) || !strings.Contains(fmt.Sprint(err),
			c.want) ||
			info.Frames != frames {
			t.Errorf("error %v, %+v: expected an interruption %s", err, info, c.want)
		}
		cancel()
		opt.Resume, opt.open, opt.check, opt.Backend = true, nil, nil, "cpu"
		if info, err := Run(context.Background(), load(t, sheetScene), opt); err != nil || info.Unchecked != 0 {
			t.Errorf("resumed: error %v, %+v", err, info)
		}
		if pictures, _ := filepath.Glob(filepath.Join(opt.Dir, "frames", "*.png")); c.drawn && len(pictures) != frames {
			t.Errorf("resumed: %d pictures of %d", len(pictures), frames)
		}
	}
}

// A check ended by an interruption has no result for its frame, which counts as unchecked.
func TestEndedCheckIsNone(t *testing.T) {
	ended := func(check.Mesh, []check.Mesh, []check.Plane) check.Report {
		return check.Report{Stopped: true, Self: make([]check.Pair, 7)}
	}
	info := mustRun(t, load(t, sheetScene), Options{Dir: t.TempDir(), NoRender: true, Frames: 3, Backend: "cpu",
		check: ended})
	if info.Unchecked != 3 || info.SelfIntersections != 0 {
		t.Errorf("%d of 3 frames unchecked, %d intersections: expected 3 and none", info.Unchecked,
			info.SelfIntersections)
	}
}

// If more pairs intersect than are counted, a run reports it once.
func TestMorePairsThanCounted(t *testing.T) {
	var notes []string
	info := mustRun(t, load(t, sheetScene), Options{Dir: t.TempDir(), NoRender: true, Frames: 3, Backend: "cpu",
		check: func(check.Mesh, []check.Mesh, []check.Plane) check.Report {
			return check.Report{Self: make([]check.Pair, 7), More: true}
		},
		Progress: func(p Progress) {
			if p.Stage == "note" {
				notes = append(notes, p.Note)
			}
		}})
	if len(notes) != 1 || !strings.Contains(notes[0], "7 pairs of triangles intersect, and more") ||
		info.SelfIntersections != 7 {
		t.Errorf("notes %q, %d intersections: expected one note, and 7", notes, info.SelfIntersections)
	}
}

// untouched is a simulation that must not be used any more.
type untouched struct {
	step.Sim
	t *testing.T
}

func (u untouched) SetState(*cloth.State) error {
	u.t.Error("the state is set after the interruption")
	return nil
}

func (u untouched) Step(float64) (step.Report, error) {
	u.t.Error("a step is taken after the interruption")
	return step.Report{}, nil
}

// What takes long before the first step, in fine cloth, comes one by one: after an interruption within one the next is
// not begun, no frame is written and none checked.
func TestInterruptionsOfTheStart(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	dir := t.TempDir()
	open := func(_ string, setup *scenes.Setup, state *cloth.State) (*Engine, error) {
		e, err := engine(cpu.Backend{}, setup, state)
		e.Sim = untouched{e.Sim, t}
		cancel()
		return e, err
	}
	_, err := Run(ctx, load(t, sheetScene), Options{Dir: dir, NoRender: true, Backend: "cpu", open: open,
		check: func(check.Mesh, []check.Mesh, []check.Plane) check.Report {
			t.Error("a frame is checked")
			return check.Report{}
		}})
	if !errors.Is(err, errPreparing) || !errors.Is(err, ErrInterrupted) {
		t.Errorf("%v: expected %v", err, errPreparing)
	}
	if there(dir, "cache/sheet.pc2") || len(checkpoints(dir)) > 0 {
		t.Error("frames or checkpoints are written")
	}

	asked := 0
	if _, err := dress.Start(load(t, sheetScene), dress.Options{Watch: func(step.Moment) error {
		asked++
		return ErrInterrupted
	}}); !errors.Is(err, ErrInterrupted) || asked != 1 {
		t.Errorf("%v after %d questions: expected an interruption at the first", err, asked)
	}
	setup := load(t, sheetScene)
	setup.Model = nil // whoever begins, fails
	if _, err := start(ctx, setup, func(Progress) {}, nil, nil); !errors.Is(err, ErrInterrupted) {
		t.Errorf("%v: expected an interruption before anything begins", err)
	}
}

// Where a context has ended, no simulation is opened on the CPU, from the model's own start or another one, and none
// starts anew.
func TestOpenEnds(t *testing.T) {
	setup := load(t, sheetScene)
	ctx, cancel := context.WithCancel(context.Background())
	e, err := OpenOn(ctx, opengl.Auto, "cpu", setup, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	cancel()
	state := cloth.NewState(setup.Model)
	for what, err := range map[string]error{
		"its own start": func() error { _, err := OpenOn(ctx, opengl.Auto, "cpu", setup, nil); return err }(),
		"a state":       func() error { _, err := OpenOn(ctx, opengl.Auto, "cpu", setup, state); return err }(),
		"anew":          e.SetState(state),
	} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, expected %v", what, err, context.Canceled)
		}
	}
}

// An interrupted run reports the frame from which a resumed one continues, and the frames that are computed again; the
// resumed one reports the same. A run that ended before its first frame is reported as such, whether the next resumes
// it or not.
func TestInterruptionSaysWhatIsComputedAgain(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	opt := Options{Dir: dir, NoRender: true, Backend: "cpu", CheckpointEvery: 4, Frames: 13}
	opt.Progress = func(p Progress) {
		if p.Frame == 5+6 { // its frames are numbered from 5, and checkpoints are after 5 and 9
			cancel()
		}
	}
	_, err := Run(ctx, load(t, sheetScene), opt)
	if !errors.Is(err, ErrInterrupted) {
		t.Fatal(err)
	}
	head, tail, _ := strings.Cut(err.Error(), "to go on ")
	if want := " are in " + dir + "): run again with --resume "; !strings.HasSuffix(head, want) ||
		!strings.Contains(head, " (5 to ") {
		t.Errorf("%v: expected the frames that are written, and %q", err, want)
	}
	if want := "after frame 9, the last checkpoint; "; !strings.HasPrefix(tail, want) ||
		!strings.HasSuffix(tail, " computed again") {
		t.Errorf("%v: expected %q", err, want)
	}
	var said []string
	opt.Resume, opt.Frames = true, 9
	opt.Progress = func(p Progress) { said = append(said, p.Note) }
	if _, err := Run(context.Background(), load(t, sheetScene), opt); err != nil || !slices.Contains(said, "going on "+
		tail) {
		t.Errorf("%v, said %q: expected going on %s", err, said, tail)
	}
	for frame, want := range map[int]string{5: "before the first frame", 6: "after frame 5", 7: "after frame 5, the " +
		"last checkpoint; frame 6 is computed again", 9: "after frame 5, the last checkpoint; 3 frames, 6 to 8, are " +
		"computed again", 10: "after frame 9"} {
		r := &runner{setup: load(t, sheetScene), opt: opt, every: 4}
		if got := r.interrupted(frame).Error(); !strings.HasSuffix(got, "to go on "+want) {
			t.Errorf("in frame %d: %s: expected %q", frame, got, want)
		}
	}

	for _, q := range []struct {
		last *checkpoint
		want string
	}{{nil, "interrupted while preparing the start: no frame is written; run again with --resume to begin once more"},
		{&checkpoint{Frame: 4},
			"interrupted while preparing the start: run again with --resume to go on after frame 9"}} {
		ended, end := context.WithCancel(context.Background())
		end()
		opt := Options{Dir: t.TempDir(), NoRender: true, Backend: "cpu", Frames: 13}
		if _, err := Run(ended, load(t, sheetScene), opt); q.last == nil && (err == nil || err.Error() != q.want ||
			!errors.Is(err, ErrInterrupted)) {
			t.Errorf("%v: expected %q", err, q.want)
		}
		r := &runner{setup: load(t, sheetScene), opt: opt, last: q.last}
		if got := r.unbegun(errPreparing).Error(); got != q.want {
			t.Errorf("%s: expected %q", got, q.want)
		}
	}

	r := &runner{setup: load(t, sheetScene), opt: Options{Static: true, Frames: 2, Dir: "d"}, every: 10}
	if got := r.interrupted(6).Error() + r.unbegun(errPreparing).Error(); strings.Contains(got, "--resume") ||
		strings.Count(got, "--overwrite") != 2 || !strings.Contains(got, " (frame 5 is in d)") {
		t.Errorf("a shape at rest: %s: expected --overwrite, as there is nothing to resume", got)
	}

	early := Options{Dir: t.TempDir(), NoRender: true, Backend: "cpu", Frames: 1}
	f, err := openFolder(early.Dir, nil, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	put(t, early.Dir, map[string]string{"input.json": `{"scene": "s"}`})
	f.close()
	if _, err := Run(context.Background(), load(t, sheetScene), early); err == nil ||
		!strings.Contains(err.Error(), "holds "+unstarted) {
		t.Errorf("%v: expected %q", err, unstarted)
	}
	said = nil
	early.Resume, early.Progress = true, opt.Progress
	if _, err := Run(context.Background(), load(t, sheetScene), early); err != nil ||
		!strings.HasPrefix(strings.Join(said, "\n"), unstarted+" is in ") {
		t.Errorf("%v, said %q: expected %q", err, said, unstarted)
	}
}
