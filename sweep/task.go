package sweep

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"hysteron/param"
	"hysteron/scenes"
	"hysteron/sim"
)

// State is how far a task is.
type State string

// States of a task.
const (
	Waiting  State = "waiting"  // no frame is there
	Partial  State = "partial"  // some frames are there
	Finished State = "finished" // all are
	Other    State = "other"    // its folder has a run of another input: the sweep was planned anew since
)

// State looks at the run of a task. The figures are those of run.json, nil if there is none.
func (m *Manifest) State(t *Task) (State, *sim.RunInfo, error) {
	dir := m.RunDir(t)
	info, err := sim.ReadRunInfo(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return Waiting, nil, nil
	}
	if err != nil {
		return "", nil, err
	}
	same, err := scenes.SameInput(m.ScenePath(t), filepath.Join(dir, "input.json"))
	switch {
	case err != nil:
		return "", nil, err
	case !same:
		return Other, info, nil
	case info.Frames >= t.Frames && info.Unchecked == 0:
		return Finished, info, nil
	case info.Frames == 0:
		return Waiting, info, nil
	}
	return Partial, info, nil
}

// Run runs a task, or goes on with it. What is finished is left as it is: info is what its run.json says, and ran is
// false. A scene that is not begun yet is run where check, which may be nil, says nothing against it. Of the options
// Dir, Frames and Resume follow from the task; Backend is the sweep's if it is empty or "auto".
func (m *Manifest) Run(ctx context.Context, t *Task, opt sim.Options,
	check func(*scenes.Setup) error) (info *sim.RunInfo, ran bool, err error) {
	state, info, err := m.State(t)
	switch {
	case err != nil:
		return nil, false, err
	case opt.Overwrite:
	case state == Finished:
		return info, false, nil
	case state == Other:
		return nil, false, param.Wrong(fmt.Errorf("%s holds a run of another input than %s: expected --overwrite to "+
			"replace it, or that folder moved elsewhere", m.RunDir(t), m.ScenePath(t)))
	}
	s, err := scenes.Load(m.ScenePath(t), nil)
	if err != nil {
		return nil, false, err
	}
	setup, err := s.Build()
	if err != nil {
		return nil, false, err
	}
	opt.Dir, opt.Frames = m.RunDir(t), t.Frames
	if _, err := os.Stat(opt.Dir); err == nil { // a run that was killed may have left less than a run.json
		opt.Resume = !opt.Overwrite
	}
	if check != nil && !(opt.Resume && sim.Begun(opt.Dir)) {
		if err := check(setup); err != nil {
			return nil, false, err
		}
	}
	if opt.Backend == "" || opt.Backend == "auto" {
		opt.Backend = m.Backend
	}
	opt.NoRender = opt.NoRender || !m.Pictures
	info, err = sim.Run(ctx, setup, opt)
	return info, true, err
}

// taskVariable is what Slurm sets in each task of an array.
const taskVariable = "SLURM_ARRAY_TASK_ID"

// Number is the number of the task to run: as asked for, or else that of the job that this process is in.
func Number(asked *int, lookup func(string) (string, bool)) (int, error) {
	if asked != nil {
		return *asked, nil
	}
	text, ok := lookup(taskVariable)
	if !ok {
		return 0, param.Wrong(fmt.Errorf("which task: expected --task N, or %s as Slurm sets it", taskVariable))
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, param.Wrong(fmt.Errorf("%s: %q: expected a whole number", taskVariable, text))
	}
	return n, nil
}
