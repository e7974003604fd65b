package sweep

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"hysteron/formats"
	"hysteron/output"
	"hysteron/param"
	"hysteron/report"
	"hysteron/scenes"
	"hysteron/sim"
)

// PlanOptions are the options of Plan.
type PlanOptions struct {
	Dir       string
	Overwrite bool               // replace an existing plan
	Progress  func(done float64) // 0 to 1; may be nil
}

// Plan builds the scene of each task, which finds errors early, and writes all into a folder. The manifest is written
// last: without it there is no sweep. Existing runs are kept.
func (f *File) Plan(ctx context.Context, opt PlanOptions) (*Manifest, error) {
	m := f.Manifest()
	m.Dir = opt.Dir
	switch _, err := os.Lstat(filepath.Join(m.Dir, manifestName)); {
	case err == nil && !opt.Overwrite:
		return nil, param.Wrong(fmt.Errorf("%s holds a sweep already: expected --overwrite to plan it anew, or another "+
			"folder; runs of tasks that stay the same are kept", m.Dir))
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	rule := output.Rule{Overwrite: opt.Overwrite, Reads: []string{f.Path}}
	s, err := scenes.Load(f.scene(), f.Set)
	if err != nil {
		return nil, param.Wrong(err)
	}
	rule.Reads = append(rule.Reads, s.Reads()...)
	if err := rule.Check(output.Never, filepath.Join(m.Dir, manifestName)); err != nil {
		return nil, err
	}
	for i := range m.Tasks {
		if err := rule.Check(output.OwnSummary, m.ScenePath(&m.Tasks[i])); err != nil {
			return nil, err
		}
	}
	if err := output.Folder(filepath.Join(m.Dir, "scenes")); err != nil {
		return nil, err
	}
	texts := func(t *Task) ([]byte, error) {
		s, err := scenes.Load(f.scene(), t.Set)
		if err != nil {
			return nil, t.wrong(err)
		}
		ofCase := (t.Number - 1) / (len(m.Tasks) / max(1, len(f.Cases)))
		if err := f.clash(f.setters(ofCase), s.Targets()); err != nil {
			return nil, err
		}
		setup, err := s.Build()
		if err != nil {
			return nil, t.wrong(err)
		}
		if err := setup.ErrDevice(); err != nil && f.Backend == "gpu" {
			return nil, param.Wrong(t.wrong(err))
		}
		if err := rule.Read(setup.Reads()...); err != nil {
			return nil, err
		}
		if t.Frames = s.Frames; f.Frames > 0 {
			t.Frames = f.Frames
		}
		t.Vertices, t.Steps = len(setup.Model.X0), (t.Frames-1)*s.StepsPerFrame()
		return setup.CarriedInput(m.Commit, t.Frames, filepath.Dir(m.ScenePath(t)), filepath.Join(m.Dir, "files"), &rule)
	}
	for i := range m.Tasks {
		t := &m.Tasks[i]
		if ctx.Err() != nil {
			return nil, sim.ErrInterrupted
		}
		text, err := texts(t)
		if err != nil {
			return nil, err
		}
		if err := formats.WriteFileAtomic(m.ScenePath(t), func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		}); err != nil {
			return nil, err
		}
		if opt.Progress != nil {
			opt.Progress(float64(i+1) / float64(len(m.Tasks)))
		}
	}
	for n := len(m.Tasks) + 1; ; n++ { // of a longer earlier plan
		path := scenePath(m.Dir, n)
		if own, err := output.OwnSummary(path); errors.Is(err, fs.ErrNotExist) || err == nil && !own {
			break
		} else if err != nil {
			return nil, err
		}
		if err := os.Remove(path); err != nil {
			return nil, err
		}
	}
	return m, m.save()
}

// wrong adds the task to an error.
func (t *Task) wrong(err error) error {
	return fmt.Errorf("task %d (%s): %w", t.Number, t.Name, err)
}

// scene returns the scene, by name or path.
func (f *File) scene() string {
	if scenes.IsName(f.Scene) || filepath.IsAbs(f.Scene) {
		return f.Scene
	}
	return filepath.Join(filepath.Dir(f.Path), f.Scene)
}

// Manifest returns the tasks: cases vary slowest, then the axes in order, then samples. If the sweep does not set the
// number of frames, it is set from the scene, see Plan.
func (f *File) Manifest() *Manifest {
	m := &Manifest{
		Format: manifestFormat, Name: f.Name, Commit: report.Commit(), Backend: f.Backend, Pictures: f.Pictures,
		Axes: []string{}, Random: len(f.Random), Text: f.Text,
	}
	cases := f.Cases
	if len(cases) > 0 {
		m.Axes = append(m.Axes, "case")
	} else {
		cases = []Case{{}}
	}
	for _, a := range f.Axes {
		m.Axes = append(m.Axes, a.Name)
	}
	for _, r := range f.Random {
		m.Axes = append(m.Axes, r.Name)
	}
	for _, c := range cases {
		at := make([]int, len(f.Axes)) // index of the value of each axis
		for more := true; more; {
			for sample := range max(1, f.Samples) {
				m.Tasks = append(m.Tasks, f.task(m, c, at, sample))
			}
			more = false
			for k := len(at) - 1; k >= 0 && !more; k-- {
				at[k]++
				if more = at[k] < len(f.Axes[k].Values); !more {
					at[k] = 0
				}
			}
		}
	}
	return m
}

// task returns the next task.
func (f *File) task(m *Manifest, c Case, at []int, sample int) Task {
	t := Task{Number: len(m.Tasks) + 1, Frames: f.Frames, Values: []Value{}, Set: append(append([]string{}, f.Set...),
		c.Set...)}
	if c.Name != "" {
		t.Values = append(t.Values, Value{c.Name})
	}
	set := func(path string, v Value) {
		text, _ := overrideText(v.V, 0)
		t.Values, t.Set = append(t.Values, v), append(t.Set, path+"="+text)
	}
	for k := range at {
		set(f.Axes[k].Path, f.Axes[k].Values[at[k]])
	}
	for k, r := range f.Random {
		// Each sample and key has its own random stream: additional samples or keys do not change the others.
		draw := rand.New(rand.NewPCG(uint64(f.Seed), uint64(sample)<<16|uint64(k)))
		set(r.Path, number(between(r.From, r.To, draw.Float64(), r.Scale), r.Whole))
	}
	var names []string
	for k, v := range t.Values {
		names = append(names, m.Axes[k]+"="+v.Short())
	}
	t.Name = strings.Join(names, ", ")
	return t
}
