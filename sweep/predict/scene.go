package predict

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
	"hysteron/cloth"
	"hysteron/output"
	"hysteron/param"
	"hysteron/report"
	"hysteron/scenes"
	"hysteron/sim"
	"hysteron/sweep"
)

// Scene is a scene to predict.
type Scene struct {
	Name      string   // built-in name or path
	Set       []string // overrides
	Frames    int      // 0: the scene's
	Backend   string
	Of        string // fabric of the scene that the draws replace; empty: the only one
	Dir       string // folder of the sweep
	Overwrite bool
}

// fabricFolder is the folder of the drawn fabrics. 0000.toml has the best numbers.
const fabricFolder = "fabrics"

// pieces returns the paths of the keys of the fabrics that the draws replace.
func (q *Scene) pieces() (paths []string, reads []string, err error) {
	s, err := scenes.Load(q.Name, q.Set)
	if err != nil {
		return nil, nil, param.Wrong(err)
	}
	all, names := map[string][]string{}, []string{}
	add := func(table string, i int, c *scenes.Cloth) {
		name := c.Fabric.Base
		if name == "" {
			name = c.Name + "'s own"
		}
		if all[name] == nil {
			names = append(names, name)
		}
		all[name] = append(all[name], fmt.Sprintf("%s.%d.fabric", table, i))
	}
	for i := range s.Garments {
		add("garment", i, &s.Garments[i].Cloth)
	}
	for i := range s.Sheets {
		add("sheet", i, &s.Sheets[i].Cloth)
	}
	for i := range s.Tubes {
		add("tube", i, &s.Tubes[i].Cloth)
	}
	for i := range s.Meshes {
		add("mesh", i, &s.Meshes[i].Cloth)
	}
	switch {
	case len(names) == 0:
		return nil, nil,
			param.Wrong(fmt.Errorf("%s has no cloth with a fabric: expected a garment, sheet, tube or mesh",
				q.Name))
	case q.Of == "" && len(names) > 1:
		return nil, nil,
			param.Wrong(fmt.Errorf("%s has cloth of %s: expected --of with the one that --fabric stands for",
				q.Name, strings.Join(names, ", ")))
	case q.Of == "":
		return all[names[0]], s.Reads(), nil
	case all[q.Of] == nil:
		return nil, nil, param.Wrong(fmt.Errorf("--of %s: expected a fabric of %s, %s", q.Of, q.Name,
			strings.Join(names, " or ")))
	}
	return all[q.Of], s.Reads(), nil
}

// plan writes the fabrics, and plans a sweep of the scene with each.
func (q *Scene) plan(ctx context.Context, c *Cloth, texts [][]byte) (*sweep.Manifest, error) {
	paths, reads, err := q.pieces()
	if err != nil {
		return nil, err
	}
	dir, err := filepath.Abs(q.Dir)
	if err != nil {
		return nil, err
	}
	scene := q.Name
	if !scenes.IsName(scene) {
		if scene, err = filepath.Abs(scene); err != nil {
			return nil, err
		}
	}
	var text strings.Builder
	fmt.Fprintf(&text, "name = %s\nscene = %s\nset = %s\nbackend = %s\n", param.TOML("prediction"),
		param.TOML(scene), param.TOML(list(q.Set)), param.TOML(q.Backend))
	if q.Frames > 0 {
		fmt.Fprintf(&text, "frames = %d\n", q.Frames)
	}
	files := make([]string, len(texts))
	for i := range texts {
		files[i] = filepath.Join(dir, fabricFolder, fmt.Sprintf("%04d.toml", i))
		set := make([]string, len(paths))
		for k, path := range paths {
			set[k] = path + "=" + param.TOML(files[i])
		}
		fmt.Fprintf(&text, "[[case]]\nname = \"draw-%04d\"\nset = %s\n", i, param.TOML(list(set)))
	}
	f, err := sweep.Parse(filepath.Join(dir, "prediction.toml"), []byte(text.String()))
	if err != nil {
		return nil, err
	}
	old, err := sweep.Open(dir)
	going := err == nil && old.Text == f.Text // continue a sweep of the same plan
	if err == nil && !going && !q.Overwrite {
		return nil,
			param.Wrong(fmt.Errorf("%s holds another sweep: expected --overwrite to replace its plan, or another "+
				"folder (-o)", q.Dir))
	}
	rule := output.Rule{Overwrite: q.Overwrite, Reads: append(reads, c.Base)}
	if err := rule.Check(output.Sealed, files...); err != nil {
		return nil, err
	}
	if err := output.Folder(filepath.Join(dir, fabricFolder)); err != nil {
		return nil, err
	}
	for i, text := range texts {
		sealed := output.Seal(text)
		if was, err := os.ReadFile(files[i]); err == nil && bytes.Equal(was, sealed) {
			continue
		}
		if err := report.WriteFile(filepath.Dir(files[i]), filepath.Base(files[i]), sealed); err != nil {
			return nil, err
		}
	}
	return f.Plan(ctx, sweep.PlanOptions{Dir: q.Dir, Overwrite: going || q.Overwrite})
}

func list(texts []string) []any {
	all := make([]any, len(texts))
	for i, t := range texts {
		all[i] = t
	}
	return all
}

// missing returns the folders of a path that do not exist, the innermost first.
func missing(dir string) (list []string) {
	for {
		if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
			return list
		}
		list = append(list, dir)
		dir = filepath.Dir(dir)
	}
}

// Run runs the scene with each drawn fabric, as a sweep in its folder. Finished runs are kept. A folder that it has
// made is removed if no run was begun.
func (q *Scene) Run(ctx context.Context, c *Cloth, opt Options, check func(*scenes.Setup) error) (p *Prediction,
	err error) {
	made := missing(filepath.Clean(q.Dir))
	var m *sweep.Manifest
	defer func() {
		if err == nil || len(made) == 0 || m != nil && begun(m) {
			return
		}
		err = errors.Join(err, os.RemoveAll(made[0]))
		for _, dir := range made[1:] {
			if os.Remove(dir) != nil { // it is in use
				return
			}
		}
	}()
	texts, _, err := c.fabrics(opt)
	if err != nil {
		return nil, err
	}
	m, err = q.plan(ctx, c, texts)
	if err != nil {
		return nil, err
	}
	cache, unkept := sim.DressCache()
	for i := range m.Tasks {
		t := &m.Tasks[i]
		one := check
		if i > 0 { // other scenes differ in numbers only
			one = nil
		}
		_, _, err := m.Run(ctx, t, sim.Options{Backend: q.Backend, Overwrite: q.stale(m, t), DressCache: cache,
			DressUnkept: unkept, NoRender: true}, one)
		if err != nil {
			with := "the best numbers"
			if i > 0 {
				with = fmt.Sprintf("draw %d of %d", i, len(m.Tasks)-1)
			}
			return nil, fmt.Errorf("with %s: %w", with, err)
		}
		if opt.Done != nil {
			opt.Done(float64(i+1) / float64(len(m.Tasks)))
		}
	}
	g, err := m.Gather(ctx)
	if err != nil {
		return nil, err
	}
	p = &Prediction{What: "the scene " + q.Name, Cloth: c, Draws: opt.Draws, Seed: opt.Seed}
	if err := p.gather(g); err != nil {
		return nil, err
	}
	p.picture = func(ctx context.Context, _ *report.Artist, draw int) ([]byte, error) {
		return picture(ctx, m.RunDir(&m.Tasks[draw+1]))
	}
	return p, nil
}

// begun reports whether there is a run of a sweep.
func begun(m *sweep.Manifest) bool {
	return slices.ContainsFunc(m.Tasks, func(t sweep.Task) bool {
		_, err := os.Lstat(m.RunDir(&t))
		return !errors.Is(err, fs.ErrNotExist)
	})
}

// stale reports whether the run of a task belongs to another plan and may be replaced.
func (q *Scene) stale(m *sweep.Manifest, t *sweep.Task) bool {
	state, _, err := m.State(t)
	return q.Overwrite && err == nil && state == sweep.Other
}

// measured is a figure with its name and unit.
type measured struct {
	name, unit string
	value      float64
}

// gather collects the figures of all runs; the first run has the best numbers.
func (p *Prediction) gather(g *sweep.Gathered) error {
	var names []measured
	values := map[string][]float64{}
	unconverged := 0
	for i := range g.Rows {
		row := &g.Rows[i]
		if row.State != sweep.Finished {
			return fmt.Errorf("%s: not finished (%s)", g.Manifest.RunDir(row.Task), row.Problem)
		}
		of, err := figuresOf(g.Manifest.RunDir(row.Task))
		if err != nil {
			return err
		}
		for _, f := range []measured{{"max_stretch", "", 0}, {"min_gap_m", "m", 0}} {
			if v, ok := row.Number(f.name); ok {
				f.value = v
				of = append(of, f)
			}
		}
		if v, ok := row.Number("unconverged_steps"); ok && v > 0 {
			unconverged++
		}
		for _, f := range of {
			if i == 0 {
				names = append(names, f)
			}
			values[f.name] = append(values[f.name], f.value)
		}
	}
	for _, f := range names {
		if v := values[f.name]; len(v) == len(g.Rows) {
			p.Figures = append(p.Figures, figure(f.name, f.unit, f.value, v[1:]))
		}
	}
	if unconverged > 0 {
		p.Notes = append(p.Notes,
			fmt.Sprintf("%d of %d runs have steps that have not converged: hysteron sweep gather "+
				"shows which", unconverged, len(g.Rows)))
	}
	return nil
}

// figuresOf measures the last frame of a run: extents of each piece of cloth, its motion and folding since the first
// frame, and its contact with bodies.
func figuresOf(dir string) (list []measured, err error) {
	setup, err := sim.LoadRun(dir)
	if err != nil {
		return nil, err
	}
	folded, err := check.MeasureWrinkles(dir, check.WrinkleOptions{})
	if err != nil {
		return nil, err
	}
	x, frame, err := sim.LastFrame(dir, setup)
	if err != nil {
		return nil, err
	}
	lying, err := sim.MeasureOnBodies(setup, frame, x)
	if err != nil {
		return nil, err
	}
	// Coordinates in single precision resolve no shorter lengths than 2⁻²⁴ of the largest: what is below is rounding.
	largest := 0.0
	for _, p := range x {
		largest = max(largest, math.Abs(p.X), math.Abs(p.Y), math.Abs(p.Z))
	}
	rounding := map[string]float64{"m": largest * 0x1p-24, "mm": 1e3 * largest * 0x1p-24}
	for i := range setup.Model.Parts {
		part, name := setup.Model.Parts[i], setup.Pieces[i].Name
		add := func(figure, unit string, v float64) {
			if math.Abs(v) < rounding[unit] {
				v = 0
			}
			list = append(list, measured{name + "." + figure, unit, v})
		}
		here := cloth.Of(&part, x)
		lo, hi := here[0], here[0]
		for _, p := range here {
			lo = r3.Vec{X: min(lo.X, p.X), Y: min(lo.Y, p.Y), Z: min(lo.Z, p.Z)}
			hi = r3.Vec{X: max(hi.X, p.X), Y: max(hi.Y, p.Y), Z: max(hi.Z, p.Z)}
		}
		add("height_m", "m", hi.Y-lo.Y)
		add("lowest_m", "m", lo.Y)
		add("width_m", "m", hi.X-lo.X)
		add("depth_m", "m", hi.Z-lo.Z)
		if k := slices.IndexFunc(folded, func(g check.GarmentWrinkles) bool { return g.Name == name }); k >= 0 &&
			len(folded[k].Frames) > 0 {
			last := folded[k].Frames[len(folded[k].Frames)-1]
			add("moved_mm", "mm", last.Moved)
			add("folded_deg", "deg", last.Angle)
		}
		if lying != nil {
			add("gap_m", "m", lying[i].Gap)
			add("touching", "", lying[i].Touching)
			add("pressure_pa", "Pa", lying[i].Pressure)
		}
	}
	return list, nil
}

// picture returns the last picture of a run.
func picture(ctx context.Context, dir string) ([]byte, error) {
	setup, err := sim.LoadRun(dir)
	if err != nil {
		return nil, err
	}
	_, frame, err := sim.LastFrame(dir, setup)
	if err != nil {
		return nil, err
	}
	folder, last := filepath.Join(dir, "predicted"), setup.Scene.StartFrame+frame
	if _, err := sim.Render(ctx, setup, dir, sim.RenderOptions{Out: folder, Span: sim.Span{First: &last, Last: &last},
		View: sim.View{Fit: true}}); err != nil {
		return nil, err
	}
	files, err := fs.Glob(os.DirFS(folder), "*.png")
	if err != nil || len(files) == 0 {
		return nil, errors.Join(err, fmt.Errorf("%s: no picture", folder))
	}
	return os.ReadFile(filepath.Join(folder, slices.Max(files)))
}
