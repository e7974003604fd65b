package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"hysteron/param"
	"hysteron/sim"
	"hysteron/sweep"
)

type sweepCommand struct {
	Plan   sweepPlanCommand   `cmd:"" help:"Write the numbered scenes and the manifest of a sweep file."`
	Gather sweepGatherCommand `cmd:"" help:"Put the figures of a sweep's runs into a table and plots."`
	Submit sweepSubmitCommand `cmd:"" help:"Hand a sweep's tasks that are not finished to a batch system, and their gathering."`

	Estimate sweepEstimateCommand `cmd:"" help:"Say how much memory and time the tasks of a sweep take."`
}

type sweepPlanCommand struct {
	File      string `arg:"" help:"The sweep file."`
	Output    string `short:"o" placeholder:"DIR" help:"Folder of the sweep (default: out/NAME)."`
	Overwrite bool   `help:"Plan anew what is planned there; runs stay."`
	JSON      bool   `name:"json" help:"Print the tasks as JSON."`
}

func (s *sweepPlanCommand) Run(c *console) error {
	f, err := sweep.Load(s.File)
	if err != nil {
		return err
	}
	dir := s.Output
	if dir == "" {
		dir = filepath.Join("out", f.Name)
	}
	bar := newProgress(c)
	var m *sweep.Manifest
	err = c.await(func() (err error) {
		m, err = f.Plan(c.ctx, sweep.PlanOptions{Dir: dir, Overwrite: s.Overwrite, Progress: func(done float64) {
			bar.show(sim.Progress{Stage: "planning", Done: done, Left: -1})
		}})
		return err
	})
	bar.end()
	switch {
	case err != nil:
		return err
	case s.JSON:
		return c.printJSON(m.Tasks)
	}
	fmt.Fprintf(c.out, "%s: %d tasks: hysteron run %s --task N, for N from 1 to %d; then hysteron sweep gather %s\n",
		dir,
		len(m.Tasks), dir, len(m.Tasks), dir)
	return nil
}

type sweepGatherCommand struct {
	Dir    string   `arg:"" help:"Folder of the sweep."`
	Figure []string `placeholder:"NAME" help:"Figures of run.json to plot, such as max_stretch or step_ms.p95 (default: the usual ones that differ)."`
	JSON   bool     `name:"json" help:"Print the states of the tasks as JSON."`
	outputFlag
}

func (s *sweepGatherCommand) Run(c *console) error {
	m, err := sweep.Open(s.Dir)
	if err != nil {
		return err
	}
	g, err := m.Gather(c.ctx)
	if err != nil {
		return err
	}
	paths, err := g.Write(s.Figure, s.rule(m.Files()...))
	if err != nil {
		return err
	}
	missing := g.Missing()
	if s.JSON {
		err = c.printJSON(struct {
			Files   []string `json:"files"`
			Tasks   int      `json:"tasks"`
			Missing []int    `json:"missing"`
		}{paths, len(g.Rows), append([]int{}, missing...)})
	} else {
		for _, r := range g.Rows {
			if r.Problem != "" {
				c.warn(fmt.Sprintf("note: task %d: %s", r.Task.Number, r.Problem))
			}
		}
		_, err = fmt.Fprintf(c.out, "%s: %d of %d tasks are finished\n", strings.Join(paths, ", "),
			len(g.Rows)-len(missing),
			len(g.Rows))
	}
	if len(missing) > 0 && err == nil {
		err = fmt.Errorf("not finished: tasks %s", sweep.Ranges(missing))
	}
	return err
}

type sweepSubmitCommand struct {
	Dir    string   `arg:"" help:"Folder of the sweep."`
	Args   []string `arg:"" optional:"" help:"For sbatch, after --: -- --time=2:00:00 --cpus-per-task=4."`
	Engine string   `required:"" enum:"slurm,openjd" help:"The batch system: slurm, or openjd, which writes a job template of Open Job Description."`
	AtOnce int      `placeholder:"N" help:"Tasks that run at the same time (default: as many as the cluster lets)."`
	DryRun bool     `help:"Write the scripts and print the commands, but submit nothing."`
	outputFlag
}

func (s *sweepSubmitCommand) Run(c *console) error {
	m, err := sweep.Open(s.Dir)
	if err != nil {
		return err
	}
	if s.AtOnce < 0 {
		return param.Wrong(fmt.Errorf("--at-once %d: expected at least 1", s.AtOnce))
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	done := func() {
		fmt.Fprintf(c.out, "all %d tasks are finished: hysteron sweep gather %s\n", len(m.Tasks), s.Dir)
	}
	if s.Engine == "openjd" {
		if s.AtOnce > 0 || len(s.Args) > 0 {
			return param.Wrong(errors.New("--engine openjd: expected no --at-once and nothing after --: the render manager " +
				"that takes the template decides"))
		}
		path, err := m.OpenJD(c.ctx, program, s.rule(m.Files()...))
		switch {
		case err != nil:
			return err
		case path == "":
			done()
		default:
			fmt.Fprintf(c.out, "%s: a job template for a render manager that takes Open Job Description\n", path)
		}
		return nil
	}
	jobs, err := m.Submit(c.ctx, sweep.SubmitOptions{Program: program, Args: s.Args, AtOnce: s.AtOnce,
		DryRun: s.DryRun})
	for _, j := range jobs {
		what := "tasks " + sweep.Ranges(j.Tasks)
		if j.Tasks == nil {
			what = "gathering, once they have ended"
		}
		if s.DryRun {
			fmt.Fprintln(c.out, j.Line())
		} else {
			fmt.Fprintf(c.out, "job %s: %s\n", j.ID, what)
		}
	}
	if err == nil && len(jobs) == 0 {
		done()
	}
	return err
}

type sweepEstimateCommand struct {
	Dir  string `arg:"" help:"Folder of the sweep."`
	JSON bool   `name:"json" help:"Print the estimates as JSON."`
}

func (s *sweepEstimateCommand) Run(c *console) error {
	m, err := sweep.Open(s.Dir)
	if err != nil {
		return err
	}
	e, err := m.Estimate(c.ctx)
	if err != nil {
		return err
	}
	if s.JSON {
		return c.printJSON(e)
	}
	tasks, memory, longest, least, most := e.Left()
	if tasks == 0 {
		fmt.Fprintf(c.out, "%s: all %d tasks are finished\n", s.Dir, len(e.Tasks))
		return nil
	}
	from := "as the scenes that ship on one core, without a GPU; finished tasks make it exact"
	if e.From > 0 {
		from = fmt.Sprintf("as %d finished tasks took", e.From)
	}
	seconds := func(s float64) string { return time.Duration(s * 1e9).Round(100 * time.Millisecond).String() }
	_, err = fmt.Fprintf(c.out,
		"%s: %d of %d tasks are not finished: at most %.2g GB and %s each, %s to %s in all one "+
			"after the other, %s\n", s.Dir, tasks, len(e.Tasks), memory/1e9, seconds(longest), seconds(least),
		seconds(most),
		from)
	return err
}

// runTask runs a task of a sweep.
func (r *runCommand) runTask(c *console, opt sim.Options) error {
	for flag, given := range map[string]bool{"--frames": r.Frames != nil, "--set": r.Set != nil,
		"--output": r.Output != ""} {
		if given {
			return param.Wrong(fmt.Errorf("%s: expected without it, since the sweep says it: %s", flag, r.Scene))
		}
	}
	m, err := sweep.Open(r.Scene)
	if err != nil {
		return err
	}
	n, err := sweep.Number(r.Task, os.LookupEnv)
	if err != nil {
		return err
	}
	t, err := m.Task(n)
	if err != nil {
		return err
	}
	bar := newProgress(c)
	opt.Overwrite, opt.Progress = r.Overwrite, bar.show
	bar.show(sim.Progress{Stage: "note", Note: fmt.Sprintf("task %d of %d: %s", n, len(m.Tasks), t.Name)})
	info, ran, err := m.Run(c.ctx, t, opt, c.printProblems)
	bar.end()
	if err == nil && !ran && !r.JSON {
		g, text := verdict(info)
		fmt.Fprintf(c.out, "%s: finished already, %d frames: %s\n", m.RunDir(t), info.Frames, text)
		return poor(g, text, r.Strict, true)
	}
	return r.result(c, m.RunDir(t), info, err)
}

// errNoSweep is the error of --task without a sweep.
var errNoSweep = param.Wrong(errors.New("--task: expected the folder of a sweep instead of a scene, as hysteron " +
	"sweep plan makes it"))
