package experiments

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hysteron/formats"
	"hysteron/output"
	"hysteron/param"
	"hysteron/render"
	"hysteron/report"
)

// list holds the experiments in the paper's order.
var list = []Experiment{
	hysteresis,
	plasticity,
	paths,
	estimation,
	weights,
	spirals,
	preferred,
	persistence,
	history,
	settling,
	stepsize,
	sizes,
	kneeLift,
	jumpingJack,
	squats,
}

// List returns the experiments in the paper's order.
func List() []Experiment { return slices.Clone(list) }

// Find returns the experiment of a name.
func Find(name string) (Experiment, error) {
	var names []string
	for _, e := range list {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return Experiment{}, param.Wrong(fmt.Errorf("no experiment %q: expected one of %s, or all", name,
		strings.Join(names, ", ")))
}

// MayWrite reports whether the results of an experiment may replace the contents of its folder, dir/NAME. The page of
// an earlier run marks the files beside it as replaceable; pictures and pages are recognised by themselves.
func MayWrite(rule *output.Rule, dir string, e Experiment) error {
	folder := filepath.Join(dir, e.Name)
	files, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	figures := output.Beside(filepath.Join(folder, e.Name+".html"), formats.IsOwn)
	for _, f := range files {
		own := figures
		if ext := filepath.Ext(f.Name()); ext == ".html" || ext == ".png" {
			own = formats.IsOwn
		}
		if err := rule.Check(own, filepath.Join(folder, f.Name())); err != nil {
			return err
		}
	}
	return nil
}

// Run runs an experiment and writes Dir/NAME: NAME.html, results.json, CSV files and PNG files. After an error it
// writes what was measured before, with the error on the page.
func Run(ctx context.Context, e Experiment, opt Options) (*Results, error) {
	if opt.Dir == "" {
		return nil, param.Wrong(fmt.Errorf("no output folder: expected a path"))
	}
	if opt.Progress == nil {
		opt.Progress = func(string) {}
	}
	began := time.Now()
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	r := &journal{ctx: ctx, fail: fail, opt: opt, began: began, dir: filepath.Join(opt.Dir, e.Name), Results: Results{
		Experiment: e.Name, Title: e.Title, Paper: e.Paper, Claim: e.Claim, Protocol: e.Protocol, Program: report.Commit(),
		Quick: opt.Quick, Command: opt.Command, Backend: "cpu",
		Claims: e.Claims(),
	}, artist: report.Artist{Width: pictureSide, Height: pictureSide, Quality: render.Draft,
		Device: opt.Device}}
	defer r.artist.Close()
	err := r.write(true)
	if err == nil {
		err = e.run(r)
	}
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	r.Seconds = time.Since(began).Seconds()
	if err != nil {
		r.Error = err.Error()
		err = fmt.Errorf("%s: %w", e.Name, err)
	}
	err = errors.Join(err, r.write(false))
	return &r.Results, err
}
