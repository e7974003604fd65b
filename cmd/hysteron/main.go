// Command hysteron simulates cloth with internal friction: it runs scenes, checks them, draws
// their frames and measures them. See hysteron --help.
//
// Exit status: 0 done, 1 failed while running, 2 wrong input or usage, 3 a run that ended and is not good.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"hysteron/bench"
	"hysteron/output"
	"hysteron/param"
	"hysteron/report"
	"hysteron/scenes"
	"hysteron/sim"
	"hysteron/verify"
)

type commands struct {
	Quiet       bool             `short:"q" help:"Show no progress."`
	LogFormat   string           `placeholder:"FORMAT" enum:",text,json" default:"" help:"Write progress, notes, results and errors as records, text or json, to the standard error output."`
	ShowVersion kong.VersionFlag `name:"version" help:"Print the version."`

	Run        runCommand        `cmd:"" help:"Simulate a scene into a folder."`
	New        newCommand        `cmd:"" help:"Write a commented scene of garments on a body, to begin with."`
	Check      checkCommand      `cmd:"" help:"Say what is wrong with a scene before simulating it."`
	Render     renderCommand     `cmd:"" help:"Draw the frames of a run again from its caches."`
	Export     exportCommand     `cmd:"" help:"Write the frames of a run, garments and bodies, for other programs."`
	Wrinkles   wrinklesCommand   `cmd:"" help:"Measure how far the cloth of runs has folded and moved since their first frames."`
	Verify     verifyCommand     `cmd:"" help:"Compare the simulator with known answers; look for intersections in what came out."`
	Measure    measureCommand    `cmd:"" help:"Measure a fabric on virtual instruments: tables that fit reads."`
	Fit        fitCommand        `cmd:"" help:"Find a fabric's numbers from measurements."`
	Predict    predictCommand    `cmd:"" help:"Run a scene, or the drape test, with fabrics drawn from a fit: figures with intervals."`
	Scenes     scenesCommand     `cmd:"" help:"List the built-in scenes, fabrics and patterns."`
	Keys       keysCommand       `cmd:"" help:"Print all keys of scene, fabric and friction files."`
	Sweep      sweepCommand      `cmd:"" help:"Run a scene over many values: plan, gather, submit."`
	Fabrics    fabricsCommand    `cmd:"" help:"Numbers and sources of fabrics; -o also shows them."`
	Serve      serveCommand      `cmd:"" help:"Step a simulation for another program over standard input and output, as the Python package does."`
	Devices    devicesCommand    `cmd:"" help:"List what simulation and pictures can run on."`
	Bench      benchCommand      `cmd:"" help:"Measure the GPU against the CPU, over sizes."`
	Reproduce  reproduceCommand  `cmd:"" help:"Run the experiments of the internal-friction paper, with friction and without, and write pages."`
	Completion completionCommand `cmd:"" help:"Print a script that makes a shell complete commands and options."`
	Version    versionCommand    `cmd:"" help:"Print the version."`
}

// console holds the output streams of a command.
type console struct {
	out, err io.Writer
	ctx      context.Context
	quiet    bool         // without progress
	log      *slog.Logger // logs records instead of lines of text; may be nil
}

// Exit statuses.
const (
	done   = 0
	failed = 1
	wrong  = 2

	notGood = 3 // the run ended, and its verdict is not good
)

// errReported marks errors that were printed already.
var errReported = errors.New("reported")

func main() {
	// A closed pipe (SIGPIPE) or terminal (SIGHUP) ends a run as Ctrl-C does. Under nohup, SIGHUP is ignored.
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGPIPE}
	if !signal.Ignored(syscall.SIGHUP) {
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run executes a command line and returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) (status int) {
	printed := &output.Escaper{W: stdout}
	stdout, stderr = printed, &output.Escaper{W: stderr}
	defer func() {
		if p := recover(); p != nil { // the runtime's own exit status for panics is 2
			fmt.Fprintf(stderr, "hysteron: internal error: %v\n%s", p, debug.Stack())
			status = failed
		}
	}()
	var c commands
	exited := -1
	parser, err := newParser(&c, stdout, stderr, func(code int) { exited = code })
	if err != nil {
		fmt.Fprintln(stderr, "hysteron:", err)
		return failed
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	parsed, err := parser.Parse(args)
	switch {
	case printed.Err != nil:
		fmt.Fprintln(stderr, "hysteron:", printed.Err)
		return failed
	case exited == 0: // --help
		return done
	case err != nil:
		err = fmt.Errorf("%s: see hysteron --help", misread(err))
	default:
		err = emptyFlag(parsed)
	}
	at := &console{stdout, stderr, ctx, c.Quiet, newLogger(c.LogFormat, stderr)}
	if err != nil {
		if isCheckJSON(args) {
			// the exit status reports the error in any case
			_ = at.printJSON(checked{Problems: unread(param.Wrong(err))})
		}
		fmt.Fprintln(stderr, "hysteron:", err)
		return wrong
	}
	err = parsed.Run(at)
	if err == nil { // commands do not check errors of printing
		err = printed.Err
	}
	if err != nil && errors.Is(err, syscall.EPIPE) {
		return failed // the output is closed
	}
	err = interruption(ctx, err)
	if err != nil && !reported(err) {
		at.logError(err)
	}
	return statusOf(err)
}

// newParser returns the parser of command lines. It parses into c.
func newParser(c *commands, stdout, stderr io.Writer, exit func(code int)) (*kong.Kong, error) {
	return kong.New(c, kong.Name("hysteron"),
		kong.Description("Cloth that remembers: a cloth simulator with internal friction."),
		kong.Writers(stdout, stderr), kong.Exit(exit),
		kong.Vars{"drape_edge": fmt.Sprint(verify.DrapeEdge), "bench_scenes": strings.Join(bench.Scenes(), ", "),
			"export_formats": strings.Join(sim.ExportFormats(), ", "), "version": version()},
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}))
}

// emptyFlag returns an error if an option has an empty value. Commands could not distinguish it from a missing option.
func emptyFlag(parsed *kong.Context) error {
	for _, p := range parsed.Path {
		if p.Flag == nil || p.Flag.Name == "log-format" {
			continue
		}
		if text, ok := parsed.FlagValue(p.Flag).(string); ok && text == "" {
			return fmt.Errorf("--%s: expected something, not an empty text", p.Flag.Name)
		}
	}
	return nil
}

// interruption returns the error of a command that ended because its context did.
func interruption(ctx context.Context, err error) error {
	if err == nil || ctx.Err() == nil || errors.Is(err, sim.ErrInterrupted) || errors.Is(err, bench.ErrInterrupted) {
		return err
	}
	if errors.Is(err, ctx.Err()) || errors.Is(err, context.Cause(ctx)) {
		return sim.ErrInterrupted
	}
	return err
}

// reported reports whether the error was printed already.
func reported(err error) bool {
	var p *poorError
	return errors.Is(err, errReported) || errors.Is(err, errFound) || errors.As(err, &p) && p.printed
}

func statusOf(err error) int {
	var p *poorError
	switch {
	case err == nil:
		return done
	case errors.As(err, &p):
		return notGood
	case param.IsInputError(err), errors.Is(err, errReported):
		return wrong
	}
	return failed
}

// load reads and builds a scene.
func (c *console) load(scene string, set []string) (*scenes.Setup, error) {
	s, err := c.scene(scene, set)
	if err != nil {
		return nil, err
	}
	return c.build(s)
}

// scene reads a scene.
func (c *console) scene(name string, set []string) (s *scenes.Scene, err error) {
	err = c.await(func() (err error) {
		if s, err = scenes.Load(name, set); err != nil {
			return param.Wrong(err)
		}
		return nil
	})
	return s, err
}

// loadRun builds the scene of a run.
func (c *console) loadRun(dir string) (setup *scenes.Setup, err error) {
	err = c.await(func() (err error) {
		if setup, err = sim.LoadRun(dir); err != nil {
			return param.Wrong(err)
		}
		return nil
	})
	return setup, err
}

// build builds a scene, and prints progress of long stages.
func (c *console) build(s *scenes.Scene) (*scenes.Setup, error) {
	bar := newProgress(c)
	lookout := sim.NewProgressWatch(bar.show)
	lookout.Begin(sim.Progress{Note: "building the scene"})
	var setup *scenes.Setup
	err := c.await(func() (err error) {
		setup, err = s.BuildContext(c.ctx, func(what string) { lookout.Within(func() string { return what }) })
		return err
	})
	lookout.Close()
	bar.end()
	switch {
	case errors.Is(err, sim.ErrInterrupted):
		return nil, err
	case err != nil:
		return nil, param.Wrong(err)
	}
	return setup, nil
}

// await runs a function that checks its context rarely, such as reading a file. An interruption abandons the function,
// since the program ends then.
func (c *console) await(f func() error) error {
	ended := make(chan error, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				ended <- fmt.Errorf("internal error: %v\n%s", p, debug.Stack())
			}
		}()
		ended <- f()
	}()
	select {
	case err := <-ended:
		if c.ctx.Err() != nil && errors.Is(err, c.ctx.Err()) {
			return sim.ErrInterrupted
		}
		return err
	case <-c.ctx.Done():
		return sim.ErrInterrupted
	}
}

func (c *console) printJSON(v any) error {
	return report.WriteJSON(c.out, v)
}
