package sim

import (
	"fmt"
	"sync/atomic"

	"hysteron/step"
)

func interruptedIn(frame, last int) error {
	return fmt.Errorf("%w in frame %d of %d: run again with --resume to go on from the last checkpoint", ErrInterrupted, frame, last)
}

// watch looks on at a step, k of so many: it ends the step if the run is to end, and knows what takes so long.
func (r *runner) watch(k, steps int) step.Watch {
	var last atomic.Pointer[step.Moment]
	r.lookout.Within(func() string { return fmt.Sprintf("step %d of %d: ", k+1, steps) + last.Load().String() })
	return func(m step.Moment) error {
		if r.ctx.Err() != nil {
			return ErrInterrupted
		}
		last.Store(&m)
		return nil
	}
}
