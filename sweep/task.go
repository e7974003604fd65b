package sweep

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"hysteron/param"
	"hysteron/scenes"
	"hysteron/sim"
)

// State is the progress of a task.
type State string

// States of a task.
const (
	Waiting  State = "waiting"  // no frame
	Partial  State = "partial"  // some frames
	Finished State = "finished" // all frames
	Other    State = "other"    // its folder has a run of another input, from before the sweep was replanned
)

// State returns the progress of a task, and the content of run.json, nil if missing.
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

// Run runs a task, or resumes it. If it is finished, Run returns its run.json and ran is false. A new run starts only
// if check, which may be nil, returns no error. Dir, Frames and Resume of the options are set from the task; Backend is
// the sweep's if it is empty or "auto".
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
	if _, err := os.Stat(opt.Dir); err == nil { // an interrupted run may lack a run.json
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

// indices are the environment variables with the index of an array task, and the index of the first task: 1 where users
// choose the indices, 0 where they always start there. Source: the manuals of Slurm (sbatch), PBS Professional and
// OpenPBS (qsub -J), Torque (qsub -t), LSF (bsub -J), Grid Engine (qsub -t), AWS Batch (array jobs) and Kubernetes
// (Job, completionMode Indexed).
var indices = []struct {
	variable string
	first    int
	outside  string // its value outside of arrays, which is ignored
}{
	{"SLURM_ARRAY_TASK_ID", 1, ""},
	{"PBS_ARRAY_INDEX", 1, ""},
	{"PBS_ARRAYID", 1, ""},
	{"LSB_JOBINDEX", 1, "0"},
	{"SGE_TASK_ID", 1, "undefined"},
	{"AWS_BATCH_JOB_ARRAY_INDEX", 0, ""},
	{"JOB_COMPLETION_INDEX", 0, ""},
}

// Number returns the number of the task to run: asked, or else that of the current array job.
func Number(asked *int, lookup func(string) (string, bool)) (int, error) {
	if asked != nil {
		return *asked, nil
	}
	number, from := 0, ""
	var names []string
	for _, i := range indices {
		names = append(names, i.variable)
		text, ok := lookup(i.variable)
		if !ok || text == i.outside {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			return 0, param.Wrong(fmt.Errorf("%s: %q: expected a whole number", i.variable, text))
		}
		if n += 1 - i.first; from != "" && n != number {
			return 0, param.Wrong(fmt.Errorf("which task: %s says %d and %s %d: expected --task N", from, number, i.variable, n))
		}
		number, from = n, i.variable
	}
	if from == "" {
		return 0, param.Wrong(fmt.Errorf("which task: expected --task N, or one of %s as batch systems set them",
			strings.Join(names, ", ")))
	}
	return number, nil
}
