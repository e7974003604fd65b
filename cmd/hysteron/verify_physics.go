package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hysteron/cpu"
	"hysteron/formats"
	"hysteron/gpu"
	"hysteron/gpu/opengl"
	"hysteron/output"
	"hysteron/param"
	"hysteron/sim"
	"hysteron/step"
	"hysteron/verify"
)

type physicsCommand struct {
	Backend string   `default:"" placeholder:"NAME" help:"cpu, gpu or both (default: cpu, and gpu where there is a device)."`
	Full    bool     `help:"The full set: finer meshes and long problems too."`
	Quick   bool     `help:"The quick set (the default)."`
	Only    []string `placeholder:"NAME,…" help:"Only these problems; see --list."`
	List    bool     `help:"List the problems."`
	Output  string   `short:"o" placeholder:"DIR" help:"Also write DIR/verify.html, a page with plots, and DIR/verify.json."`
	outputFlag
	JSON bool `name:"json" help:"Print JSON."`
	deviceFlag
}

// errNotVerified ends the command with status 1 after the report.
var errNotVerified = errors.New("not all results are within their tolerances")

// verifyProblems is the list of problems.
var verifyProblems = verify.Problems

func (v *physicsCommand) Run(c *console) error {
	if err := v.deviceFlag.check(v.Backend != "cpu"); err != nil {
		return err
	}
	problems := verifyProblems()
	if v.List {
		for _, p := range problems {
			set := ""
			if p.Full {
				set = " (full set)"
			}
			fmt.Fprintf(c.out, "%-22s %s%s\n", p.Name, p.What, set)
		}
		return nil
	}
	if v.Full && v.Quick {
		return param.Wrong(errors.New("--full and --quick: expected one of them"))
	}
	if v.Only != nil {
		if len(v.Only) == 0 {
			return param.Wrong(errors.New("--only: expected names of problems; --list shows them"))
		}
		var names []string
		for _, p := range problems {
			names = append(names, p.Name)
		}
		for _, n := range v.Only {
			if !slices.Contains(names, n) {
				return param.Wrong(fmt.Errorf("--only: unknown problem %q: expected some of %s", n, strings.Join(names, ", ")))
			}
		}
		problems = slices.DeleteFunc(problems, func(p verify.Problem) bool { return !slices.Contains(v.Only, p.Name) })
		for i := range problems {
			problems[i].Full = false // a problem named on the command line is run whole
		}
	}
	if v.Output != "" { // figures belong to the page, see output.Beside
		page := filepath.Join(v.Output, "verify.html")
		rule, own := v.rule(), formats.IsOwnAs(".html")
		if err := cmp.Or(rule.Check(own, page), rule.Check(output.Beside(page, own), filepath.Join(v.Output,
			"verify.json"))); err != nil {
			return err
		}
	}
	backends, closeAll, err := v.backends(c)
	if err != nil {
		return err
	}
	defer closeAll()
	r, err := verify.Run(c.ctx, verify.Options{
		Backends: backends, Problems: problems, Full: v.Full,
		Command:  "hysteron " + strings.Join(os.Args[1:], " "),
		Progress: c.line,
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	werr := v.write(c, r)
	if err != nil && (werr == nil || errors.Is(werr, errNotVerified)) {
		return fmt.Errorf("%w: the results of %d problems are missing", sim.ErrInterrupted, r.Missing)
	}
	return werr
}

// backends opens the backends of the flags.
func (v *physicsCommand) backends(c *console) (list []step.Backend, closeAll func(), err error) {
	closeAll = func() {}
	switch v.Backend {
	case "", "cpu", "gpu", "both":
	default:
		return nil, nil, param.Wrong(fmt.Errorf("--backend %q: expected cpu, gpu or both", v.Backend))
	}
	if v.Backend != "gpu" {
		list = append(list, cpu.Backend{Workers: 1}) // problems run beside each other
	}
	if v.Backend == "cpu" {
		return list, closeAll, nil
	}
	g, err := gpu.OpenBackend(opengl.Options{Device: opengl.Index(v.Device), Compute: true}, cpu.Backend{})
	switch {
	case err == nil:
		list = append(list, g)
		closeAll = func() { g.Close() }
		for _, doubt := range g.Doubts() {
			c.warn("note: " + doubt)
		}
	case v.Backend == "" && !errors.Is(err, gpu.ErrBroken):
		c.warn(fmt.Sprintf("cpu only: %v", err))
	case errors.Is(err, opengl.ErrNoDevice) || errors.Is(err, opengl.ErrNoGL43) || errors.Is(err, opengl.ErrNoEGL) ||
		errors.Is(err, opengl.ErrNoCgo):
		return nil, nil, param.Wrong(fmt.Errorf("no device for the GPU backend: %w; use --backend cpu", err))
	default:
		return nil, nil, err
	}
	return list, closeAll, nil
}

func (v *physicsCommand) write(c *console, r *verify.Report) error {
	if v.Output != "" {
		r.Device = v.Device
		if err := r.Save(c.ctx, v.Output); err != nil {
			return err
		}
		if r.Undrawn != "" {
			c.warn(r.Undrawn)
		}
	}
	var err error
	if v.JSON {
		err = c.printJSON(r)
	} else {
		err = r.WriteText(c.out)
	}
	if err == nil && r.Failed > 0 {
		err = errNotVerified
	}
	return err
}
