package main

import (
	"fmt"

	"hysteron/sim"
)

type exportCommand struct {
	Dir      string `arg:"" help:"Folder of a run."`
	To       string `required:"" placeholder:"FORMAT" help:"${export_formats}."`
	Out      string `short:"o" placeholder:"PATH" help:"File for usda, usdz and gltf, folder for the others. Default: DIR/export."`
	First    *int   `placeholder:"N" help:"First frame (default: that of the run)."`
	Last     *int   `placeholder:"N" help:"Last frame (default: that of the run)."`
	Garments bool   `help:"Garments alone, without the bodies."`
	JSON     bool   `name:"json" help:"Print JSON."`
	outputFlag
}

func (e *exportCommand) Run(c *console) error {
	setup, err := c.loadRun(e.Dir)
	if err != nil {
		return err
	}
	bar := newProgress(c)
	files, err := sim.Export(c.ctx, setup, e.Dir, sim.ExportOptions{
		To: e.To, Out: e.Out, Span: sim.Span{First: e.First, Last: e.Last}, Garments: e.Garments, Over: e.Overwrite,
		Progress: bar.show,
		Note:     c.warn,
	})
	bar.end()
	if err != nil {
		return err
	}
	if e.JSON {
		return c.printJSON(struct {
			Files []string `json:"files"`
		}{files})
	}
	if n := len(files); n > 4 {
		fmt.Fprintf(c.out, "%s … %s: %d files\n", files[0], files[n-1], n)
		return nil
	}
	for _, f := range files {
		fmt.Fprintln(c.out, f)
	}
	return nil
}
