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

// Options say what to show, and how.
type StageOptions struct {
	Reads     []string // further files that are read, such as a script, which are never replaced
	Targets   []string // scenes, folders of runs, PC2 caches; one or two
	Set       []string // values of scenes, as path=value
	Backend   string   // cpu or gpu, which then computes on the context that draws
	Record    string   // file that events are recorded in; "": none
	Out       string   // folder for pictures and caches
	Preset    Preset
	Paused    bool    // simulations begin to stand still
	Offscreen bool    // time is that of a script
	KeepScale bool    // panels are not made smaller in small windows
	Watch     []int32 // vertices whose places State tells
	Breathe   func()  // lets the window answer during a long step on the GPU; may be nil
}

// Stage is the viewer. Its methods are for the thread of its context, but for Say.
type Stage struct {
	Orbit              Orbit
	Mode               Values
	Wires              bool
	Hidden, Help, Quit bool

	opt         StageOptions
	ctx         *opengl.Context
	panes       []*pane
	lives       []lives // of the panes
	begun       bool    // simulations have
	aimed       Orbit   // where the view was without anybody turning it
	over        *overlay
	canvas      canvas
	ui          UI
	fixed       []PanelBox // panels that are always there, of the last layout
	w, h        int        // of the window [pixel]
	preset      Preset
	side        side
	radius      float64 // of grabs [m]
	speed       float64
	windTurn    float64    // where wind blows to that has no speed [°]
	scrolled    [4]float32 // of columns of panels at the left and at the right, and of errors of both panes [pixel]
	helpPage    int
	helpPages   int
	shots       []shot          // that are still to be saved
	saveFolders map[string]bool // folders that simulations save to once their frames are whole
	film        int             // pictures of the film so far; −1: none is made
	bare        bool            // nothing is to lie over the picture
	rough       bool            // a picture without a window

	mouse   Mouse
	hand    gesture
	dirty   bool
	refined bool
	began   time.Time // to draw the last picture
	drawn   time.Time
	pace    float64 // seconds from picture to picture, lately
	drawnAt time.Time
	cost    time.Duration // of the last quick picture
	count   int64         // pictures so far
	ticks   int64
	answer  Answer

	mu    sync.Mutex
	said  []message
	clock float64 // time of messages [s]
}

// lives draw a pane: each its own, since what does not change of a scene is kept on the device.
type lives struct{ quick, fine *render.Live }

type message struct {
	text  string
	until float64 // [s]
}

// New makes a stage of w × h pixels, scale to each unit of the layout, and begins to open what it is to show.
func NewStage(ctx *opengl.Context, opt StageOptions, w, h int, scale float64) (*Stage, error) {
	if n := len(opt.Targets); n < 1 || n > 2 {
		return nil, fmt.Errorf("%d things to show: expected one or two", n)
	}
	st := &Stage{opt: opt, ctx: ctx, preset: opt.Preset, radius: .04, speed: 1, film: -1, dirty: true,
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

// quickQuality is that of moving pictures.
func quickQuality(software bool) render.LiveQuality {
	if software {
		return render.LiveQuality{ByVertex: true}
	}
	return render.LiveQuality{Samples: 4}
}

// Resize follows the window, and the scale of the monitor that it is on. Where the window is small panels are somewhat
// smaller, too, unless the scale is to be kept.
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

// roomy is the size of a window that has room for all panels, in units of the layout, and leastScale how small they are
// made at most where there is less.
var roomy = [2]float64{600, 570}

const leastScale = .72

// Ready reports whether all is open, and the errors of what could not be.
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

// Say shows a message for some seconds. It may be called from anywhere.
func (st *Stage) Say(text string) {
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

// messages are those that are still to be seen; gone: one has just gone.
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

// under is the pane under a point of the window, and the point in it.
func (st *Stage) under(x, y float64) (p *pane, px, py float64) {
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
	if !st.begun && !st.opt.Offscreen && !slices.ContainsFunc(st.panes, (*pane).opens) {
		st.begun = true // together
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

// Follow takes what is new of the simulations, as Tick does: for within a step on the thread that draws.
func (st *Stage) Follow() {
	for _, p := range st.panes {
		if p.runner != nil && p.follow(st) {
			st.dirty = true
		}
	}
}

// Draw draws into the canvas if something has changed, and reports whether it did. Where all stands still it draws once
// more, finer.
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

// Seen tells that the last picture is in the window.
func (st *Stage) Seen() {
	for _, p := range st.panes {
		st.answer.See(p.at.Asked, st.began, time.Now(), p.at.Steps)
	}
}

// Redraw has the next Draw draw.
func (st *Stage) Redraw() { st.dirty = true }

// Rest is how long to rest before the next picture: software OpenGL takes no more than about half of a core, so that
// the simulation goes on beside it, and where there is time for less than 60 pictures a second the mouse still moves.
// Where the cloth has answered it need not rest so long, see Answers: not at all where pictures have been drawn for
// less than three fifths of the time lately. And where it is to answer a picture without the answer, which the answer
// would have to wait for, does not come sooner than after 1/30 s.
func (st *Stage) Rest() (usual, answering time.Duration) {
	usual = time.Second / 60
	if !st.ctx.Device().Software {
		return usual, 0
	}
	usual, answering = min(max(usual, 2*st.cost), time.Second/30), min(3*st.cost/2, usual)
	if st.pace > st.cost.Seconds()/.6 {
		answering = 0
	}
	if st.owes() {
		usual = time.Second / 30
	}
	return usual, answering
}

// owes reports whether something was done that the cloth has still to answer.
func (st *Stage) owes() bool {
	return slices.ContainsFunc(st.panes, func(p *pane) bool { return p.runner != nil && p.runner.Owes() })
}

// Answers reports whether the cloth has answered what was done, in what is still to be drawn.
func (st *Stage) Answers() bool {
	for _, p := range st.panes {
		if p.runner != nil && p.runner.Answered() != p.at.Asked {
			return true
		}
	}
	return false
}

// Show copies the canvas to a framebuffer of the same size. It is for the context's thread.
func (st *Stage) Show(fbo uint32) {
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, st.canvas.fbo)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, fbo)
	w, h := int32(st.canvas.w), int32(st.canvas.h)
	gl.BlitFramebuffer(0, 0, w, h, 0, 0, w, h, gl.COLOR_BUFFER_BIT, gl.NEAREST)
}

// Close ends all.
func (st *Stage) Close() error { return errors.Join(st.CloseShown(), st.Free()) }

// CloseShown ends what is shown; recordings end. It need not be called on the thread of the context, but that thread
// must serve it meanwhile.
func (st *Stage) CloseShown() error {
	var err error
	for _, p := range st.panes {
		err = errors.Join(err, p.close(st))
	}
	return err
}

// Free frees what is on the device.
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

// project is where a point of a pane appears in the window; ok: before the eye.
func (st *Stage) project(k int, p r3.Vec) (x, y float32, ok bool) {
	w := st.paneWidth()
	px, py, depth := st.Orbit.Camera().Project(p, w, st.h)
	return float32(px) + float32(k*w), float32(py), depth > 0
}
