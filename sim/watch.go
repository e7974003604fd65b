package sim

import (
	"fmt"
	"sync/atomic"

	"hysteron/step"
)

func interruptedIn(frame, last int) error {
	return fmt.Errorf("%w in frame %d of %d: run again with --resume to go on", ErrInterrupted, frame, last)
}

// watch looks on at a step, k of so many: it ends the step if the run is to end, and knows what takes so long.
func (r *runner) watch(k, steps int) step.Watch {
	var last atomic.Pointer[step.Moment]
	r.lookout.Within(func() string { return fmt.Sprintf("step %d of %d: ", k+1, steps) + describe(last.Load()) })
	return func(m step.Moment) error {
		if r.ctx.Err() != nil {
			return ErrInterrupted
		}
		last.Store(&m)
		return nil
	}
}

// describe says how far a step is, nil if it has only begun.
func describe(m *step.Moment) string {
	if m == nil {
		return "beginning"
	}
	text := string(m.Stage)
	if m.Iteration > 0 {
		text += fmt.Sprintf(" in Newton iteration %d of %d", m.Iteration, m.Most)
	}
	text += fmt.Sprintf("; %d Newton and %d CG iterations so far", m.Newton, m.CG)
	if m.Halvings > 0 {
		text += fmt.Sprintf(", halved %d times to %.2g s", m.Halvings, m.H)
	}
	if m.Rounds > 0 {
		text += fmt.Sprintf(", %d rounds for cloth that crosses", m.Rounds)
	}
	return text
}
