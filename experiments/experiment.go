package experiments

import (
	"errors"
	"slices"
	"time"

	"hysteron/claim"
)

// Experiment is one of the paper's.
type Experiment struct {
	Name  string
	Title string
	Paper string // figures and section
	Claim string // what the paper says
	// Protocol is what is run and how often; where the answer is unique, why there are no runs from perturbed starts.
	Protocol string
	Exact    []claim.Claim // of quantities with one answer
	Shows    []claim.Claim // of the means of runs, which have noise
	run      func(*journal) error
}

// Claims returns all claims, written down before anything is measured.
func (e *Experiment) Claims() []claim.Claim {
	list := slices.Concat(e.Exact, e.Shows)
	for i := range e.Shows {
		list[len(e.Exact)+i].Noisy = true
	}
	return list
}

// Options say how to run an experiment.
type Options struct {
	Dir      string        // results go to Dir/NAME
	Quick    bool          // fewer fabrics, radii, trials; coarser meshes
	Backend  string        // of experiments that run scenes: "auto" (also ""), "cpu" or "gpu"
	Device   *int          // of OpenGL; nil: see opengl.Auto
	Paper    bool          // characters with the paper's meshes, too: hours
	For      time.Duration // no run is begun after so long; 0: no end
	Command  string        // noted on the page
	Progress func(line string)
}

// ErrPaused says that the time is over; the next call goes on.
var ErrPaused = errors.New("the time is over: the same command goes on")

// paused reports whether the time is over.
func (r *journal) paused() error {
	if r.opt.For > 0 && time.Since(r.began) > r.opt.For {
		return ErrPaused
	}
	return nil
}
