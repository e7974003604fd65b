package sim

import (
	"context"
	"errors"
	"fmt"
	"image"
	"runtime"
	"slices"
	"sync"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
	"hysteron/scenes"
	"hysteron/step"
)

// frameOut is a finished frame to be written.
type frameOut struct {
	index    int
	x        []r3.Vec
	friction []float64     // per triangle, if a mode draws it
	stress   []r3.Vec      // see frictionFiles; nil: not stored
	pictures []*image.RGBA // one per mode, if the context of the backend drew them
	steps    []stepFigures
	rest     *RestInfo     // may be nil
	setup    *scenes.Setup // with the model of the frame
	tears    *TearInfo     // since the last frame; may be nil
	air      []float64     // overpressure of each air cell [Pa]
	progress Progress
	save     *checkpoint // to be written after the frame, with Frames set; may be nil
}

// recorder writes frames in order while later ones are simulated. One goroutine writes caches and pictures. Another,
// which may be many frames behind, checks written frames for intersections, and keeps figures and checkpoints. Both
// stop after an error.
type recorder struct {
	ctx     context.Context
	dir     string
	setup   *scenes.Setup
	caches  *caches
	painter *painter       // nil: no pictures
	fields  *frictionFiles // nil: not stored
	modes   []string
	report  func(Progress)
	summary func(steps []stepFigures, f frameFigures) error // writes run.json

	check func(cloth check.Mesh, bodies []check.Mesh, planes []check.Plane) check.Report

	bodies []check.Mesh
	planes []check.Plane

	in      chan frameOut // to be written
	checks  chan frameOut // to be checked
	closed  sync.WaitGroup
	began   time.Time
	checked int       // frames since began
	told    bool      // a limit of counted pairs was reported
	until   time.Time // deadline of the check after an interruption

	mu      sync.Mutex
	figure  frameFigures
	steps   []stepFigures // of written frames
	undrawn []int         // frames without all of their pictures, after an interruption
	err     error
}

// Lengths of the queues to the disk and to the check. Pictures take about the same time each, so few frames wait for
// the disk. Checks of frames full of contact take much longer than others, so as many frames may wait as fit into
// memory, and the solver does not wait.
const (
	queue      = 2
	checkQueue = 64
)

func (r *recorder) start() {
	for _, b := range r.setup.Bodies {
		r.bodies = append(r.bodies, check.Mesh{X: make([]r3.Vec, b.NumVertices()), Tri: b.Triangles()})
	}
	for _, c := range r.setup.Colliders {
		if c.Surface == nil {
			r.planes = append(r.planes, check.Plane{Point: c.Point, Normal: c.Normal})
		}
	}
	if r.check == nil {
		// the solver uses the other cores
		r.check = check.Checker{Workers: max(1, runtime.GOMAXPROCS(0)/2), Cache: new(check.Cache), Stop: r.hurried}.Check
	}
	r.in, r.checks, r.began = make(chan frameOut, queue), make(chan frameOut, checkQueue), time.Now()
	r.closed.Go(func() {
		defer close(r.checks)
		for f := range r.in {
			if r.failure() == nil && r.done(&f, r.record(&f)) {
				r.checks <- f
			}
		}
	})
	r.closed.Go(func() {
		for f := range r.checks {
			switch {
			case r.failure() != nil:
			case r.hurried():
				r.steps = f.steps
				r.figure.Unchecked++
			default:
				r.done(&f, r.inspect(&f))
			}
		}
	})
}

// hurry is the time limit of the check after an interruption.
const hurry = time.Second

// hurried reports whether that limit has passed.
func (r *recorder) hurried() bool {
	if r.ctx.Err() == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.until.IsZero() {
		r.until = time.Now().Add(hurry)
	}
	return time.Now().After(r.until)
}

// done keeps the first error, and reports whether there was none.
func (r *recorder) done(f *frameOut, err error) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil && r.err == nil {
		r.err = fmt.Errorf("frame %d: %w", r.setup.Scene.StartFrame+f.index, err)
	}
	return err == nil
}

// failure returns the first error.
func (r *recorder) failure() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// finish waits until all frames are written, and returns the first error.
func (r *recorder) finish() error {
	close(r.in)
	r.closed.Wait()
	if err := errors.Join(r.caches.close(), r.fields.close()); err != nil && r.err == nil {
		r.err = err
	}
	return r.err
}

// record writes caches and pictures.
func (r *recorder) record(f *frameOut) error {
	began := time.Now()
	if err := r.caches.write(f.setup, f.x); err != nil {
		return err
	}
	if f.save != nil {
		f.save.Sums = slices.Clip(r.caches.sums)
	}
	if r.fields != nil {
		if err := r.fields.write(f.stress); err != nil {
			return err
		}
	}
	if err := r.draw(f); err != nil {
		if r.ctx.Err() == nil {
			return err
		}
		r.mu.Lock()
		r.undrawn = append(r.undrawn, f.index)
		r.mu.Unlock()
		// A resumed run draws pictures that an interruption left out, from the cache; friction only from earlier
		// frames.
		if slices.Contains(r.modes, Friction) {
			f.save = nil
		}
	}
	f.progress.Output = time.Since(began)
	return nil
}

// draw draws and writes the pictures of a frame.
func (r *recorder) draw(f *frameOut) error {
	if r.painter == nil {
		return nil
	}
	for k, mode := range r.modes {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		var img *image.RGBA
		var err error
		if f.pictures != nil {
			img = f.pictures[k]
		} else {
			r.painter.setup = f.setup
			img, err = r.painter.draw(f.index, f.x, nil, mode, f.friction)
		}
		if err == nil {
			err = r.painter.write(framePath(r.dir, r.folder(mode), r.setup, f.index), img)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// inspect checks a frame as stored in the caches, keeps its figures, and writes its checkpoint.
func (r *recorder) inspect(f *frameOut) error {
	began := time.Now()
	for k, b := range r.setup.Bodies {
		b.Positions(r.bodies[k].X, r.setup.Scene.FrameTime(f.index))
	}
	found := r.check(check.Mesh{X: rounded(f.x), Tri: f.setup.Model.Tri}, r.bodies, r.planes)
	if found.Stopped {
		r.steps = f.steps
		r.figure.Unchecked++
		return nil
	}
	if found.More && !r.told {
		r.told = true
		r.report(Progress{Stage: "note", Note: fmt.Sprintf("frame %d: %d pairs of triangles intersect, and more that are "+
			"not counted", r.setup.Scene.StartFrame+f.index, len(found.Self)+len(found.Body)), Left: -1})
	}
	var none *NoRoom
	if len(found.Inside) > 0 && len(r.bodies)+len(r.planes) > 1 {
		none = findNoRoom(r.setup.Scene.StartFrame+f.index, f.x, found.Inside, r.setup.Colliders, r.bodies,
			r.planes)
	}
	r.mu.Lock()
	if none != nil {
		r.figure.NoRoom = append(slices.Clip(r.figure.NoRoom), *none)
	}
	r.figure.add(&found, r.setup.Scene.StartFrame+f.index, step.MostStretched(f.setup.Model, f.x))
	if f.tears != nil {
		r.figure.Tears = append(slices.Clip(r.figure.Tears), *f.tears)
	}
	if f.rest != nil {
		r.figure.Rests = append(r.figure.Rests, *f.rest)
	}
	r.figure.addAir(f.setup.Model, f.x, f.air)
	r.steps = f.steps
	figure := r.figure
	r.mu.Unlock()
	if f.save != nil {
		f.save.Frames = figure
		if err := f.save.save(r.dir); err != nil {
			return err
		}
		if err := r.summary(f.steps, figure); err != nil {
			return err
		}
	}
	f.progress.Check, f.progress.Left = time.Since(began), -1
	if r.checked++; f.progress.Steps > 0 { // the start state alone has no figures
		f.progress.Left = time.Since(r.began) / time.Duration(r.checked) * time.Duration(f.progress.Last-f.progress.Frame)
	}
	f.progress.SelfIntersections, f.progress.BodyPenetrations = len(found.Self), found.Penetrations()
	r.report(f.progress)
	return nil
}

// folder returns the folder of the pictures of a mode.
func (r *recorder) folder(mode string) string { return pictureFolder(r.modes, mode) }

func pictureFolder(modes []string, mode string) string {
	if slices.Index(modes, mode) == 0 {
		return "frames"
	}
	return "frames-" + mode
}
