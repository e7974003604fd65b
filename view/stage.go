//go:build cgo

package view

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/go-gl/gl/v4.3-core/gl"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/gpu/opengl"
	"hysteron/render"
)

// StageOptions are the options of a stage.
type StageOptions struct {
	Reads     []string // further inputs, such as a script, which are never replaced
	Targets   []string // one or two scenes, folders of runs, or PC2 caches
	Set       []string // overrides of values of scenes, as path=value
	Backend   string   // cpu or gpu, which then computes on the drawing context
	Record    string   // file of the recording; "": none
	Out       string   // folder of pictures and caches
	Preset    Preset
	Paused    bool    // start paused
	Offscreen bool    // time is that of a script
	KeepScale bool    // panels keep their size in small windows
	Watch     []int32 // vertices whose positions are in State
	Breathe   func()  // called during a long step on the GPU, to keep the window responsive; may be nil
}

// Stage is the viewer. Except Say, its methods must be called on the thread of its context.
type Stage struct {
	Orbit              Orbit
	Mode               Values
	Wires              bool
	Hidden, Help, Quit bool

	opt         StageOptions
	ctx         *opengl.Context
	panes       []*pane
	lives       []lives // of the panes
	begun       bool    // simulations have started
	aimed       Orbit   // the last view that the user did not set
	over        *overlay
	canvas      canvas
	ui          UI
	fixed       []PanelBox // permanent panels of the last layout
	w, h        int        // of the window [pixel]
	preset      Preset
	side        side
	radius      float64 // of grabs [m]
	speed       float64
	resting     float64    // duration of the next rest [s]
	windTurn    float64    // direction of a wind without speed [°]
	scrolled    [4]float32 // of the columns left and right, and of errors of both panes [pixel]
	helpPage    int
	helpPages   int
	shots       []shot          // to be saved
	saveFolders map[string]bool // folders for the caches of simulations after their frames
	film        int             // number of pictures of the film; −1: no film
	bare        bool            // nothing is drawn over the picture
	rough       bool            // a picture without a window

	mouse   Mouse
	hand    gesture
	dirty   bool
	refined bool
	began   time.Time // when the last picture was started
	drawn   time.Time
	pace    float64 // recent time between pictures [s]
	drawnAt time.Time
	cost    time.Duration // of the last quick picture
	count   int64         // number of pictures
	ticks   int64
	answer  Latency

	mu    sync.Mutex
	said  []message
	clock float64 // time of messages [s]
}

// lives are renderers of the panes. Each has its own, since it keeps the static parts of a scene on the device.
type lives struct{ quick, fine *render.Live }

type message struct {
	text  string
	until float64 // [s]
}

// NewStage returns a stage of w × h pixels, with scale pixels to a unit of the layout, and starts to open the targets.
func NewStage(ctx *opengl.Context, opt StageOptions, w, h int, scale float64) (*Stage, error) {
	if n := len(opt.Targets); n < 1 || n > 2 {
		return nil, fmt.Errorf("%d things to show: expected one or two", n)
	}
	st := &Stage{opt: opt, ctx: ctx, preset: opt.Preset, radius: .04, speed: 1, resting: 8 * 3600, film: -1, dirty: true,
		saveFolders: map[string]bool{}}
	st.Orbit = Orbit{Distance: 3, FovY: render.DefaultFovY}
	st.aimed = st.Orbit
	err := ctx.Do(func() (err error) {
		st.over, err = newOverlay()
		return err
	})
	if err == nil {
		err = st.Resize(w, h, scale)
	}
	for range opt.Targets {
		var l lives
		if err == nil {
			l.quick, err = render.NewLive(ctx, quickQuality(ctx.Device().Software))
		}
		if err == nil {
			l.fine, err = render.NewLive(ctx, render.LiveQuality{Samples: 4})
		}
		st.lives = append(st.lives, l)
	}
	if err != nil {
		return nil, errors.Join(err, st.Free())
	}
	for _, target := range opt.Targets {
		st.panes = append(st.panes, st.open(target))
	}
	return st, nil
}

// quickQuality is the quality of moving pictures.
func quickQuality(software bool) render.LiveQuality {
	if software {
		return render.LiveQuality{ByVertex: true}
	}
	return render.LiveQuality{Samples: 4}
}

// Resize follows the size of the window and the scale of its monitor. In a small window panels are smaller, unless
// KeepScale is set.
func (st *Stage) Resize(w, h int, scale float64) error {
	st.w, st.h, st.dirty = max(w, 1), max(h, 1), true
	if !st.opt.KeepScale {
		fit := min(float64(st.w)/roomy[0], float64(st.h)/roomy[1]) / scale
		for _, s := range []float64{1, .9, .8, leastScale} {
			if s <= fit || s == leastScale {
				scale *= s
				break
			}
		}
	}
	if st.ui.Font == nil || st.ui.Font.Scale != scale {
		f, err := NewFont(scale)
		if err != nil {
			return err
		}
		st.ui.Font = f
	}
	return nil
}

// roomy is the size of a window with room for all panels, in units of the layout. leastScale is the smallest factor of
// their size in a smaller one.
var roomy = [2]float64{600, 570}

const leastScale = .72

// Ready reports whether everything is open, and returns the errors.
func (st *Stage) Ready() (ready bool, err error) {
	ready = true
	for _, p := range st.panes {
		p.mu.Lock()
		ready = ready && !p.opening && p.ready == nil
		if p.err != nil {
			err = errors.Join(err, p.err)
		}
		p.mu.Unlock()
	}
	return ready, err
}

// ShowMessage shows a message for some seconds. It may be called from any goroutine.
func (st *Stage) ShowMessage(text string) {
	st.mu.Lock()
	defer st.mu.Unlock()
	if n := len(st.said); n > 0 && st.said[n-1].text == text {
		st.said = st.said[:n-1]
	}
	st.said = append(st.said, message{text, st.clock + 3 + float64(len(text)/25)})
	if n := len(st.said); n > 4 {
		st.said = st.said[n-4:]
	}
}

// messages returns the messages that are still shown; gone: one has just expired.
func (st *Stage) messages() (list []string, gone bool) {
	st.mu.Lock()
	defer st.mu.Unlock()
	for len(st.said) > 0 && st.clock > st.said[0].until {
		st.said, gone = st.said[1:], true
	}
	for _, m := range st.said {
		list = append(list, m.text)
	}
	return list, gone
}

func (st *Stage) paneWidth() int { return max(1, st.w/max(1, len(st.opt.Targets))) }

// paneAt returns the pane under a point of the window, and the point in it.
func (st *Stage) paneAt(x, y float64) (p *pane, px, py float64) {
	w := st.paneWidth()
	k := max(0, min(int(x)/w, len(st.panes)-1))
	return st.panes[k], x - float64(k*w), y
}

// Tick lets seconds of real time pass.
func (st *Stage) Tick(seconds float64) {
	st.mu.Lock()
	st.clock += seconds
	st.ticks++
	st.mu.Unlock()
	for _, p := range st.panes {
		if p.runner != nil && st.opt.Offscreen {
			p.runner.Measure(st.measured(), p.selected)
			p.runner.Advance(seconds)
		}
		if p.tick(st, seconds) {
			st.dirty = true
		}
		if p.runner != nil && p.runner.Failure() != nil {
			p.fail(p.runner.Failure())
		}
	}
	if len(st.panes) > 1 { // caches show the same frame
		a, b := st.panes[0], st.panes[1]
		if a.frames != nil && b.frames != nil {
			b.clock.At, b.clock.Playing = math.Min(a.clock.At, float64(b.clock.Frames-1)), false
			if b.clock.Frame() != int(b.at.Frame) {
				b.shown = max(b.shown, 1)
				if err := b.read(st); err != nil {
					b.fail(err)
				}
				st.dirty = true
			}
		}
	}
	if !st.begun && !st.opt.Offscreen && !slices.ContainsFunc(st.panes, (*pane).isOpening) {
		st.begun = true // both start together
		for _, p := range st.panes {
			if p.runner != nil {
				p.runner.Play(!st.opt.Paused)
			}
		}
	}
	if _, gone := st.messages(); gone {
		st.dirty = true
	}
	if n := len(st.shots); n > 0 {
		last := st.shots[n-1].path
		if done, err := st.develop(); done || err != nil {
			st.try("saved "+last, err)
		}
	}
}

// Follow takes over results of the simulations within a step on the drawing thread, as Tick does.
func (st *Stage) Follow() {
	for _, p := range st.panes {
		if p.runner != nil && p.follow(st) {
			st.dirty = true
		}
	}
}

// Draw draws into the canvas if something has changed, and reports whether it did. When nothing moves, it draws once
// more in fine quality.
func (st *Stage) Draw() (drew bool, err error) {
	fine := false
	if !st.dirty {
		if st.refined || time.Since(st.drawn) < 250*time.Millisecond || st.hand.kind != Nothing {
			return false, nil
		}
		fine = true
	}
	if st.opt.Offscreen {
		fine = !st.rough
	}
	st.dirty, st.refined = false, fine
	began := time.Now()
	err = st.ctx.Do(func() error { return st.draw(fine) })
	st.drawn = time.Now()
	st.count++
	if !fine {
		st.cost = st.drawn.Sub(began)
	}
	st.began = began
	if d := st.drawn.Sub(st.drawnAt).Seconds(); !st.drawnAt.IsZero() && d < 2 {
		if st.pace == 0 {
			st.pace = d
		}
		st.pace = .9*st.pace + .1*d
	}
	st.drawnAt = st.drawn
	if err == nil && st.film >= 0 && !fine && !st.opt.Offscreen {
		err = st.filmed()
	}
	return true, err
}

// Seen reports to the statistics of latency that the last picture is in the window.
func (st *Stage) Seen() {
	for _, p := range st.panes {
		st.answer.Record(p.at.Asked, st.began, time.Now(), p.at.Steps)
	}
}

// Redraw makes the next Draw draw.
func (st *Stage) Redraw() { st.dirty = true }

// Rest returns how long to pause before the next picture. Software OpenGL may use about half of a core, so that the
// simulation goes on, and below 60 pictures a second the mouse still moves. A picture with the effect of an event needs
// no pause if pictures took less than three fifths of the recent time. While an event has no picture, the next one
// comes after 1/30 s at the earliest, since the answer would have to wait for it.
func (st *Stage) Rest() (usual, answering time.Duration) {
	usual = time.Second / 60
	if !st.ctx.Device().Software {
		return usual, 0
	}
	usual, answering = min(max(usual, 2*st.cost), time.Second/30), min(3*st.cost/2, usual)
	if st.pace > st.cost.Seconds()/.6 {
		answering = 0
	}
	if st.hasPending() {
		usual = time.Second / 30
	}
	return usual, answering
}

// hasPending reports whether an event has no picture yet.
func (st *Stage) hasPending() bool {
	return slices.ContainsFunc(st.panes, func(p *pane) bool { return p.runner != nil && p.runner.HasPending() })
}

// Answers reports whether the next picture shows the effect of an event.
func (st *Stage) Answers() bool {
	for _, p := range st.panes {
		if p.runner != nil && p.runner.Answered() != p.at.Asked {
			return true
		}
	}
	return false
}

// Show copies the canvas to a framebuffer of the same size. It must be called on the thread of the context.
func (st *Stage) Show(fbo uint32) {
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, st.canvas.fbo)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, fbo)
	w, h := int32(st.canvas.w), int32(st.canvas.h)
	gl.BlitFramebuffer(0, 0, w, h, 0, 0, w, h, gl.COLOR_BUFFER_BIT, gl.NEAREST)
}

// Close closes everything.
func (st *Stage) Close() error { return errors.Join(st.CloseShown(), st.Free()) }

// CloseShown closes the panes, which ends recordings. It may be called on another thread than the context's, which must
// keep serving.
func (st *Stage) CloseShown() error {
	var err error
	for _, p := range st.panes {
		err = errors.Join(err, p.close(st))
	}
	return err
}

// Free frees memory of the device.
func (st *Stage) Free() error {
	var err error
	for _, both := range st.lives {
		for _, l := range []*render.Live{both.quick, both.fine} {
			if l != nil {
				err = errors.Join(err, l.Close())
			}
		}
	}
	return errors.Join(err, st.ctx.Do(func() error {
		for _, p := range st.panes {
			p.shelf.free()
		}
		st.over.free()
		st.canvas.free()
		return nil
	}))
}

// project returns the position of a point of a pane in the window; ok: it is in front of the eye.
func (st *Stage) project(k int, p r3.Vec) (x, y float32, ok bool) {
	w := st.paneWidth()
	px, py, depth := st.Orbit.Camera().Project(p, w, st.h)
	return float32(px) + float32(k*w), float32(py), depth > 0
}
