//go:build cgo

// Command hysteron-view shows scenes during their simulation, with cloth to drag and wind to set, and plays back
// finished runs. See hysteron-view --help.
//
// The window is in builds with the tag viewer (make viewer). Without it the program replays recordings and executes
// scripts.
//
// Exit status: 0 done, 1 failed while running, 2 wrong input or usage.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"hysteron/cpu"
	"hysteron/gpu"
	"hysteron/gpu/opengl"
	"hysteron/output"
	"hysteron/param"
	"hysteron/sim"
	"hysteron/view"
)

type options struct {
	Target  string   `arg:"" optional:"" help:"A scene (path or built-in name), the folder of a run, or a PC2 cache."`
	Beside  string   `placeholder:"TARGET" help:"A second one, shown beside it from the same place."`
	Backend string   `default:"auto" enum:"auto,gpu,cpu" help:"What simulates: auto, gpu or cpu."`
	Set     []string `sep:"none" placeholder:"path=value" help:"Change a value of the scene; may be repeated."`
	Record  string   `placeholder:"FILE" help:"Record what is done, for --replay."`
	Replay  string   `placeholder:"FILE" help:"Do again what was recorded, without a window; the state must come out with the same bits."`
	Script  string   `placeholder:"FILE" help:"Do what a script says, without a window."`
	Frames  int      `placeholder:"N" help:"Pictures of 1/30 s after the script, without a window."`
	Output  string   `short:"o" default:"out/view" placeholder:"DIR" help:"Folder for pictures, films and caches."`
	Mouse   string   `default:"blender" enum:"blender,maya,cad" help:"Habits of the mouse: blender, maya or cad."`
	Paused  bool     `help:"Begin standing still."`
	Width   int      `default:"1200" help:"Of the window [pixels]."`
	Height  int      `default:"800" help:"Of the window [pixels]."`
	Scale   float64  `placeholder:"S" help:"Size of the panels, instead of the monitor's scale."`
	Watch   []int32  `placeholder:"V" help:"Vertices whose places --report and scripts know."`
	Report  string   `placeholder:"FILE" help:"Write what is shown, as JSON, to this file again and again."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run executes a command line and returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	stdout, stderr = &output.Escaper{W: stdout}, &output.Escaper{W: stderr}
	var o options
	exited := -1
	parser, err := kong.New(&o, kong.Name("hysteron-view"), kong.Description("See cloth move, touch it, turn the wind."),
		kong.Writers(stdout, stderr), kong.Exit(func(code int) { exited = code }))
	if err != nil {
		fmt.Fprintln(stderr, "hysteron-view:", err)
		return 1
	}
	_, err = parser.Parse(args)
	switch {
	case exited == 0: // --help
		return 0
	case err != nil:
		fmt.Fprintf(stderr, "hysteron-view: %v: see hysteron-view --help\n", err)
		return 2
	}
	err = o.run(ctx, stdout, stderr)
	if err == nil {
		return 0
	}
	fmt.Fprintln(stderr, "hysteron-view:", err)
	if param.IsInputError(err) {
		return 2
	}
	return 1
}

func (o *options) run(ctx context.Context, stdout, stderr io.Writer) error {
	wrong := func(format string, args ...any) error { return param.Wrong(fmt.Errorf(format, args...)) }
	switch {
	case o.Replay != "":
		return o.replay(ctx, stdout)
	case o.Target == "":
		return wrong("nothing to show: expected a scene, a folder of a run, or a PC2 cache")
	case o.Width < 64 || o.Width > 16384 || o.Height < 64 || o.Height > 16384:
		return wrong("a window of %d × %d pixels: expected 64 to 16384", o.Width, o.Height)
	case o.Scale != 0 && !(o.Scale >= .5 && o.Scale <= 8):
		return wrong("--scale %g: expected 0.5 to 8", o.Scale)
	case o.Frames < 0:
		return wrong("--frames %d: expected 0 or more", o.Frames)
	}
	if o.Script != "" || o.Frames > 0 {
		return o.script(ctx)
	}
	return o.window(ctx, stdout, stderr)
}

// stage returns the options of the stage.
func (o *options) stage() view.StageOptions {
	preset, _ := view.PresetNamed(o.Mouse)
	s := view.StageOptions{Targets: []string{o.Target}, Set: o.Set, Backend: o.Backend, Record: o.Record, Out: o.Output,
		Preset: preset, Paused: o.Paused, Watch: o.Watch, KeepScale: o.Scale > 0}
	for _, path := range []string{o.Script, o.Replay} {
		if path != "" {
			s.Reads = append(s.Reads, path)
		}
	}
	if o.Beside != "" {
		s.Targets = append(s.Targets, o.Beside)
	}
	return s
}

// choose replaces the backend "auto" by that of a context, and checks a GPU before use.
func choose(s *view.StageOptions, c *opengl.Context) error {
	if s.Backend == "auto" {
		s.Backend = map[bool]string{true: "cpu", false: "gpu"}[c.Device().Software]
	}
	if s.Backend == "gpu" {
		return gpu.Trust(c, cpu.Backend{})
	}
	return nil
}

// replay replays a recording and prints its outcome as JSON.
func (o *options) replay(ctx context.Context, stdout io.Writer) error {
	data, err := os.ReadFile(o.Replay)
	if err != nil {
		return param.Wrong(err)
	}
	h, events, err := view.ReadRecording(o.Replay, data)
	if err != nil {
		return param.Wrong(err)
	}
	backend := o.Backend
	if backend == "auto" {
		backend = h.Backend
	}
	out, err := view.Replay(ctx, h, events, backend, func(sim.Progress) {}, nil)
	if err != nil {
		return err
	}
	return json.NewEncoder(stdout).Encode(out)
}

// script executes a script on a context without a window.
func (o *options) script(ctx context.Context) (err error) {
	var script []view.Command
	if o.Script != "" {
		data, err := os.ReadFile(o.Script)
		if err != nil {
			return param.Wrong(err)
		}
		if script, err = view.ParseScript(o.Script, data); err != nil {
			return param.Wrong(err)
		}
	}
	c, err := opengl.Open(opengl.Options{Device: opengl.Auto, Compute: true})
	if err != nil {
		return err
	}
	defer c.Close()
	s := o.stage()
	s.Offscreen = true
	if err := choose(&s, c); err != nil {
		return err
	}
	scale := o.Scale
	if scale == 0 {
		scale = 1
	}
	st, err := view.NewStage(c, s, o.Width, o.Height, scale)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	p := &view.Puppet{Stage: st, Dir: o.Output}
	if err := p.Open(); err != nil {
		return err
	}
	if err := view.PlayScript(script, p); err != nil {
		return fmt.Errorf("%s: %w", o.Script, err)
	}
	for range o.Frames {
		if ctx.Err() != nil {
			return sim.ErrInterrupted
		}
		if err := p.Wait(1); err != nil {
			return err
		}
	}
	if err := p.Shot("last.png"); err != nil {
		return err
	}
	return p.Tell("last.json")
}
