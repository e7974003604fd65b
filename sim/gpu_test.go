//go:build cgo

package sim

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/gpu"
	"hysteron/gpu/opengl"
	"hysteron/output"
	"hysteron/param"
	"hysteron/scenes"
	"hysteron/step"
)

// twoSheets has a second piece, whose vertices lie behind those of the first in every buffer. It is near enough to the
// first that the device has one simulation, whose positions can be drawn.
var twoSheets = sheetScene + `
[[sheet]]
name = "patch"
size_m = [0.2, 0.15]
vertices = [7, 5]
fabric = "cotton"
centre_m = [0.05, 0.2335, 0.05]
colour = "#1f618d"
`

// TestPicturesFromTheDevice: pictures drawn from the GPU's own positions are those drawn from host
// positions on a context of their own, bit for bit, and need no host positions.
func TestPicturesFromTheDevice(t *testing.T) {
	needGL(t)
	setup := load(t, twoSheets)
	b, err := openBackend(t.Context(), opengl.Auto, "gpu", setup, cloth.NewState(setup.Model))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	shared, err := newPainter(t.Context(), setup, View{}, b.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer shared.close()
	own, err := newPainter(t.Context(), setup, View{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer own.close()
	if !shared.shared || shared.context != b.Context() || own.context == b.Context() {
		t.Fatal("the painters draw on the wrong contexts: the test would prove nothing")
	}
	x := make([]r3.Vec, len(setup.Model.X0))
	var before []byte
	for frame := range 2 {
		if err := b.Positions(x); err != nil {
			t.Fatal(err)
		}
		if frame == 0 {
			shared.frame(4, startPoints(setup, x))
			own.frame(4, startPoints(setup, x))
		}
		for _, mode := range []string{Shaded, Strain} {
			var host []r3.Vec
			if mode == Strain {
				host = x // for the colours
			}
			got, err := shared.draw(frame, host, b.PositionBuffer(), mode, nil)
			if err != nil {
				t.Fatal(err)
			}
			want, err := own.draw(frame, x, nil, mode, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got.Pix, want.Pix) {
				t.Errorf("frame %d, %s: the picture from the device's positions differs", frame, mode)
			}
			if mode == Shaded {
				if bytes.Equal(got.Pix, before) {
					t.Errorf("frame %d: the cloth does not move in the pictures", frame)
				}
				before = got.Pix
			}
		}
		for range 3 { // the step and the renderer take turns on the context
			if _, err := b.Step(setup.Scene.StepSeconds()); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestGPURunPictures: the pictures of a whole run on the GPU are those drawn afterwards from its caches,
// and drawing does not change the motion.
func TestGPURunPictures(t *testing.T) {
	needGL(t)
	dir, plain, again := t.TempDir(), t.TempDir(), t.TempDir()
	opt := Options{Dir: dir, Frames: 6, Backend: "gpu", CheckpointEvery: 3, Modes: []string{Shaded, Friction}}
	mustRun(t, load(t, sheetScene), opt)
	opt.Dir, opt.NoRender = plain, true
	mustRun(t, load(t, sheetScene), opt)
	sameRun(t, "with and without pictures", dir, plain)
	if _, err := Render(context.Background(), load(t, sheetScene), dir, RenderOptions{Out: again}); err != nil {
		t.Fatal(err)
	}
	for i := range opt.Frames {
		name := fmt.Sprintf("%04d.png", 5+i)
		if !bytes.Equal(read(t, dir, "frames", name), read(t, again, name)) {
			t.Errorf("%s differs from the one drawn from the cache", name)
		}
		read(t, dir, "frames-friction", name)
	}
}

// The GPU backend keeps state and contact candidates on the device: nothing of them may survive a
// checkpoint. How well it follows the reference is tested in package gpu.
func TestGPUBackend(t *testing.T) {
	needGL(t)
	reference, whole, parts := t.TempDir(), t.TempDir(), t.TempDir()
	opt := Options{NoRender: true, CheckpointEvery: 3, Frames: 8, Dir: reference, Backend: "cpu"}
	mustRun(t, load(t, sheetScene), opt)
	opt.Dir, opt.Backend = whole, "gpu"
	if info := mustRun(t, load(t, sheetScene), opt); info.Backend != "gpu" || info.Device == "" ||
		info.Newton.Median < 1 {
		t.Errorf("run.json %+v: expected the GPU's figures", info)
	}
	opt.Dir, opt.Resume, opt.Frames = parts, true, 5
	mustRun(t, load(t, sheetScene), opt)
	opt.Frames = 8
	mustRun(t, load(t, sheetScene), opt)
	sameRun(t, "resumed on the GPU", whole, parts)

	// Until the sheet touches the ball, 0.026 m below, after 0.073 s, in the third frame; then it
	// buckles, here one way, there another.
	if err := compareRuns(sheetScene, reference, whole, 2, 1e-3); err != nil {
		t.Error(err)
	}
}

// compareRuns reports the vertex whose distance between the first frames of two runs of a scene exceeds limit [m], and
// the folder with pictures of both frames, which is kept.
func compareRuns(text, dirA, dirB string, frames int, limit float64) error {
	s, err := scenes.Parse("test.toml", []byte(text), nil)
	if err != nil {
		return err
	}
	setup, err := s.Build()
	if err != nil {
		return err
	}
	a, errA := openCaches(dirA, setup)
	b, errB := openCaches(dirB, setup)
	if err := errors.Join(errA, errB); err != nil {
		return err
	}
	defer a.close()
	defer b.close()
	x, y := make([]r3.Vec, len(setup.Model.X0)), make([]r3.Vec, len(setup.Model.X0))
	for frame := range frames {
		if err := errors.Join(a.read(frame, x), b.read(frame, y)); err != nil {
			return err
		}
		for i := range x {
			d := r3.Norm(r3.Sub(x[i], y[i]))
			if d <= limit {
				continue
			}
			number := setup.Scene.StartFrame + frame
			apart := fmt.Errorf("frame %d: vertex %d is %.3g m apart: expected at most %.3g m", number, i, d, limit)
			pictures, err := os.MkdirTemp("", "hysteron-compare-")
			if err != nil {
				return fmt.Errorf("%w; no pictures: %w", apart, err)
			}
			opt := RenderOptions{Span: Span{new(number), new(number)}}
			for name, dir := range map[string]string{"a": dirA, "b": dirB} {
				opt.Out = filepath.Join(pictures, name)
				if _, err := Render(context.Background(), setup, dir, opt); err != nil {
					return fmt.Errorf("%w; no picture of run %s: %w", apart, name, err)
				}
			}
			return fmt.Errorf("%w; pictures: %s", apart, pictures)
		}
	}
	return nil
}

// TestCompareRunsLeavesPictures: a comparison that fails leaves a picture of either run.
func TestCompareRunsLeavesPictures(t *testing.T) {
	needGL(t)
	a, b := t.TempDir(), t.TempDir()
	opt := Options{NoRender: true, Frames: 4, Dir: a, Backend: "cpu"}
	mustRun(t, load(t, sheetScene), opt)
	opt.Dir = b
	mustRun(t, load(t, sheetScene, "gravity_m_s2=[0, 0, 0]"), opt)
	if err := compareRuns(sheetScene, a, a, 4, 1e-9); err != nil {
		t.Errorf("a run and itself: %v", err)
	}
	err := compareRuns(sheetScene, a, b, 4, 1e-3)
	if err == nil {
		t.Fatal("a falling sheet compares equal to a floating one")
	}
	_, dir, found := strings.Cut(err.Error(), "pictures: ")
	if !found || !strings.Contains(err.Error(), "frame 6") {
		t.Fatalf("%v: expected frame 6 and a folder", err)
	}
	defer os.RemoveAll(dir)
	if bytes.Equal(read(t, dir, "a", "0006.png"), read(t, dir, "b", "0006.png")) {
		t.Error("the pictures of different cloths are the same")
	}
}

// TestBrokenDriver: a driver that fails the self-test ends the run before anything is written, and not as
// wrong input.
func TestBrokenDriver(t *testing.T) {
	needGL(t)
	dir := filepath.Join(t.TempDir(), "out")
	open := func(_ string, setup *scenes.Setup, state *cloth.State) (*Engine, error) {
		return openGPU(t.Context(), opengl.Auto, setup, state, func(c *opengl.Context, _ step.Backend) error {
			return fmt.Errorf("%s: %w: step 1 moves vertex 3", c.Device(), gpu.ErrBroken)
		})
	}
	_, err := Run(context.Background(), load(t, sheetScene), Options{Dir: dir, Backend: "gpu", open: open})
	if !errors.Is(err, gpu.ErrBroken) || param.IsInputError(err) || !strings.Contains(err.Error(), "--backend cpu") {
		t.Errorf("error %v: expected ErrBroken with a way out, not as wrong input", err)
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 || files[0].Name() != output.LockName {
		t.Errorf("written: %v", files)
	}
}

// TestDoubts: what is to be known about a device is a note of the run.
func TestDoubts(t *testing.T) {
	needGL(t)
	var notes []string
	_, err := Run(context.Background(), load(t, sheetScene), Options{
		Dir: filepath.Join(t.TempDir(), "out"), Backend: "gpu", Frames: 2, NoRender: true,
		open: func(_ string, setup *scenes.Setup, state *cloth.State) (*Engine, error) {
			return openGPU(t.Context(), opengl.Auto, setup, state, func(c *opengl.Context, _ step.Backend) error {
				for range 2 {
					c.Doubt(errors.New("nothing can be kept"))
				}
				return nil
			})
		},
		Progress: func(p Progress) {
			if p.Stage == "note" {
				notes = append(notes, p.Note)
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(notes) != 1 || notes[0] != "nothing can be kept" {
		t.Errorf("notes %q", notes)
	}
}

// TestBrokenDriverOnAuto: with --backend auto a run continues on the CPU and reports why.
func TestBrokenDriverOnAuto(t *testing.T) {
	needGL(t)
	for _, backend := range []string{"", "auto"} {
		var notes []string
		open := func(name string, setup *scenes.Setup, state *cloth.State) (*Engine, error) {
			if name == "cpu" {
				return openBackend(t.Context(), opengl.Auto, name, setup, state)
			}
			return openGPU(t.Context(), opengl.Auto, setup, state, func(c *opengl.Context, _ step.Backend) error {
				return fmt.Errorf("%s: %w: step 1 moves vertex 3", c.Device(), gpu.ErrBroken)
			})
		}
		info, err := Run(context.Background(), load(t, sheetScene), Options{
			Dir: filepath.Join(t.TempDir(), "out"), Backend: backend, Frames: 2, NoRender: true, open: open,
			Progress: func(p Progress) {
				if p.Stage == "note" {
					notes = append(notes, p.Note)
				}
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		if info.Backend != "cpu" {
			t.Errorf("backend %q: the run was on %q, expected cpu", backend, info.Backend)
		}
		if len(notes) != 1 || !strings.Contains(notes[0], "CPU") || !strings.Contains(notes[0],
			"step 1 moves vertex 3") {
			t.Errorf("backend %q: notes %q, expected one that says why", backend, notes)
		}
	}
}

// TestNeedlesOnTheDevice: needles too narrow for a device are refused there as wrong input, before anything is written;
// with --backend auto the CPU takes them, and the run reports why; in shorter steps the device does.
func TestNeedlesOnTheDevice(t *testing.T) {
	needGL(t)
	dir := t.TempDir()
	obj := "v 0 0.1 0\nv 0.2 0.1 0\nv 0.1 0.1 0.00002\nv 0.1 0.1 -0.00002\nvt 0 0\nvt 0.2 0\nvt 0.1 -0.00002\nvt 0.1 " +
		"0.00002\nf 1/1 3/3 2/2\nf 1/1 2/2 4/4\n"
	if err := os.WriteFile(filepath.Join(dir, "m.obj"), []byte(obj), 0o644); err != nil {
		t.Fatal(err)
	}
	build := func(seconds float64) *scenes.Setup {
		path := filepath.Join(dir, "s.toml")
		text := fmt.Sprintf("step_s = %g\nframes = 2\n[ground]\n[[mesh]]\nname = \"strip\"\nfile = \"m.obj\"\nfabric = "+
			"\"cotton\"\n", seconds)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		s, err := scenes.Load(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		setup, err := s.Build()
		if err != nil {
			t.Fatal(err)
		}
		return setup
	}
	setup := build(1. / 240)
	_, err := Open("gpu", setup, nil)
	if err == nil || !param.IsInputError(err) {
		t.Fatalf("%v: expected wrong input", err)
	}
	for _, word := range []string{"strip", "triangle 0", "0.02 mm", "--backend cpu"} {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%v: expected %q", err, word)
		}
	}
	e, err := Open("auto", setup, nil)
	if err != nil {
		t.Fatal(err)
	}
	if e.On.Name() != "cpu" {
		t.Errorf("auto: on %s", e.On.Name())
	}
	e.Close()
	// As where there is hardware.
	var notes []string
	open := func(name string, setup *scenes.Setup, state *cloth.State) (*Engine, error) {
		if name == "auto" {
			name = "gpu"
		}
		return openBackend(t.Context(), opengl.Auto, name, setup, state)
	}
	out := t.TempDir()
	info, err := Run(context.Background(), build(1./240), Options{Dir: out, Backend: "auto", Frames: 2, NoRender: true,
		open: open, Progress: func(p Progress) {
			if p.Stage == "note" {
				notes = append(notes, p.Note)
			}
		}})
	if err != nil {
		t.Fatal(err)
	}
	if info.Backend != "cpu" || len(notes) != 1 || !strings.Contains(notes[0], "on the CPU") ||
		!strings.Contains(notes[0], "strip: triangle 0") || strings.Contains(notes[0], "\n") {
		t.Errorf("on %s, notes %q: expected the CPU, and one line that says why", info.Backend, notes)
	}
	if kept, err := ReadRunInfo(out); err != nil || !strings.Contains(kept.Instead, "strip: triangle 0") {
		t.Errorf("run.json: %q, %v: expected why it was the CPU", kept.Instead, err)
	}
	notes = nil
	if e, err = choose("auto", func(name string) (*Engine, error) {
		return open(name, setup, cloth.NewState(setup.Model))
	}); err != nil {
		t.Fatal(err)
	}
	e.Remarks(func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) })
	if e.On.Name() != "cpu" || len(notes) != 1 || !strings.Contains(notes[0], "strip: triangle 0") {
		t.Errorf("opened on %s, notes %q", e.On.Name(), notes)
	}
	e.Close()
	if e, err = Open("gpu", build(1./1000), nil); err != nil {
		t.Fatal(err)
	}
	e.Close()
}
