//go:build viewer

package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"hysteron/view"
)

// TestMain is the program itself where a test starts it.
func TestMain(m *testing.M) {
	if os.Getenv("HYSTERON_VIEW_MAIN") != "" {
		standIns()
		main()
		return
	}
	os.Exit(m.Run())
}

// display starts an X server without a screen of its own.
func display(t *testing.T) (name string) {
	t.Helper()
	for _, tool := range []string{"Xvfb", "xdotool"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Fatalf("no %s: expected it, make test-viewer installs it", tool)
		}
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	x := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1280x900x24", "-nolisten", "tcp")
	x.ExtraFiles = []*os.File{w}
	if err := x.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	t.Cleanup(func() {
		x.Process.Kill()
		x.Wait()
	})
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb: %v", err)
	}
	return ":" + strings.TrimSpace(line)
}

// robot does what a script says to a window.
type robot struct {
	t       *testing.T
	display string
	window  string
	report  string // where the program tells its state
	dir     string
	cmd     *exec.Cmd
	errs    *strings.Builder
	ready   chan string // what the program says first
	x, y    float64
}

var _ view.Actor = (*robot)(nil)

// start starts the program and waits until it is ready: what is sent before the window is there is lost.
func start(t *testing.T, display, dir string, args ...string) *robot {
	t.Helper()
	r := launch(t, display, dir, args...)
	select {
	case line := <-r.ready:
		if line != "ready\n" {
			r.cmd.Wait()
			t.Fatalf("the program says %q, %s", line, r.errs)
		}
	case <-time.After(2 * time.Minute):
		t.Fatalf("not ready after two minutes: %s", r.errs)
	}
	r.find()
	return r
}

// find finds the window, which then has the keyboard.
func (r *robot) find() {
	r.t.Helper()
	id, err := r.do("search", "--onlyvisible", "--name", "Hysteron")
	if err != nil {
		r.t.Fatal(err)
	}
	r.window = strings.Fields(id)[0]
	if _, err := r.do("windowfocus", r.window); err != nil {
		r.t.Log(err)
	}
}

// launch starts the program.
func launch(t *testing.T, display, dir string, args ...string) *robot {
	t.Helper()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	r := &robot{t: t, display: display, dir: dir, report: filepath.Join(dir, "report.json"), errs: &strings.Builder{}}
	r.cmd = exec.Command(os.Args[0], append(args, "--report", r.report, "-o", dir)...)
	r.cmd.Env = append(os.Environ(), "HYSTERON_VIEW_MAIN=1", "DISPLAY="+display)
	r.cmd.Stderr = r.errs
	out, err := r.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := r.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.cmd.Process.Kill() })
	r.ready = make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(out).ReadString('\n')
		r.ready <- line
		io.Copy(io.Discard, out)
	}()
	return r
}

func (r *robot) do(args ...string) (string, error) {
	c := exec.Command("xdotool", args...)
	c.Env = append(os.Environ(), "DISPLAY="+r.display)
	out, err := c.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("xdotool %s: %w: %s", strings.Join(args, " "), err, out)
	}
	return string(out), err
}

// settle waits until the window has seen what was sent, and where nothing plays has done it.
func (r *robot) settle() {
	from, err := r.State()
	time.Sleep(120 * time.Millisecond)
	for began := time.Now(); err == nil && time.Since(began) < 10*time.Second; time.Sleep(20 * time.Millisecond) {
		s, err := r.State()
		if err != nil || s.Ticks >= from.Ticks+3 && (s.Playing || !s.Busy) {
			return
		}
	}
}

func (r *robot) Move(x, y float64) error {
	// On a straight way, in steps, as a hand goes.
	const steps = 4
	for i := 1; i <= steps; i++ {
		px, py := r.x+(x-r.x)*float64(i)/steps, r.y+(y-r.y)*float64(i)/steps
		if _, err := r.do("mousemove", "--window", r.window, strconv.Itoa(int(px)), strconv.Itoa(int(py))); err != nil {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
	r.x, r.y = x, y
	r.settle()
	return nil
}

// with holds modifier keys down.
func (r *robot) with(m view.Mods, f func() error) error {
	keys := map[string]bool{"shift": m.Shift, "ctrl": m.Control, "alt": m.Alt}
	for k, on := range keys {
		if on {
			if _, err := r.do("keydown", k); err != nil {
				return err
			}
			defer r.do("keyup", k)
		}
	}
	return f()
}

func (r *robot) Press(b view.Button, down bool, m view.Mods) error {
	verb := map[bool]string{true: "mousedown", false: "mouseup"}[down]
	number := map[view.Button]string{view.LeftButton: "1", view.MiddleButton: "2", view.RightButton: "3"}[b]
	defer r.settle()
	return r.with(m, func() error { _, err := r.do(verb, number); return err })
}

func (r *robot) Scroll(clicks float64, m view.Mods) error {
	button := map[bool]string{true: "4", false: "5"}[clicks > 0]
	defer r.settle()
	return r.with(m, func() error {
		for range int(max(clicks, -clicks)) {
			if _, err := r.do("click", button); err != nil {
				return err
			}
		}
		return nil
	})
}

func (r *robot) Key(name string, m view.Mods) error {
	if k, ok := map[string]string{"escape": "Escape", "left": "Left", "right": "Right", "home": "Home", "end": "End",
		"tab": "Tab", ".": "period"}[name]; ok {
		name = k
	}
	defer r.settle()
	return r.with(m, func() error { _, err := r.do("key", name); return err })
}

// Wait waits until so much simulated time has passed, or real time where nothing plays.
func (r *robot) Wait(pictures int) error {
	const stepsPerPicture = 4
	s, err := r.State()
	if err != nil {
		return err
	}
	from := s.Steps
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if s, err = r.State(); err != nil {
			return err
		}
		if s.Playing && s.Steps >= from+int64(stepsPerPicture*pictures) || !s.Playing &&
			time.Since(began) > time.Duration(pictures)*time.Second/30 {
			break
		}
		if time.Since(began) > 2*time.Minute {
			return fmt.Errorf("%d steps in two minutes: expected %d", s.Steps-from, stepsPerPicture*pictures)
		}
	}
	r.settle()
	return nil
}

func (r *robot) State() (s view.StageState, err error) {
	for range 200 { // until it is there
		var data []byte
		if data, err = os.ReadFile(r.report); err == nil {
			return s, json.Unmarshal(data, &s)
		}
		time.Sleep(20 * time.Millisecond)
	}
	return s, err
}

// Shot has the program save a picture of what it shows, by its key.
func (r *robot) Shot(file string) error {
	before, _ := filepath.Glob(filepath.Join(r.dir, "view-*.png"))
	if err := r.Key("s", view.Mods{}); err != nil {
		return err
	}
	for range 500 {
		now, _ := filepath.Glob(filepath.Join(r.dir, "view-*.png"))
		if len(now) > len(before) {
			r.settle()
			return os.Rename(now[len(now)-1], filepath.Join(r.dir, file))
		}
		time.Sleep(20 * time.Millisecond)
	}
	return errors.New("S saves no picture")
}

func (r *robot) Tell(file string) error {
	r.settle()
	data, err := os.ReadFile(r.report)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.dir, file), data, 0o666)
}

// leave waits for the end of the program, which must be a good one.
func (r *robot) leave() {
	r.t.Helper()
	done := make(chan error, 1)
	go func() { done <- r.cmd.Wait() }()
	select {
	case err := <-done:
		if err != nil {
			r.t.Errorf("the program ends with %v: %s", err, r.errs)
		}
	case <-time.After(time.Minute):
		r.t.Errorf("the program does not end: %s", r.errs)
	}
}

// TestTouchWindow: in a real window the same script does the same; what was recorded replays to the same bits; Escape
// leaves.
func TestTouchWindow(t *testing.T) { byRobot(t, "touch", touched, checkTouch) }

// TestKeysWindow: the same of the other keys, sliders and habits.
func TestKeysWindow(t *testing.T) { byRobot(t, "keys", keyed, checkKeys) }

// TestRestWindow: the same of time that passes.
func TestRestWindow(t *testing.T) { byRobot(t, "rest", droops, checkRest) }

// TestBesideWindow: the same of two simulations beside each other.
func TestBesideWindow(t *testing.T) { byRobot(t, "beside", besides, checkBeside) }

// byRobot has a robot do a script in a window, looks at what it left, and replays the recording.
func byRobot(t *testing.T, name string, watch []string, check func(*testing.T, string)) {
	t.Helper()
	byRobotOn(t, "cpu", name, watch, check)
}

func byRobotOn(t *testing.T, backend, name string, watch []string, check func(*testing.T, string)) {
	t.Helper()
	dir := t.TempDir()
	if keep := os.Getenv("HYSTERON_PICTURES"); keep != "" {
		dir = filepath.Join(keep, name)
	}
	data, err := os.ReadFile(filepath.Join("testdata", name+".script"))
	if err != nil {
		t.Fatal(err)
	}
	script, err := view.ParseScript(name+".script", data)
	if err != nil {
		t.Fatal(err)
	}
	record := filepath.Join(dir, "window.jsonl")
	r := start(t, display(t), dir, append([]string{sceneOf(name), "--backend", backend, "--width", "800", "--height",
		"600", "--record", record}, watch...)...)
	if err := view.PlayScript(script, r); err != nil {
		t.Fatal(err)
	}
	s, _ := r.State()
	t.Logf("%.1f pictures a second, lately", s.Pictures)
	if err := r.Key("escape", view.Mods{}); err != nil {
		t.Fatal(err)
	}
	r.leave()
	check(t, dir)
	out, errs, status := command(t, "--replay", record)
	if status != 0 || !strings.Contains(out, `"same":true`) {
		t.Errorf("replay of what was recorded in the window: exit status %d, %s%s", status, out, errs)
	}
}

// TestDressingWindow: while garments are put on they are seen in the window, and Escape leaves at once.
func TestDressingWindow(t *testing.T) {
	dir := t.TempDir()
	if keep := os.Getenv("HYSTERON_PICTURES"); keep != "" {
		dir = filepath.Join(keep, "dressing")
	}
	r := launch(t, display(t), dir, "tee-trousers-knee-lift", "--backend", "cpu", "--width", "600", "--height", "500")
	var s view.StageState
	for began := time.Now(); s.Drawn < 5 || !s.Dressing; time.Sleep(50 * time.Millisecond) {
		var err error
		if s, err = r.State(); err != nil || time.Since(began) > 2*time.Minute {
			t.Fatalf("no cloth is seen after %v (%v): %s", time.Since(began), err, r.errs)
		}
	}
	if s.Ready {
		t.Error("it is ready before it is dressed")
	}
	r.find()
	if err := r.Shot("dressing.png"); err != nil {
		t.Fatal(err)
	}
	checkPicture(t, filepath.Join(dir, "dressing.png"))
	if s, _ = r.State(); s.Ready {
		t.Error("it was dressed before the picture was made: expected a scene that takes longer")
	}
	if err := r.Key("escape", view.Mods{}); err != nil {
		t.Fatal(err)
	}
	r.leave()
}

// TestWindow: it follows its size and the scale of the monitor, and shows a scene with an error; a signal ends it.
func TestWindow(t *testing.T) {
	dir := t.TempDir()
	on := display(t)
	r := start(t, on, filepath.Join(dir, "a"), append([]string{"testdata/curtain.toml", "--backend", "cpu", "--width",
		"500", "--height", "400", "--scale", "2"}, touched...)...)
	s, err := r.State()
	if err != nil {
		t.Fatal(err)
	}
	if w := s.Controls["speed-next"].W; w != 40 {
		t.Errorf("at twice the scale the button is %g pixels wide: expected 40", w)
	}
	if _, err := r.do("windowsize", "--sync", r.window, "1100", "700"); err != nil {
		t.Fatal(err)
	}
	for range 100 {
		if s, _ = r.State(); s.Width == 1100 {
			break
		}
		time.Sleep(30 * time.Millisecond)
	}
	if s.Width != 1100 || s.Height != 700 {
		t.Errorf("made 1100 × 700 it counts %d × %d pixels", s.Width, s.Height)
	}
	if err := r.Move(550, 350); err != nil { // between the panels
		t.Fatal(err)
	}
	if err := r.Scroll(3, view.Mods{}); err != nil {
		t.Fatal(err)
	}
	if after, _ := r.State(); after.Distance >= s.Distance {
		t.Errorf("the wheel leads from %g m to %g m", s.Distance, after.Distance)
	}
	r.cmd.Process.Signal(os.Interrupt)
	r.leave()

	bad := filepath.Join(dir, "bad.toml")
	if err := os.WriteFile(bad, []byte("[[sheet]]\nsize = 3\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "b")
	os.MkdirAll(out, 0o777)
	c := exec.Command(os.Args[0], bad, "--report", filepath.Join(out, "report.json"), "-o", out, "--width", "600",
		"--height", "400")
	c.Env = append(os.Environ(), "HYSTERON_VIEW_MAIN=1", "DISPLAY="+on)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	b := &robot{t: t, display: on, dir: out, report: filepath.Join(out, "report.json"), cmd: c, errs: &strings.Builder{}}
	for range 300 {
		if s, err = b.State(); err == nil && s.Error != "" {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if !strings.Contains(s.Error, "bad.toml:2") {
		t.Errorf("a scene with an error: the window says %q", s.Error)
	}
	c.Process.Signal(os.Interrupt)
	done := make(chan error, 1)
	go func() { done <- c.Wait() }()
	select {
	case <-done:
		if code := c.ProcessState.ExitCode(); code != 2 {
			t.Errorf("a scene with an error ends with status %d: expected 2", code)
		}
	case <-time.After(time.Minute):
		c.Process.Kill()
		t.Error("a window with an error does not end")
	}
}
