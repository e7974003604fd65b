package experiments

import (
	"errors"
	"slices"
	"time"

	"hysteron/claim"
)

// Experiment is an experiment of the paper.
type Experiment struct {
	Name  string
	Title string
	Paper string // figures and section
	Claim string // claim of the paper
	// Protocol describes the runs and their number; where the answer is unique, why there are no runs from perturbed
	// starts.
	Protocol string
	Exact    []claim.Claim // of quantities with one answer
	Shows    []claim.Claim // of the means of runs, which have noise
	run      func(*journal) error
}

// Claims returns all claims. They are fixed before anything is measured.
func (e *Experiment) Claims() []claim.Claim {
	list := slices.Concat(e.Exact, e.Shows)
	for i := range e.Shows {
		list[len(e.Exact)+i].Noisy = true
	}
	return list
}

// Options are the settings of an experiment.
type Options struct {
	Dir      string        // results go to Dir/NAME
	Quick    bool          // fewer fabrics, radii and trials; coarser meshes
	Backend  string        // of experiments that run scenes: "auto" (also ""), "cpu" or "gpu"
	Device   *int          // of OpenGL; nil: see opengl.Auto
	Paper    bool          // characters also with the paper's meshes: hours
	For      time.Duration // no run begins after this time; 0: no limit
	Command  string        // noted on the page
	Progress func(line string)
}

// ErrPaused reports that the time limit was reached. The next call resumes.
var ErrPaused = errors.New("the time is over: the same command goes on")

// paused returns ErrPaused after the time limit.
func (r *journal) paused() error {
	if r.opt.For > 0 && time.Since(r.began) > r.opt.For {
		return ErrPaused
	}
	return nil
}
