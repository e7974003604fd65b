package main

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/param"
	"hysteron/render"
	"hysteron/sim"
	"hysteron/sweep"
)

type runCommand struct {
	Scene     string   `arg:"" help:"Path of a scene file, or name of a built-in scene."`
	Output    string   `short:"o" placeholder:"DIR" help:"Folder for pictures, caches and checkpoints (default: out/NAME)."`
	Backend   string   `default:"auto" enum:"auto,gpu,cpu" help:"What simulates: auto, gpu or cpu."`
	Frames    *int     `placeholder:"N" help:"Number of frames, instead of the scene's."`
	Resume    bool     `xor:"there" help:"Go on from the last checkpoint in the folder."`
	Overwrite bool     `xor:"there" help:"Replace the run in the folder; other files stay."`
	Static    bool     `help:"Seek the shape at rest instead of moving: the second frame is it."`
	Residual  *float64 `placeholder:"N" help:"With --static: the largest unbalanced force on a vertex [N]. Default: 1e-5, or a thousandth of a vertex's weight (a hundredth on the GPU), if that is less."`
	NoRender  bool     `help:"Write no pictures."`
	Fields    bool     `help:"Keep the internal friction of all triangles in all frames, for export --to vtk."`
	NoCache   bool     `name:"no-dress-cache" help:"Put garments on anew, and do not keep how they are then."`
	Set       []string `sep:"none" placeholder:"path=value" help:"Change a value of the scene, such as friction.internal=false; may be repeated."`
	Mode      []string `placeholder:"MODE" help:"Pictures of the materials (shaded), strain or friction; may be several: the first goes to DIR/frames, others to DIR/frames-MODE."`
	Task      *int     `placeholder:"N" help:"Of a planned sweep, whose folder stands for the scene: the task to run, or to go on with (default: $$SLURM_ARRAY_TASK_ID)."`
	Strict    bool     `help:"Exit with status 3 also where the verdict is to look at the run closely, not only where it is not good."`
	JSON      bool     `name:"json" help:"Print run.json at the end."`
	deviceFlag
	cameraFlags
}

// cameraFlags are the flags of the view.
type cameraFlags struct {
	Eye       numbers  `group:"Camera" placeholder:"X,Y,Z" help:"Position of the camera [m]."`
	Target    numbers  `group:"Camera" placeholder:"X,Y,Z" help:"Point in the middle of the picture [m]."`
	FOV       float64  `group:"Camera" name:"fov" placeholder:"DEG" help:"Vertical angle of view."`
	Azimuth   *float64 `group:"Camera" placeholder:"DEG" help:"Frame the scene from this angle, from the front towards +X."`
	Elevation *float64 `group:"Camera" placeholder:"DEG" help:"Frame the scene from this height."`
	Light     string   `group:"Camera" placeholder:"NAME" help:"Light: studio, or side, low from the left, so that folds show (default: the scene's)."`
	Range     float64  `group:"Camera" placeholder:"MAX" help:"Value at the upper end of the colours: strain in percent, friction in N/m."`
}

func (f *cameraFlags) view() (sim.View, error) {
	v := sim.View{Light: f.Light, Range: f.Range}
	if f.Light != "" && !slices.Contains(render.Lights(), f.Light) {
		return v, param.Wrong(fmt.Errorf("--light %q: expected %s", f.Light, strings.Join(render.Lights(), " or ")))
	}
	numbers := slices.Concat(f.Eye, f.Target, []float64{f.FOV, f.Range})
	for _, p := range []*float64{f.Azimuth, f.Elevation} {
		if p != nil {
			numbers = append(numbers, *p)
		}
	}
	for _, n := range numbers {
		if !(math.Abs(n) <= 1e6) {
			return v, param.Wrong(fmt.Errorf("camera: %g: expected finite numbers, -1e6 to 1e6", n))
		}
	}
	switch {
	case f.Range < 0:
		return v, param.Wrong(fmt.Errorf("--range %g: expected a number > 0", f.Range))
	case (f.Eye == nil) != (f.Target == nil):
		return v, param.Wrong(fmt.Errorf("camera: expected both --eye and --target"))
	case f.Eye != nil && (f.Azimuth != nil || f.Elevation != nil):
		return v, param.Wrong(fmt.Errorf("camera: expected either --eye and --target, or --azimuth and --elevation"))
	case f.Eye == nil && f.FOV != 0:
		return v, param.Wrong(fmt.Errorf("--fov: expected together with --eye and --target"))
	case f.Eye != nil:
		if len(f.Eye) != 3 || len(f.Target) != 3 {
			return v, param.Wrong(fmt.Errorf("camera: expected three numbers X,Y,Z for --eye and --target"))
		}
		c := render.Camera{
			Eye: r3.Vec{X: f.Eye[0], Y: f.Eye[1], Z: f.Eye[2]}, Target: r3.Vec{X: f.Target[0], Y: f.Target[1],
				Z: f.Target[2]},
			FovY: render.DefaultFovY,
		}
		if f.FOV != 0 {
			c.FovY = f.FOV * math.Pi / 180
		}
		if f.FOV != 0 && !(f.FOV >= 0.01 && f.FOV <= 179) {
			return v, param.Wrong(fmt.Errorf("--fov %g: expected 0.01 to 179 degrees", f.FOV))
		}
		if r3.Norm(r3.Sub(c.Target, c.Eye)) < 1e-3 {
			return v, param.Wrong(fmt.Errorf("camera: expected --eye and --target at least 1 mm apart"))
		}
		v.Camera = &c
	}
	if p := f.Elevation; p != nil && math.Abs(*p) > 89 {
		return v, param.Wrong(fmt.Errorf("--elevation %g: expected -89 to 89 degrees", *p))
	}
	radians := func(p *float64) *float64 {
		if p == nil {
			return nil
		}
		r := *p * math.Pi / 180
		return &r
	}
	v.Azimuth, v.Elevation = radians(f.Azimuth), radians(f.Elevation)
	return v, nil
}

func (r *runCommand) Run(c *console) error {
	if err := r.deviceFlag.check(r.Backend == "gpu"); err != nil {
		return err
	}
	view, err := r.view()
	if err != nil {
		return err
	}
	view.Device = r.Device
	frames := 0
	if r.Frames != nil {
		if frames = *r.Frames; frames < 1 {
			return param.Wrong(fmt.Errorf("--frames %d: expected at least 1", frames))
		}
	}
	var modes []string
	for _, m := range r.Mode {
		if !slices.Contains(modes, m) {
			modes = append(modes, m)
		}
	}
	options := sim.Options{Backend: r.Backend, NoRender: r.NoRender, Fields: r.Fields, Modes: modes, View: view}
	if options.Static = r.Static; r.Residual != nil {
		switch {
		case !r.Static:
			return param.Wrong(fmt.Errorf("--residual %g: expected with --static", *r.Residual))
		case !(*r.Residual > 0):
			return param.Wrong(fmt.Errorf("--residual %g: expected a number > 0", *r.Residual))
		}
		options.Residual = *r.Residual
	}
	for _, m := range r.Mode {
		if r.NoRender && slices.Contains(sim.Modes(), m) { // unknown modes have an error of their own
			return param.Wrong(fmt.Errorf("--mode %s: expected without --no-render", m))
		}
	}
	if !r.NoCache {
		options.DressCache, options.DressUnkept = sim.DressCache()
	}
	switch {
	case sweep.Is(r.Scene):
		return r.runTask(c, options)
	case r.Task != nil:
		return errNoSweep
	}
	setup, err := c.load(r.Scene, r.Set)
	if err != nil {
		return err
	}
	dir := r.Output
	if dir == "" {
		dir = filepath.Join("out", setup.Scene.Name)
	}
	if !r.Resume || !sim.Begun(dir) {
		if err := c.printProblems(setup); err != nil {
			return err
		}
	}
	bar := newProgress(c)
	options.Dir, options.Frames, options.Resume, options.Overwrite, options.Progress = dir, frames, r.Resume,
		r.Overwrite,
		bar.show
	info, err := sim.Run(c.ctx, setup, options)
	bar.end()
	return r.result(c, dir, info, err)
}

// result prints the result of a run, and returns its error.
func (r *runCommand) result(c *console, dir string, info *sim.RunInfo, err error) error {
	if info != nil {
		c.logResult("dir", dir, "run", info)
	}
	if info != nil && r.JSON {
		if jerr := c.printJSON(info); err == nil {
			err = jerr
		}
	}
	if err != nil {
		return err
	}
	g, text := verdict(info)
	if r.JSON {
		return poor(g, text, r.Strict, false)
	}
	gap := ""
	if info.MinGap != nil {
		gap = fmt.Sprintf(", smallest gap %.2g mm", 1e3**info.MinGap)
	}
	contact := "no intersections in any frame"
	if info.IntersectingFrames > 0 {
		contact = fmt.Sprintf("intersections in %d frames (contact.csv), up to %d of the cloth with itself and %d with "+
			"bodies", info.IntersectingFrames, info.SelfIntersections, info.BodyPenetrations)
	}
	if q := info.Static; q != nil {
		fmt.Fprintf(c.out, "at rest: at most %.2g N unbalanced on a vertex, after %d steps with %d iterations\n",
			q.Residual,
			q.Steps, q.Newton)
	}
	fmt.Fprintf(c.out, "%s: %d frames, %d steps of %.4g ms in %s; median step %.3g ms; largest stretch %.4f, %s%s, %d "+
		"unconverged steps\n",
		dir, info.Frames, info.Steps, 1e3*info.DT, short(seconds(info.Wall)), info.StepMS.Median, info.MaxStretch,
		contact, gap, info.UnconvergedSteps)
	if out := limits(info.Limits); out != "" {
		fmt.Fprintln(c.out, "iteration limits reached:", out)
	}
	fmt.Fprintln(c.out, text)
	return poor(g, text, r.Strict, true)
}

type renderCommand struct {
	Dir    string `arg:"" help:"Folder of a run."`
	Mode   string `default:"shaded" help:"The materials (shaded) or strain. Friction needs a run with --mode friction."`
	Output string `short:"o" placeholder:"DIR" help:"Folder of the pictures (default: frames or frames-MODE in the run's folder)."`
	First  *int   `placeholder:"N" help:"First frame (default: that of the run)."`
	Last   *int   `placeholder:"N" help:"Last frame (default: that of the run)."`
	Width  *int   `placeholder:"N" help:"Width of the pictures [pixels], instead of the scene's."`
	Height *int   `placeholder:"N" help:"Height of the pictures [pixels]."`

	Turntable *int   `placeholder:"N" help:"N pictures of the last frame from all around, in DIR/turntable, instead of the frames."`
	Sheet     string `placeholder:"COLUMNSxROWS" help:"One picture, DIR/sheet.png, of so many frames."`
	Beside    string `placeholder:"DIR" help:"Another run to show to the right of this one, such as the same scene without friction."`
	MP4       string `name:"mp4" placeholder:"FILE" help:"Make a film of the pictures too; needs ffmpeg."`
	Fit       bool   `group:"Camera" help:"Move the scene's camera until all fills the picture."`
	outputFlag
	deviceFlag
	cameraFlags
}

func (r *renderCommand) Run(c *console) error {
	if err := r.deviceFlag.check(false); err != nil {
		return err
	}
	view, err := r.view()
	if err != nil {
		return err
	}
	view.Device = r.Device
	setup, err := c.loadRun(r.Dir)
	if err != nil {
		return err
	}
	for _, q := range []struct {
		name      string
		value, to *int
	}{{"width", r.Width, &setup.Scene.Render.Width}, {"height", r.Height, &setup.Scene.Render.Height}} {
		if q.value == nil {
			continue
		}
		if *q.to = *q.value; *q.to < 1 || *q.to > 16384 {
			return param.Wrong(fmt.Errorf("--%s %d: expected 1 to 16384 pixels", q.name, *q.to))
		}
	}
	view.Fit = r.Fit
	options := sim.RenderOptions{
		Mode: strings.ToLower(r.Mode), View: view, Out: r.Output, Span: sim.Span{First: r.First, Last: r.Last},
		Beside: r.Beside, Movie: r.MP4, Over: r.Overwrite, Note: c.warn,
	}
	if r.Beside != "" {
		if options.Other, err = c.loadRun(r.Beside); err != nil {
			return err
		}
	}
	if n := r.Turntable; n != nil {
		if options.Turntable = *n; *n < 1 || *n > 3600 {
			return param.Wrong(fmt.Errorf("--turntable %d: expected 1 to 3600 pictures", *n))
		}
	}
	if r.Sheet != "" {
		columns, rows, _ := strings.Cut(strings.ToLower(r.Sheet), "x")
		options.Sheet[0], err = strconv.Atoi(columns)
		if err == nil {
			options.Sheet[1], err = strconv.Atoi(rows)
		}
		if n := options.Sheet; err != nil || min(n[0], n[1]) < 1 || max(n[0], n[1]) > 100 {
			return param.Wrong(fmt.Errorf("--sheet %s: expected columns and rows, such as 4x2", r.Sheet))
		}
		if r.Turntable != nil || r.MP4 != "" {
			return param.Wrong(fmt.Errorf("--sheet: expected without --turntable and --mp4, it is one picture"))
		}
	}
	bar := newProgress(c)
	options.Progress = bar.show
	n, err := sim.Render(c.ctx, setup, r.Dir, options)
	bar.end()
	if err == nil {
		where := options.Folder(r.Dir)
		if r.Sheet != "" {
			where = filepath.Join(where, "sheet.png")
		}
		fmt.Fprintf(c.out, "%s: %d picture%s\n", where, n, map[bool]string{false: "s"}[n == 1])
		if r.MP4 != "" {
			fmt.Fprintf(c.out, "%s: a film of them\n", r.MP4)
		}
	}
	return err
}
