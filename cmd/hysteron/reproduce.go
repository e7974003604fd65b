package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"hysteron/claim"
	"hysteron/experiments"
	"hysteron/param"
)

type reproduceCommand struct {
	Name    string        `arg:"" help:"Experiment, all, or list."`
	Output  string        `short:"o" default:"out/reproduce" placeholder:"DIR" help:"Folder for the results, one folder in it per experiment (default: ${default})."`
	Quick   bool          `help:"Fewer fabrics and trials, coarser cloth, one run instead of five, which claims nothing: a minute or less per experiment."`
	Backend string        `default:"auto" enum:"auto,cpu,gpu" help:"What experiments that run scenes compute on: auto, cpu or gpu; testers always run on the CPU."`
	Paper   bool          `help:"Characters with the paper's meshes and steps, too, which takes hours."`
	For     time.Duration `placeholder:"2h" help:"Begin no run after so long; the same command goes on with those that are left."`
	JSON    bool          `name:"json" help:"Print JSON."`
	deviceFlag
	outputFlag
}

func (p *reproduceCommand) Run(c *console) error {
	if err := p.deviceFlag.check(p.Backend == "gpu"); err != nil {
		return err
	}
	if p.Name == "list" {
		return p.list(c)
	}
	var asked []experiments.Experiment
	if p.Name == "all" {
		asked = experiments.List()
	} else {
		e, err := experiments.Find(p.Name)
		if err != nil {
			return param.Wrong(err)
		}
		asked = append(asked, e)
	}
	rule := p.rule()
	for _, e := range asked {
		if err := experiments.MayWrite(rule, p.Output, e); err != nil {
			return err
		}
	}
	var all []*experiments.Results
	var errs []error
	for _, e := range asked {
		res, err := experiments.Run(c.ctx, e, experiments.Options{
			Dir: p.Output, Quick: p.Quick, Backend: p.Backend, Device: p.Device, For: p.For, Paper: p.Paper,
			Command:  "hysteron " + strings.Join(os.Args[1:], " "),
			Progress: c.line,
		})
		errs = append(errs, err)
		if res != nil {
			all = append(all, res)
			if holds, n := claim.Counts(res.Claims); !p.JSON && n > 0 {
				fmt.Fprintf(c.out, "%s: %d of %d claims hold, %.0f s: %s\n", e.Name, holds, n, res.Seconds,
					filepath.Join(p.Output, e.Name, e.Name+".html"))
			}
		}
		if c.ctx.Err() != nil || errors.Is(err, experiments.ErrPaused) {
			break
		}
	}
	if p.JSON {
		errs = append(errs, c.printJSON(all))
	}
	return errors.Join(errs...)
}

// list prints the experiments.
func (p *reproduceCommand) list(c *console) error {
	type entry struct {
		Name  string `json:"name"`
		Title string `json:"title"`
		Paper string `json:"paper"`
		Claim string `json:"claim"`
	}
	var all []entry
	for _, e := range experiments.List() {
		all = append(all, entry{e.Name, e.Title, e.Paper, e.Claim})
		if !p.JSON {
			fmt.Fprintf(c.out, "%-20s %s (%s)\n", e.Name, e.Title, e.Paper)
		}
	}
	if p.JSON {
		return c.printJSON(all)
	}
	return nil
}
