//go:build viewer

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"

	"hysteron/formats"
	"hysteron/gpu/opengl"
	"hysteron/view"
)

func init() { runtime.LockOSThread() } // GLFW needs the first thread

// begin starts GLFW. Without an X server its Init prints why, and returns nothing: what comes next panics then.
func begin() (err error) {
	if err := glfw.Init(); err != nil {
		return err
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	glfw.DefaultWindowHints()
	return nil
}

// window shows the stage in a window until it is closed.
func (o *options) window(ctx context.Context, stdout, stderr io.Writer) (err error) {
	if err := begin(); err != nil {
		return fmt.Errorf("no window can be opened: %w; --script, --frames and --replay need none", err)
	}
	defer glfw.Terminate()
	hint := func(h glfw.Hint, v int) { glfw.WindowHint(h, v) }
	hint(glfw.ContextCreationAPI, glfw.EGLContextAPI) // as the entries of OpenGL are found
	hint(glfw.ContextVersionMajor, 4)
	hint(glfw.ContextVersionMinor, 3)
	hint(glfw.OpenGLProfile, glfw.OpenGLCoreProfile)
	hint(glfw.ContextRobustness, glfw.LoseContextOnReset)
	hint(glfw.DepthBits, 0)
	hint(glfw.StencilBits, 0)
	hint(glfw.ScaleToMonitor, glfw.True)
	title := "Hysteron: " + o.Target
	w, err := glfw.CreateWindow(o.Width, o.Height, title, nil, nil)
	if err != nil { // a driver that does not report resets
		hint(glfw.ContextRobustness, glfw.NoRobustness)
		if w, err = glfw.CreateWindow(o.Width, o.Height, title, nil, nil); err != nil {
			return fmt.Errorf("no window with OpenGL 4.3 can be opened: %w", err)
		}
	}
	defer w.Destroy()
	w.MakeContextCurrent()
	c, err := opengl.Adopt(opengl.Options{ResetStatus: resetStatus})
	if err != nil {
		return err
	}
	defer c.Close()
	glfw.SwapInterval(map[bool]int{true: 0, false: 1}[c.Device().Software])

	s := o.stage()
	if err := choose(&s, c); err != nil {
		return err
	}
	v := &viewer{o: o, w: w, c: c, errs: stderr}
	v.monitor, _ = w.GetContentScale()
	s.Breathe = v.breathe
	width, height := w.GetFramebufferSize()
	if v.st, err = view.NewStage(c, s, width, height, v.scale()); err != nil {
		return err
	}
	if o.Report != "" {
		if err := v.st.MayWrite(view.OwnReport, o.Report); err != nil {
			return errors.Join(err, v.st.Close())
		}
	}
	v.listen()
	defer func() { err = errors.Join(err, v.close()) }()
	for last, ready := time.Now(), false; !w.ShouldClose() && !v.st.Quit; {
		if ctx.Err() != nil {
			break
		}
		began := time.Now()
		glfw.PollEvents()
		v.st.Tick(began.Sub(last).Seconds())
		last = began
		if err := v.draw(); err != nil {
			return v.lost(err)
		}
		if !ready && v.st.State().Ready {
			ready = true
			fmt.Fprintln(stdout, "ready")
			if whenReady != nil {
				whenReady(v)
			}
		}
		if err := v.report(); err != nil {
			return err
		}
		if err := c.Check(); err != nil {
			return v.lost(err)
		}
		v.rest(began)
	}
	_, err = v.st.Ready() // the error of a scene that could not be opened
	return err
}

// rest serves OpenGL calls of other goroutines and window events until the next picture is due. began is the time when
// the last one was started.
func (v *viewer) rest(began time.Time) {
	for {
		usual, answering := v.st.Rest()
		now := time.Since(began)
		if now >= usual || now >= answering && v.st.Answers() {
			return
		}
		if !v.c.Serve(min(usual-now, handEvery)) {
			glfw.PollEvents()
		}
	}
}

// handEvery is the longest time between polls of window events.
const handEvery = 3 * time.Millisecond

// viewer is the window and its stage.
type viewer struct {
	o       *options
	w       *glfw.Window
	c       *opengl.Context
	st      *view.Stage
	errs    io.Writer
	monitor float32 // content scale of the monitor that the window is on
	told    time.Time
	drawing bool
	rescued bool // the device is lost; caches and recordings are saved
}

// Hooks for tests: a reset of the device, and a move of the window to another monitor.
var (
	resetStatus func() uint32
	whenReady   func(*viewer)
)

// scale returns the number of pixels in a unit of the layout: that of --scale, or of the window's monitor.
func (v *viewer) scale() float64 {
	if v.o.Scale > 0 {
		return v.o.Scale
	}
	return max(.5, min(float64(v.monitor), 8))
}

// listen passes window events to the stage.
func (v *viewer) listen() {
	resize := func() {
		w, h := v.w.GetFramebufferSize()
		if w > 0 && h > 0 { // 0: it is an icon
			if err := v.st.Resize(w, h, v.scale()); err != nil {
				v.st.Say(err.Error())
			}
		}
	}
	v.w.SetFramebufferSizeCallback(func(*glfw.Window, int, int) { resize() })
	v.w.SetContentScaleCallback(func(_ *glfw.Window, x, _ float32) {
		v.monitor = x
		resize()
	})
	v.w.SetCursorPosCallback(func(_ *glfw.Window, x, y float64) {
		// Positions are in units of the screen, the stage counts pixels.
		w, h := v.w.GetSize()
		pw, ph := v.w.GetFramebufferSize()
		if w > 0 && h > 0 {
			v.st.Move(x*float64(pw)/float64(w), y*float64(ph)/float64(h))
		}
	})
	v.w.SetMouseButtonCallback(func(_ *glfw.Window, b glfw.MouseButton, a glfw.Action, m glfw.ModifierKey) {
		which, ok := map[glfw.MouseButton]view.Button{glfw.MouseButtonLeft: view.LeftButton,
			glfw.MouseButtonRight: view.RightButton, glfw.MouseButtonMiddle: view.MiddleButton}[b]
		if ok && a != glfw.Repeat {
			v.st.Press(which, a == glfw.Press, mods(m))
		}
	})
	v.w.SetScrollCallback(func(_ *glfw.Window, _, y float64) { v.st.Scroll(y, v.held()) })
	v.w.SetKeyCallback(func(_ *glfw.Window, k glfw.Key, code int, a glfw.Action, m glfw.ModifierKey) {
		if a == glfw.Release || a == glfw.Repeat && k != glfw.KeyRight && k != glfw.KeyLeft {
			return
		}
		if name, ok := keyNames[k]; ok {
			v.st.Key(name, mods(m))
		} else if name := glfw.GetKeyName(k, code); name != "" {
			v.st.Key(name, mods(m))
		}
	})
	v.w.SetRefreshCallback(func(*glfw.Window) { v.st.Redraw() })
}

// keyNames are the names of keys without a letter. Other keys are named by their letter on the user's keyboard.
var keyNames = map[glfw.Key]string{
	glfw.KeySpace: "space", glfw.KeyRight: "right", glfw.KeyLeft: "left", glfw.KeyHome: "home", glfw.KeyEnd: "end",
	glfw.KeyTab: "tab", glfw.KeyEscape: "escape",
	glfw.KeyKP1: "1", glfw.KeyKP3: "3", glfw.KeyKP7: "7", glfw.KeyKPDecimal: "f",
	glfw.Key1: "1", glfw.Key3: "3", glfw.Key7: "7", // with Shift and on any keyboard
}

func mods(m glfw.ModifierKey) view.Mods {
	return view.Mods{Shift: m&glfw.ModShift != 0, Control: m&glfw.ModControl != 0, Alt: m&glfw.ModAlt != 0}
}

// held returns the pressed modifier keys.
func (v *viewer) held() view.Mods {
	down := func(keys ...glfw.Key) bool {
		for _, k := range keys {
			if v.w.GetKey(k) == glfw.Press {
				return true
			}
		}
		return false
	}
	return view.Mods{
		Shift: down(glfw.KeyLeftShift, glfw.KeyRightShift), Control: down(glfw.KeyLeftControl, glfw.KeyRightControl),
		Alt: down(glfw.KeyLeftAlt, glfw.KeyRightAlt),
	}
}

// draw shows a new picture if something has changed.
func (v *viewer) draw() error {
	drew, err := v.st.Draw()
	if err != nil || !drew {
		return err
	}
	v.st.Show(0)
	v.w.SwapBuffers()
	v.st.Seen()
	return nil
}

// breathe processes window events during a long step on the GPU.
func (v *viewer) breathe() {
	if v.drawing {
		return
	}
	v.drawing = true
	defer func() { v.drawing = false }()
	glfw.PollEvents()
	v.st.Follow()
	if err := v.draw(); err != nil {
		v.st.Say(err.Error())
	}
}

// report writes the state of the viewer to the file of --report, at most every 20 ms.
func (v *viewer) report() error {
	if v.o.Report == "" || time.Since(v.told) < 20*time.Millisecond {
		return nil
	}
	v.told = time.Now()
	return formats.WriteFileAtomic(v.o.Report, func(w io.Writer) error { return json.NewEncoder(w).Encode(v.st.State()) })
}

// lost prepares the rescue of caches and recordings if the error is that the device is lost. Other errors are returned
// unchanged.
func (v *viewer) lost(err error) error {
	if !errors.Is(err, opengl.ErrLost) {
		return err
	}
	v.rescued = true
	v.st.Rescue()
	return fmt.Errorf("%w; what was recorded is kept", err)
}

// close closes the stage and serves its remaining OpenGL calls meanwhile.
func (v *viewer) close() error {
	for end := time.Now().Add(10 * time.Second); v.st.Pending() && !v.rescued && time.Now().Before(end); {
		v.st.Tick(0)
		v.c.Serve(5 * time.Millisecond)
	}
	done := make(chan error, 1)
	go func() { done <- v.st.CloseShown() }()
	for {
		select {
		case err := <-done:
			if v.rescued {
				for _, text := range v.st.State().Said {
					fmt.Fprintln(v.errs, text)
				}
				v.st.Free() // fails if the context is lost
				return err
			}
			return errors.Join(err, v.st.Free())
		default:
			v.c.Serve(5 * time.Millisecond)
		}
	}
}
