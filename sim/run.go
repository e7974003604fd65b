package sim

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"sync"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/check"
	"hysteron/cloth"
	"hysteron/gpu/opengl"
	"hysteron/param"
	"hysteron/report"
	"hysteron/scenes"
	"hysteron/step"
)

// Options are the options of a run. The zero value, with Dir set, runs the whole scene with pictures.
type Options struct {
	Dir             string
	Backend         string   // "auto" (also ""), "cpu" or "gpu": see openBackend
	Frames          int      // 0: the scene's
	Resume          bool     // resume from the last checkpoint in Dir, if there is a run
	Overwrite       bool     // replace a run in Dir
	SameProgram     bool     // with Resume: resume only runs of the same version of the program, and replace others
	NoRender        bool     // no pictures
	Fields          bool     // store the internal friction of all triangles in all frames
	DressCache      string   // folder of dressed states; empty: none
	DressUnkept     error    // reason why there is no such folder, reported after dressing; may be nil
	Modes           []string // of pictures, the first in Dir/frames; nil: the scene's
	View            View
	Static          bool           // find the shape at rest, which is the second and last frame
	Residual        float64        // of the shape at rest: unbalanced force [N]; 0: statics.Residual
	CheckpointEvery int            // frames; 0: 10. The backend is opened anew there, so the motion depends on it
	Progress        func(Progress) // called from other goroutines, one at a time; may be nil

	// Hooks of tests.
	open  func(name string, setup *scenes.Setup, state *cloth.State) (*Engine, error)
	check func(cloth check.Mesh, bodies []check.Mesh, planes []check.Plane) check.Report
}

// Progress is the progress of a run.
type Progress struct {
	Stage  string  // "dressing: …", "simulating", Turning, "note", and "within" a frame that takes long
	Note   string  // a message for the user, with Stage "note"; "within" what takes long
	Done   float64 // of the stage, 0 to 1; may decrease
	Frame  int     // number of the frame just written or in progress; of the picture, of a turntable
	Last   int     // number of the last frame
	Steps  int     // of this frame, as the following fields
	Newton int
	CG     int
	Most   HardStep      // step with the most Newton iterations
	Wall   time.Duration // of simulation
	Output time.Duration // of writing
	Check  time.Duration // of the check for intersections, which runs in parallel
	Left   time.Duration // estimate of the remaining time; negative: unknown

	SelfIntersections, BodyPenetrations int
}

const (
	checkpointEvery = 10
	maxFrames       = 1_000_000 // as in scene files
)

// ErrInterrupted is returned after the context ended. Written files stay valid.
var ErrInterrupted = errors.New("interrupted")

// errPreparing is the error of an interruption before the first frame.
var errPreparing = fmt.Errorf("%w while preparing the start", ErrInterrupted)

// Run simulates a scene into opt.Dir. It changes the setup: dressing adds pins to its model.
//
// On any error written files stay: caches and pictures of complete frames, and run.json with their figures. RunInfo is
// returned, too. Errors: InputError for options that cannot be met, ErrInterrupted (wrapped), *step.StepError (wrapped)
// for a step that failed, errors of the disk and of the device: opengl.ErrLost, opengl.ErrOutOfMemory, gpu.ErrTooLarge,
// gpu.ErrBroken (wrapped).
func Run(ctx context.Context, setup *scenes.Setup, opt Options) (*RunInfo, error) {
	r := &runner{ctx: ctx, setup: setup, opt: opt, began: time.Now()}
	if err := r.options(); err != nil {
		return nil, err
	}
	defer r.close()
	if err := r.prepare(); err != nil {
		return r.info, r.unbegun(err)
	}
	runErr := r.frames()
	r.lookout.Begin(Progress{Note: "writing and checking the last frames"})
	writeErr := r.recorder.finish()
	r.lookout.End()
	err := errors.Join(runErr, writeErr)
	if runErr == errStopped { // the recorder has the cause
		err = writeErr
	}
	if errors.Is(err, opengl.ErrLost) || errors.Is(err, opengl.ErrOutOfMemory) {
		err = fmt.Errorf("%w: finished frames are kept; run again with --resume to go on from the last checkpoint", err)
	}
	if werr := r.summary(r.recorder.steps, r.recorder.figure); err == nil {
		err = werr
	}
	if err == nil {
		err = r.unfinished()
	}
	return r.info, err
}

// runner is a run in progress.
type runner struct {
	ctx    context.Context
	setup  *scenes.Setup
	opt    Options
	began  time.Time
	before float64 // wall time before the checkpoint that it resumes from [s]
	every  int     // frames between checkpoints

	folder   *folder
	modes    []string    // of pictures
	print    []byte      // hash of the input of the simulation
	last     *checkpoint // that it resumes from; nil: at the start
	painter  *painter
	backend  *Engine
	recorder *recorder
	lookout  *ProgressWatch
	steps    []stepFigures
	info     *RunInfo
	torn     tearing
}

func (r *runner) options() error {
	o, s := &r.opt, r.setup.Scene
	if err := o.recall(s.Run); err != nil {
		return err
	}
	switch {
	case o.Dir == "":
		return param.Wrong(errors.New("no output folder: expected a path"))
	case o.Resume && o.Overwrite:
		return param.Wrong(errors.New("both to resume and to overwrite the run: expected one of them"))
	case o.Frames < 0 || o.Frames > maxFrames:
		return param.Wrong(fmt.Errorf("%d frames: expected 1 to %d", o.Frames, maxFrames))
	case !(o.Residual >= 0) || math.IsInf(o.Residual, 0):
		return param.Wrong(fmt.Errorf("at rest within %g N: expected a finite number ≥ 0", o.Residual))
	case o.Static && (o.Resume || o.Frames != 0):
		return param.Wrong(errors.New("a shape at rest is one frame after the start: expected neither a number of frames " +
			"nor a run to resume"))
	case o.Static && r.setup.Model.Tears():
		return param.Wrong(errors.New("a shape at rest of cloth that tears: expected no tear_n_m and no tear_seam_n_m"))
	case o.Fields && r.setup.Model.Tears():
		return param.Wrong(errors.New("fields of cloth that tears, whose files hold one mesh: expected no --fields"))
	case o.CheckpointEvery < 0:
		return param.Wrong(fmt.Errorf("a checkpoint every %d frames: expected at least 1", o.CheckpointEvery))
	}
	if o.Frames == 0 {
		o.Frames = s.Frames
	}
	if o.Static {
		r.prepareStatic()
	}
	if r.every = o.CheckpointEvery; r.every == 0 {
		r.every = checkpointEvery
	}
	if r.modes = o.Modes; len(o.Modes) == 0 {
		o.Modes = []string{Shaded}
		if s.Render.Mode != "" {
			o.Modes = []string{s.Render.Mode}
		}
	}
	for _, m := range o.Modes {
		if !slices.Contains(Modes(), m) {
			return param.Wrong(fmt.Errorf("unknown mode %q of pictures: expected one of %v", m, Modes()))
		}
	}
	report := o.Progress
	var mu sync.Mutex
	o.Progress = func(p Progress) {
		if report != nil {
			mu.Lock()
			defer mu.Unlock()
			report(p)
		}
	}
	if o.open == nil {
		o.open = func(name string, setup *scenes.Setup, state *cloth.State) (*Engine, error) {
			return openBackend(r.ctx, opengl.Index(o.View.Device), name, setup, state)
		}
	}
	n := len(r.setup.Model.X0)
	if fits, free := scenes.FitsMemory(float64(n) * scenes.RunBytes); !fits {
		return param.Wrong(fmt.Errorf("%d vertices, for which about %.2g GB of memory are needed: expected at most nine "+
			"tenths of the %.2g GB that are free; make edges longer", n, float64(n*scenes.RunBytes)/1e9,
			float64(free)/1e9))
	}
	var err error
	if r.print, err = r.setup.Print(); err != nil {
		return err
	}
	r.lookout = NewProgressWatch(o.Progress)
	return nil
}

func (r *runner) note(format string, args ...any) {
	r.opt.Progress(Progress{Stage: "note", Note: fmt.Sprintf(format, args...), Left: -1})
}

// prepare finds the start, dresses if necessary, and opens what the frames need.
func (r *runner) prepare() (err error) {
	if r.folder, err = openFolder(r.opt.Dir, r.setup.Scene.Reads(), r.opt.Overwrite, r.note); err != nil {
		return err
	}
	var says []string
	if r.opt.Resume {
		if says, err = r.resume(); err != nil {
			return err
		}
	}
	if err := r.folder.ready(r.opt.Resume || r.opt.Overwrite, r.writes); err != nil {
		return err
	}
	state, keep, figure, sums := cloth.NewState(r.setup.Model), 0, newFrameFigures(), []uint32(nil)
	if c := r.last; c != nil {
		state, keep, figure, sums = &c.State, c.Frame+1, c.Frames, c.Sums
		r.steps, r.before, r.every = c.Steps, c.Wall, c.Every
		built := *r.setup
		r.torn.whole = &built
		if err := r.resumeTorn(c.Tri); err != nil {
			return err
		}
		r.setup.Model.Pins = c.Pins
		if c.Tri != nil {
			r.setup.Model.SetRoom(r.torn.origin, c.State.X)
		}
	}
	if r.backend, err = r.openBackend(state); err != nil {
		return err
	}
	if r.last != nil && r.last.Backend != r.backend.On.Name() {
		return param.Wrong(fmt.Errorf("the run in %s used backend %q: expected the same to resume it, not %q",
			r.opt.Dir,
			r.last.Backend, r.backend.On.Name()))
	}
	r.backend.Remarks(r.note)
	for _, s := range says {
		r.note("%s", s)
	}
	if !r.opt.NoRender {
		r.painter, err = newPainter(r.ctx, r.setup, r.opt.View, r.backend.Context())
		switch {
		case errors.Is(err, errNoDevice) && r.opt.View.Device == nil: // no device was named
			r.note("no pictures: %v; hysteron render draws them where there is one", err)
			r.opt.NoRender = true
		case err != nil:
			return err
		}
	}
	if r.ctx.Err() != nil { // the next stage may take as long
		return errPreparing
	}
	built := r.setup
	if r.torn.whole != nil {
		built = r.torn.whole
	}
	m := built.Model
	info := &RunInfo{
		Scene: sceneName(r.setup.Scene), Backend: r.backend.On.Name(), Device: r.backend.On.Device(),
		Commit: report.Commit(),
		DT:     r.setup.Scene.StepSeconds(), Vertices: len(m.X0), Triangles: len(m.Tri),
	}
	if r.backend.Instead != nil {
		info.Instead = r.backend.Instead.Error()
	}
	if err := r.folders(); err != nil {
		return err
	}
	r.info = info
	if r.last == nil {
		if state, err = r.start(); err != nil {
			return errors.Join(showTrouble(r.ctx, r.opt.Dir, r.setup, err, r.note), r.summary(nil, figure))
		}
		if r.ctx.Err() == nil {
			err = r.backend.SetState(state)
		}
		if r.ctx.Err() != nil {
			return errors.Join(errPreparing, r.summary(nil, figure))
		}
		if err != nil {
			return err
		}
		c := r.checkpoint(-1, state)
		c.Frames = figure
		if err := c.save(r.opt.Dir); err != nil {
			return err
		}
	}
	r.recorder = &recorder{
		dir: r.opt.Dir, setup: built, painter: r.painter, modes: r.opt.Modes,
		ctx: r.ctx, report: r.opt.Progress, summary: r.summary, check: r.opt.check, figure: figure, steps: r.steps,
	}
	if r.recorder.caches, err = newCaches(r.opt.Dir, built, keep, sums); err != nil {
		return err
	}
	if r.opt.Fields {
		if r.recorder.fields, err = newFrictionFiles(r.opt.Dir, r.setup, keep); err != nil {
			return errors.Join(err, r.recorder.caches.close())
		}
	}
	if err := r.picture(state.X, keep); err != nil {
		return errors.Join(err, r.recorder.caches.close(), r.recorder.fields.close())
	}
	r.recorder.start()
	return nil
}

// openBackend opens the backend of the options.
func (r *runner) openBackend(state *cloth.State) (*Engine, error) {
	e, err := choose(r.opt.Backend, func(name string) (*Engine, error) { return r.opt.open(name, r.setup, state) })
	if err != nil && r.ctx.Err() != nil {
		err = errPreparing
	}
	return e, err
}

// picture sets the camera, and draws the pictures of the first keep frames that are missing, as
// after a run without pictures or one that was killed.
func (r *runner) picture(x []r3.Vec, keep int) error {
	if r.painter == nil {
		return nil
	}
	if keep == 0 {
		r.painter.frame(r.opt.Frames, startPoints(r.setup, x))
		return nil
	}
	built := r.recorder.setup
	c, err := openCaches(r.opt.Dir, built)
	if err != nil {
		return err
	}
	defer c.close()
	start, x, err := c.at(0)
	if err != nil {
		return err
	}
	r.painter.frame(r.opt.Frames, startPoints(start, x))
	for i := range keep {
		for _, mode := range r.opt.Modes {
			path := framePath(r.opt.Dir, pictureFolder(r.opt.Modes, mode), r.setup, i)
			if _, err := os.Stat(path); err == nil || mode == Friction {
				continue
			}
			if r.ctx.Err() != nil {
				return ErrInterrupted
			}
			now, x, err := c.at(i)
			if err != nil {
				return err
			}
			r.painter.setup = now
			img, err := r.painter.draw(i, x, nil, mode, nil)
			if err == nil {
				err = r.painter.write(path, img)
			}
			switch {
			case err != nil && r.ctx.Err() != nil:
				return ErrInterrupted
			case err != nil:
				return err
			}
		}
	}
	return nil
}

// HardStep is a step with its report.
type HardStep struct {
	Number int // in its frame, from 1; 0: there is none
	step.Report
}

// frames simulates from frame to frame.
func (r *runner) frames() error {
	next := 0
	if r.last != nil {
		next = r.last.Frame + 1
	}
	per, first := r.setup.Scene.StepsPerFrame(), r.setup.Scene.StartFrame
	h := r.setup.Scene.StepSeconds()
	for i := next; i < r.opt.Frames; i++ {
		p := Progress{Stage: "simulating", Frame: first + i, Last: first + r.opt.Frames - 1}
		if r.ctx.Err() != nil {
			return r.interrupted(first + i)
		}
		began := time.Now()
		r.lookout.Begin(p)
		if i > 0 && r.opt.Static {
			if err := r.settle(&p); err != nil {
				return err
			}
		} else if i > 0 {
			for k := range per {
				if r.ctx.Err() != nil {
					return r.interrupted(first + i)
				}
				t := time.Now()
				r.backend.SetWatch(r.watch(k, per))
				rep, err := r.backend.Step(h)
				if errors.Is(err, ErrInterrupted) {
					return r.interrupted(first + i)
				}
				if err != nil {
					return r.showStopped(fmt.Errorf("frame %d, step %d of %d: %w", first+i, k+1, per, err))
				}
				for k, b := range r.setup.Bodies {
					if err := body.Err(b); err != nil {
						return fmt.Errorf("frame %d, body %q: %w", first+i, r.setup.Scene.Bodies[k].Name, err)
					}
				}
				if err := r.tear(); err != nil {
					return fmt.Errorf("frame %d, step %d of %d: %w", first+i, k+1, per, err)
				}
				r.steps = append(r.steps, figuresOf(rep, time.Since(t).Seconds()))
				p.Steps, p.Newton, p.CG = p.Steps+1, p.Newton+rep.Newton, p.CG+rep.CG
				if p.Most.Number == 0 || rep.Newton > p.Most.Newton {
					p.Most = HardStep{p.Steps, rep}
				}
			}
		}
		rest, err := r.rest(&p, i)
		if err != nil {
			return err
		}
		out := frameOut{index: i, x: make([]r3.Vec, len(r.setup.Model.X0)), steps: r.steps, rest: rest,
			setup: r.setup, tears: r.tornAt(i)}
		switch err := r.collect(&out); {
		case err != nil && r.ctx.Err() != nil:
			return r.interrupted(first + i)
		case err != nil:
			return err
		}
		p.Wall, p.Done = time.Since(began), float64(i+1)/float64(r.opt.Frames)
		out.progress = p
		r.lookout.Within(func() string { return "waiting for pictures, caches and the check of earlier frames" })
		r.recorder.in <- out
		if r.recorder.failure() != nil {
			return errStopped
		}
	}
	return nil
}

// errStopped ends the loop when the recorder has failed.
var errStopped = errors.New("stopped")

// collect reads the data of a frame from the backend, and opens the backend anew at checkpoints.
func (r *runner) collect(out *frameOut) error {
	if err := r.backend.Positions(out.x); err != nil {
		return err
	}
	for v, x := range out.x {
		if !cloth.FiniteVec(x) {
			return fmt.Errorf("frame %d: vertex %d is at (%g, %g, %g): expected finite numbers; the frame is not written",
				r.setup.Scene.StartFrame+out.index, v, x.X, x.Y, x.Z)
		}
	}
	save := out.index%r.every == 0
	friction := r.painter != nil && slices.Contains(r.opt.Modes, Friction)
	var state *cloth.State
	if save || friction || r.opt.Fields || len(r.setup.Model.Air) > 0 {
		var err error
		if state, err = r.backend.State(); err != nil {
			return err
		}
	}
	if state != nil {
		out.air = slices.Clone(state.Air)
	}
	if r.opt.Fields {
		out.stress = frictionParts(r.setup.Model, state)
	}
	if friction {
		out.friction = FrictionStresses(r.setup.Model, state)
	}
	if r.painter != nil && r.painter.shared {
		// Draw now, while the positions are on the device: the recorder runs during later steps. Drawing there would
		// not be faster, since the context runs one job after the other.
		at := r.backend.PositionBuffer()
		r.painter.setup = r.setup
		for _, mode := range r.opt.Modes {
			img, err := r.painter.draw(out.index, out.x, at, mode, out.friction)
			if err != nil {
				return fmt.Errorf("picture of frame %d: %w", r.setup.Scene.StartFrame+out.index, err)
			}
			out.pictures = append(out.pictures, img)
		}
	}
	if save {
		c := r.checkpoint(out.index, state)
		c.State.Time = r.setup.Scene.FrameTime(out.index) // without the rounding of many steps
		out.save = c
		if r.torn.origin != nil && len(r.torn.origin) > len(r.torn.whole.Model.X0) {
			return r.reopen(r.setup.Model, &c.State)
		}
		return r.backend.SetState(&c.State)
	}
	return nil
}

func (r *runner) wall() float64 { return r.before + time.Since(r.began).Seconds() }

// summary writes run.json.
func (r *runner) summary(steps []stepFigures, f frameFigures) error {
	info := *r.info
	info.Wall = r.wall()
	info.fill(steps, f, &r.setup.Settings, len(r.setup.Colliders))
	*r.info = info
	// On a full disk both fail with the same error, so one is enough.
	return cmp.Or(info.Write(r.opt.Dir), writeContacts(r.opt.Dir, r.setup.Scene.StartFrame, f.List))
}

func (r *runner) close() {
	r.lookout.Close()
	r.painter.close()
	if r.backend != nil {
		r.backend.Close()
	}
	r.folder.close()
}

// asInput marks a choice of backend that cannot be met as wrong input.
func asInput(err error) error {
	var b backendError
	if errors.As(err, &b) {
		return param.Wrong(err)
	}
	return err
}
