package sim

import (
	"fmt"
	"time"

	"hysteron/step"
)

func interruptedIn(frame, last int) error {
	return fmt.Errorf("%w in frame %d of %d: run again with --resume to go on", ErrInterrupted, frame, last)
}

// slow is after how long a frame that is not finished is reported.
var slow = 5 * time.Second // tests have less time

// watch looks on at step k of a frame that began at a time: it ends the step if the run is to end, and tells what
// takes so long.
func (r *runner) watch(p *Progress, k int, began time.Time) step.Watch {
	told := time.Now()
	if began.Add(slow).Before(told) {
		told = told.Add(-slow + time.Second) // soon, since it took long already
	}
	return func(m step.Moment) error {
		if r.ctx.Err() != nil {
			return ErrInterrupted
		}
		now := time.Now()
		if now.Sub(began) < slow || now.Sub(told) < slow {
			return nil
		}
		told = now
		q := *p
		q.Stage, q.Left, q.Wall = "within", -1, now.Sub(began)
		q.Note = fmt.Sprintf("step %d of %d: %d Newton and %d CG iterations", k+1, r.setup.Scene.StepsPerFrame(), m.Newton, m.CG)
		if m.Halvings > 0 {
			q.Note += fmt.Sprintf(", halved %d times to %.2g s", m.Halvings, m.H)
		}
		if m.Rounds > 0 {
			q.Note += fmt.Sprintf(", %d rounds for cloth that crosses", m.Rounds)
		}
		r.opt.Progress(q)
		return nil
	}
}
