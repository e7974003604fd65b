package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"hysteron/fit/drape"
	"hysteron/param"
	"hysteron/scenes"
	"hysteron/sim"
	"hysteron/sweep/predict"
	"hysteron/verify"
)

type predictCommand struct {
	Scene   string   `arg:"" help:"Path of a scene file, name of a built-in scene, or drape: the drape test."`
	Fabric  []string `required:"" sep:"none" placeholder:"FILE.toml" help:"Fabric that hysteron fit wrote, with [[fitted]]; repeated: one of each specimen of a cloth, whose scatter is drawn from."`
	Output  string   `short:"o" placeholder:"DIR" help:"Folder of the runs and the page (default: out/predict-NAME)."`
	Draws   int      `default:"39" placeholder:"N" help:"Fabrics to draw; 39 and more reach 95 %."`
	Seed    uint64   `default:"1" placeholder:"N" help:"Seed of the draws."`
	Of      string   `placeholder:"NAME" help:"Fabric of the scene that the drawn ones stand for, where there are several."`
	Set     []string `sep:"none" placeholder:"path=value" help:"Change a value of the scene; may be repeated."`
	Frames  *int     `placeholder:"N" help:"Number of frames, instead of the scene's."`
	Backend string   `default:"auto" enum:"auto,gpu,cpu" help:"What simulates: auto, gpu or cpu."`
	By      string   `placeholder:"FIGURE" help:"Figure whose 5th, 50th and 95th percentile are shown (default: the first)."`
	JSON    bool     `name:"json" help:"Print JSON."`
	outputFlag
	Disc     *float64 `placeholder:"M" help:"Of drape: diameter of the disc [m]. Default: 0.18."`
	Specimen *float64 `placeholder:"M" help:"Of drape: diameter of the specimen [m]. Default: 0.3."`
	Edge     *float64 `placeholder:"M" help:"Of drape: length of the edges of the mesh [m]. Default: 0.0125."`
}

// mostDraws is the largest value of --draws.
const mostDraws = 10_000

func (p *predictCommand) Run(c *console) error {
	if p.Draws < 2 || p.Draws > mostDraws {
		return param.Wrong(fmt.Errorf("--draws %d: expected 2 to %d", p.Draws, mostDraws))
	}
	if p.Frames != nil && *p.Frames < 1 {
		return param.Wrong(fmt.Errorf("--frames %d: expected at least 1", *p.Frames))
	}
	ofDrape := p.Scene == "drape"
	var test verify.DrapeTest
	for _, f := range []struct {
		name string
		from *float64
		to   *float64
	}{{"disc", p.Disc, &test.Disc}, {"specimen", p.Specimen, &test.Specimen}, {"edge", p.Edge, &test.Edge}} {
		switch {
		case f.from == nil:
		case !(*f.from > 0): // 0 is the default of the test
			return param.Wrong(fmt.Errorf("--%s %g: expected metres, above 0", f.name, *f.from))
		default:
			*f.to = *f.from
		}
	}
	switch {
	case !ofDrape && test != verify.DrapeTest{}:
		return param.Wrong(fmt.Errorf("--disc, --specimen and --edge are of predict drape, not of %s", p.Scene))
	case ofDrape && (p.Of != "" || p.Set != nil || p.Frames != nil || p.Backend != "auto"):
		return param.Wrong(fmt.Errorf("--of, --set, --frames and --backend are of scenes, and drape is a test of its own"))
	case ofDrape && p.By != "" && !slices.Contains(predict.DrapeFigures, p.By):
		return param.Wrong(fmt.Errorf("--by %s: expected %s", p.By, strings.Join(predict.DrapeFigures, " or ")))
	}
	if err := drape.Sound(test); err != nil {
		return param.Wrong(err)
	}
	for _, f := range p.Fabric {
		if _, err := scenes.LoadFabric(f); err != nil {
			return param.Wrong(err)
		}
	}
	cloth, err := predict.Read(p.Fabric)
	if err != nil {
		return err
	}
	if p.Output == "" {
		name := strings.TrimSuffix(filepath.Base(p.Scene), filepath.Ext(p.Scene))
		p.Output = filepath.Join("out", "predict-"+name)
	}
	reads := p.Fabric
	if !scenes.IsName(p.Scene) {
		reads = append([]string{p.Scene}, reads...)
	}
	if err := predict.Check(p.Output, p.rule(reads...)); err != nil {
		return err
	}
	bar := newProgress(c)
	opt := predict.Options{Draws: p.Draws, Seed: p.Seed, Say: c.line, Done: func(done float64) {
		bar.show(sim.Progress{Stage: "predicting", Done: done, Left: -1})
	}}
	var found *predict.Prediction
	if ofDrape {
		found, err = predict.Drape(c.ctx, cloth, test, opt)
	} else {
		s := predict.Scene{Name: p.Scene, Set: p.Set, Backend: p.Backend, Of: p.Of, Dir: p.Output,
			Overwrite: p.Overwrite}
		if p.Frames != nil {
			s.Frames = *p.Frames
		}
		found, err = s.Run(c.ctx, cloth, opt, c.printProblems)
	}
	bar.end()
	if err != nil {
		return err
	}
	if err := found.Has(p.By); err != nil {
		return err
	}
	files, err := found.Write(c.ctx, p.Output, p.By)
	if err != nil {
		return err
	}
	if p.JSON {
		return c.printJSON(struct {
			Files []string `json:"files"`
			Draws int      `json:"draws"`
			Share float64  `json:"confidence"`

			Figures []predict.Figure `json:"figures"`
			Notes   []string         `json:"notes,omitempty"`
		}{files, found.Draws, predict.Share(found.Draws), found.Figures, found.Notes})
	}
	if err := found.Print(c.out); err != nil {
		return err
	}
	fmt.Fprintln(c.out, "wrote", strings.Join(files, ", "))
	return nil
}
