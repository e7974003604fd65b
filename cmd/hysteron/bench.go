package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hysteron/bench"
	"hysteron/formats"
	"hysteron/output"
	"hysteron/param"
	"hysteron/sim"
)

type benchCommand struct {
	Scenes  []string `placeholder:"SCENE,…" help:"Problems to measure: ${bench_scenes} (default: all)."`
	Sizes   numbers  `placeholder:"N,…" help:"Numbers of triangles, ascending (default: by the device)."`
	Backend string   `default:"both" help:"What to measure: cpu, gpu, or both in alternation."`
	BoxS    float64  `name:"box-s" default:"60" placeholder:"S" help:"Time for the steps of a row [s]."`
	Lead    int      `placeholder:"N" help:"Steps that the CPU takes before what is measured begins (default: none)."`
	Warmup  int      `default:"10" placeholder:"N" help:"Steps before the timed ones, at most."`
	Steps   int      `default:"40" placeholder:"N" help:"Timed steps, at most."`
	Plots   string   `placeholder:"DIR" help:"Draw plots into this folder."`
	Output  string   `short:"o" placeholder:"DIR" help:"Also write the report to DIR/DEVICE.txt and DIR/DEVICE.json, and plots into DIR/DEVICE."`
	Note    string   `placeholder:"TEXT" help:"A line for the head of the report."`
	AsHard  bool     `name:"as-hardware" help:"Have software OpenGL work as hardware does: slower, for what steps ask of a device."`
	NoCache bool     `name:"no-dress-cache" help:"Put garments on anew, and do not keep how they are then."`
	JSON    bool     `name:"json" help:"Print JSON."`
	deviceFlag
	outputFlag
}

func (b *benchCommand) Run(c *console) error {
	if err := b.deviceFlag.check(b.Backend != "cpu"); err != nil {
		return err
	}
	opt := bench.Options{
		Scenes: b.Scenes, Backend: b.Backend, Lead: b.Lead, Warmup: b.Warmup, Steps: b.Steps, BoxS: b.BoxS,
		Note: b.Note, AsHardware: b.AsHard, Device: b.Device,
		Command:  "hysteron " + strings.Join(os.Args[1:], " "),
		Progress: c.line, Begin: b.mayWrite,
	}
	if !b.NoCache {
		cache, err := sim.DressCache()
		if err != nil {
			c.line("note: dressed states are not kept: " + err.Error())
		}
		opt.DressCache = cache
	}
	if b.Output != "" {
		opt.Each = func(r *bench.Report) error { return r.Save(b.Output) } // so that a killed run leaves its results
	}
	for _, n := range b.Sizes {
		if n != float64(int(n)) {
			return param.Wrong(fmt.Errorf("--sizes: %g: expected whole numbers of triangles", n))
		}
		opt.Sizes = append(opt.Sizes, int(n))
	}
	for _, q := range []struct {
		flag string
		n    int
	}{{"--steps", b.Steps}, {"--warmup", b.Warmup}} {
		if q.n < 1 {
			return param.Wrong(fmt.Errorf("%s %d: expected 1 or more", q.flag, q.n))
		}
	}
	if !(b.BoxS > 0) {
		return param.Wrong(fmt.Errorf("--box-s %g: expected a number > 0", b.BoxS))
	}
	r, err := bench.Run(c.ctx, opt)
	if param.IsInputError(err) {
		return err
	}
	if r == nil {
		return err
	}
	return errors.Join(err, b.write(c, r)) // also after an error
}

// mayWrite checks all output paths. Figures belong to the text in their folder, see output.Beside.
func (b *benchCommand) mayWrite(r *bench.Report) error {
	rule, folders := b.rule(), []string{b.Plots}
	if b.Output != "" {
		text := filepath.Join(b.Output, r.Name()+".txt")
		own := func(path string) (bool, error) { return output.Begins(path, bench.Head) }
		if err := rule.Check(output.Beside(text, own), text, filepath.Join(b.Output, r.Name()+".json")); err != nil {
			return err
		}
		folders = append(folders, filepath.Join(b.Output, r.Name()))
	}
	for _, dir := range folders {
		for _, name := range r.PlotNames() {
			if dir == "" {
				continue
			}
			if err := rule.Check(formats.IsOwnAs(".png"), filepath.Join(dir, name)); err != nil {
				return err
			}
		}
	}
	for _, dir := range []string{b.Plots, b.Output} { // measuring takes minutes, so paths are checked first
		if dir == "" {
			continue
		}
		if err := formats.MayWriteIn(dir); err != nil {
			return param.Wrong(err)
		}
	}
	return nil
}

// write prints the report, and writes the files that flags name.
func (b *benchCommand) write(c *console, r *bench.Report) error {
	shown := c.printJSON
	if !b.JSON {
		shown = func(any) error { return r.WriteText(c.out) }
	}
	err := shown(r)
	folders := []string{b.Plots}
	if b.Output != "" {
		err = errors.Join(err, r.Save(b.Output))
		folders = append(folders, filepath.Join(b.Output, r.Name()))
	}
	for _, dir := range folders {
		if dir == "" || err != nil {
			continue
		}
		var files []string
		if files, err = r.WritePlots(dir); err == nil && len(files) > 0 && dir != b.Plots {
			err = removePlots(dir, files)
		}
	}
	return err
}

// removePlots removes plots of an earlier report that this one does not replace.
func removePlots(dir string, keep []string) error {
	there, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range there {
		file := filepath.Join(dir, entry.Name())
		if !bench.IsPlot(entry.Name()) || slices.Contains(keep, file) {
			continue
		}
		own, err := formats.IsOwnAs(".png")(file)
		if err == nil && own {
			err = os.Remove(file)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
