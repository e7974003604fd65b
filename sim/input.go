package sim

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"syscall"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
	"hysteron/param"
	"hysteron/render"
	"hysteron/report"
	"hysteron/scenes"
)

// runOptions is the options of a run in its input.json.
type runOptions struct {
	Backend   string   `key:"backend" check:"required one=cpu|gpu" doc:"what simulated"`
	Every     int      `key:"checkpoint_every" check:"required min=1 max=1000000" doc:"frames between checkpoints"`
	Pictures  bool     `key:"pictures" default:"true" doc:"whether there are any"`
	Fields    bool     `key:"fields" default:"false" doc:"whether the internal friction of all triangles is kept"`
	Modes     []string `key:"modes" check:"one=shaded|strain|friction" doc:"of the pictures"`
	Camera    *camera  `key:"camera" doc:"instead of the scene's"`
	Azimuth   *float64 `key:"azimuth_rad" unit:"rad" doc:"from where all is in the picture"`
	Elevation *float64 `key:"elevation_rad" unit:"rad" doc:"from where all is in the picture"`
	Light     string   `key:"light" check:"one=studio|side" doc:"instead of the scene's"`
	Range     float64  `key:"range" check:"min=0" doc:"value at the upper end of the colours"`
}

// camera is a render.Camera without shift, which runs do not use.
type camera struct {
	Eye    r3.Vec  `key:"eye_m" unit:"m" check:"required" doc:"position"`
	Target r3.Vec  `key:"target_m" unit:"m" check:"required" doc:"in the middle of the picture"`
	Up     r3.Vec  `key:"up" check:"required" doc:"direction"`
	FovY   float64 `key:"fov_rad" unit:"rad" check:"above=0 max=3.2" doc:"full vertical angle of view"`
}

// inputContents returns the contents of input.json.
func (r *runner) inputContents() map[string]any {
	o := &r.opt
	a := runOptions{
		Backend: r.backend.On.Name(), Every: r.every, Pictures: !o.NoRender, Fields: o.Fields, Modes: r.modes,
		Azimuth: o.View.Azimuth, Elevation: o.View.Elevation, Light: o.View.Light, Range: o.View.Range,
	}
	if c := o.View.Camera; c != nil {
		a.Camera = &camera{c.Eye, c.Target, c.Up, c.FovY}
	}
	return param.Encode(&a)
}

// recall sets missing options from the input.json of the run that is the scene.
func (o *Options) recall(run map[string]any) error {
	if run == nil {
		return nil
	}
	var a runOptions
	if found := param.Decode(run, &a); found != nil {
		return param.Wrong(fmt.Errorf("input.json: run.%s", found[0]))
	}
	if o.Backend == "" || o.Backend == "auto" {
		o.Backend = a.Backend
	}
	if o.CheckpointEvery == 0 {
		o.CheckpointEvery = a.Every
	}
	o.Fields = o.Fields || a.Fields
	if o.NoRender = o.NoRender || !a.Pictures; len(o.Modes) == 0 {
		o.Modes = a.Modes
	}
	if v := &o.View; v.Camera == nil && v.Azimuth == nil && v.Elevation == nil {
		v.Azimuth, v.Elevation = a.Azimuth, a.Elevation
		if c := a.Camera; c != nil {
			v.Camera = &render.Camera{Eye: c.Eye, Target: c.Target, Up: c.Up, FovY: c.FovY}
		}
	}
	o.View.Light = cmp.Or(o.View.Light, a.Light)
	if o.View.Range == 0 {
		o.View.Range = a.Range
	}
	return nil
}

func sceneName(s *scenes.Scene) string {
	if s.Path == "" {
		return s.Name
	}
	return s.Path
}

func inputPath(dir string) string { return filepath.Join(dir, "input.json") }

// writeInput writes DIR/input.json.
func (r *runner) writeInput() error {
	text, err := r.setup.Input(report.Commit(), r.opt.Frames, r.inputContents())
	if err != nil {
		return err
	}
	return formats.WriteFileAtomic(inputPath(r.opt.Dir), func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// LoadRun loads and builds the scene of the run in dir.
func LoadRun(dir string) (*scenes.Setup, error) {
	s, err := scenes.Load(inputPath(dir), nil)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		err = fmt.Errorf("%w: expected the folder of a run, which hysteron run SCENE -o DIR writes", err)
	}
	if err != nil {
		return nil, err
	}
	return s.Build()
}

// errFriction is the error of a picture of friction without stored fields.
var errFriction = param.Wrong(errors.New("mode friction needs the friction history, which caches do not hold: use " +
	"hysteron run with --mode friction"))
