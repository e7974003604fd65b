//go:build viewer

package main

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"hysteron/view"
)

// standIns has happen in the program what a test cannot do to it: the device is reset once a file is there, and once
// all is ready the monitor tells another scale, as where a window is moved to another one.
func standIns() {
	if file := os.Getenv("HYSTERON_VIEW_RESET"); file != "" {
		resetStatus = func() uint32 {
			if _, err := os.Stat(file); err == nil {
				return 0x8254 // GL_INNOCENT_CONTEXT_RESET
			}
			return 0
		}
	}
	if scale, err := strconv.ParseFloat(os.Getenv("HYSTERON_VIEW_SCALE"), 32); err == nil {
		whenReady = func(v *viewer) {
			moved := v.w.SetContentScaleCallback(nil)
			v.w.SetContentScaleCallback(moved)
			moved(v.w, float32(scale), float32(scale))
		}
	}
}

// server talks to an X server.
type server struct {
	t *testing.T
	*xgb.Conn
	root xproto.Window
}

func connect(t *testing.T, display string) server {
	t.Helper()
	c, err := xgb.NewConnDisplay(display)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return server{t, c, xproto.Setup(c).DefaultScreen(c).Root}
}

func (s server) atom(name string) xproto.Atom {
	s.t.Helper()
	a, err := xproto.InternAtom(s.Conn, false, uint16(len(name)), name).Reply()
	if err != nil {
		s.t.Fatal(err)
	}
	return a.Atom
}

// dpi sets the resolution of the screens that programs that start from now on are told, as desktops do.
func (s server) dpi(v int) {
	s.t.Helper()
	data := fmt.Appendf(nil, "Xft.dpi:\t%d\n", v)
	if err := xproto.ChangePropertyChecked(s.Conn, xproto.PropModeReplace, s.root, xproto.AtomResourceManager,
		xproto.AtomString, 8, uint32(len(data)), data).Check(); err != nil {
		s.t.Fatal(err)
	}
}

// closeButton does to a window what the button in its frame does.
func (s server) closeButton(window string) {
	s.t.Helper()
	id, err := strconv.ParseUint(window, 10, 32)
	if err != nil {
		s.t.Fatal(err)
	}
	e := xproto.ClientMessageEvent{Format: 32, Window: xproto.Window(id), Type: s.atom("WM_PROTOCOLS"),
		Data: xproto.ClientMessageDataUnionData32New([]uint32{uint32(s.atom("WM_DELETE_WINDOW")), 0, 0, 0, 0})}
	if err := xproto.SendEventChecked(s.Conn, false, e.Window, 0, string(e.Bytes())).Check(); err != nil {
		s.t.Fatal(err)
	}
}

// until waits for a state.
func (r *robot) until(what string, ok func(view.StageState) bool) (s view.StageState) {
	r.t.Helper()
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(30 * time.Millisecond) {
		var err error
		if s, err = r.State(); err == nil && ok(s) {
			return s
		}
	}
	r.t.Fatalf("after a minute it is not %s: %s", what, r.errs)
	return s
}

var curtain = []string{"testdata/curtain.toml", "--backend", "cpu", "--width", "500", "--height", "400", "--watch",
	"25"}

// TestCloseWindow: the button of the window's frame ends the program well, in the middle of a drag and a film too; the
// recording is whole, and what C asked for is saved with the frame that was under way.
func TestCloseWindow(t *testing.T) {
	dir := t.TempDir()
	on := display(t)
	x := connect(t, on)
	record := filepath.Join(dir, "window.jsonl")
	r := start(t, on, dir, append(curtain, "--record", record)...)
	r.until("under way", func(s view.StageState) bool { return s.Steps > 20 })
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	s, err := r.State()
	must(err)
	must(r.Key("v", view.Mods{}))
	must(r.Move(s.Watched[0].Pixel[0], s.Watched[0].Pixel[1]))
	must(r.Press(view.LeftButton, true, view.Mods{}))
	r.until("held", func(s view.StageState) bool { return s.Held })
	must(r.Move(r.x+30, r.y-30))
	must(r.Key("c", view.Mods{}))
	x.closeButton(r.window)
	r.leave()
	out, errs, status := command(t, "--replay", record)
	if status != 0 || !strings.Contains(out, `"same":true`) {
		t.Errorf("replay: exit status %d, %s%s", status, out, errs)
	}
	for _, want := range []string{"film/00001.png", "run-0001/input.json", "run-0001/cache/curtain.pc2",
		"run-0001/checkpoints/*"} {
		if found, _ := filepath.Glob(filepath.Join(dir, want)); len(found) == 0 {
			t.Errorf("no %s", want)
		}
	}
}

// TestScaleWindow: panels follow the scale of the screen at the start, and that of the monitor that the window is moved
// to.
func TestScaleWindow(t *testing.T) {
	on := display(t)
	connect(t, on).dpi(144)
	t.Setenv("HYSTERON_VIEW_SCALE", "2.5")
	r := launch(t, on, t.TempDir(), append(curtain, "--paused")...)
	// in a window of 500 × 400 units panels are as small as they get
	high := func(scale float64) func(view.StageState) bool {
		return func(s view.StageState) bool { return s.Controls["speed-next"].W == float32(math.Round(20*.72*scale)) }
	}
	s := r.until("as the screen tells at the start", func(s view.StageState) bool { return s.Ready || high(1.5)(s) })
	if s.Width != 750 || s.Height != 600 {
		t.Errorf("a window of 500 × 400 units has %d × %d pixels on a screen of 144 dots per inch: expected 750 × 600",
			s.Width, s.Height)
	}
	r.until("as the other monitor tells", high(2.5))
	r.cmd.Process.Signal(os.Interrupt)
	r.leave()
}

// TestLostWindow: where the device is reset the program says so, saves caches and a checkpoint, ends the recording, and
// fails.
func TestLostWindow(t *testing.T) {
	dir := t.TempDir()
	on := display(t)
	reset, record := filepath.Join(dir, "reset"), filepath.Join(dir, "window.jsonl")
	t.Setenv("HYSTERON_VIEW_RESET", reset)
	r := start(t, on, dir, append(curtain, "--record", record)...)
	r.until("under way", func(s view.StageState) bool { return s.Steps > 10 })
	if err := os.WriteFile(reset, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- r.cmd.Wait() }()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("it does not end")
	}
	text := r.errs.String()
	if code := r.cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(text, "GL_INNOCENT_CONTEXT_RESET") ||
		!strings.Contains(text, "saved ") || !strings.Contains(text, "is kept") {
		t.Errorf("exit status %d: %s", code, text)
	}
	out, errs, status := command(t, "--replay", record)
	if status != 0 || !strings.Contains(out, `"same":true`) {
		t.Errorf("replay: exit status %d, %s%s", status, out, errs)
	}
	if found, _ := filepath.Glob(filepath.Join(dir, "run-0001/checkpoints/*")); len(found) == 0 {
		t.Error("no checkpoint")
	}
}

// TestNoServerWindow: without an X server the viewer says so in a line.
func TestNoServerWindow(t *testing.T) {
	for _, display := range []string{"", ":9999"} {
		c := exec.Command(os.Args[0], "hanging-sheet")
		c.Env = append(os.Environ(), "HYSTERON_VIEW_MAIN=1", "DISPLAY="+display)
		out, err := c.CombinedOutput()
		if err == nil || c.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), "no window can be opened") ||
			strings.Contains(string(out), "goroutine") {
			t.Errorf("DISPLAY=%q: %v, %s", display, err, out)
		}
	}
}
