package sim

import (
	"errors"
	"fmt"
	"sync/atomic"

	"hysteron/step"
)

// interrupted returns the frame from which an interrupted run is computed again. Checkpoints are at fixed frames, so
// that a resumed run has the bits of an uninterrupted one.
func (r *runner) interrupted(frame int) error {
	first := r.setup.Scene.StartFrame
	kept := first - 1
	if i := frame - first; i > 0 {
		kept += (i-1)/r.every*r.every + 1
	}
	written := ""
	switch n := frame - first; {
	case n == 1:
		written = fmt.Sprintf(" (frame %d is in %s)", first, r.opt.Dir)
	case n > 1:
		written = fmt.Sprintf(" (%d to %d are in %s)", first, frame-1, r.opt.Dir)
	}
	if r.opt.Static { // shapes at rest are not resumed
		return fmt.Errorf("%w in frame %d of %d%s: run again with --overwrite to begin once more", ErrInterrupted, frame,
			first+r.opt.Frames-1, written)
	}
	return fmt.Errorf("%w in frame %d of %d%s: run again with --resume to go on %s", ErrInterrupted, frame,
		first+r.opt.Frames-1, written, again(first, kept, frame-1))
}

// unfinished returns the error of an interruption after all frames were computed, if pictures or checks are missing.
func (r *runner) unfinished() error {
	if r.ctx.Err() == nil {
		return nil
	}
	how := "--resume"
	if r.opt.Static {
		how = "--overwrite"
	}
	switch undrawn, unchecked := r.recorder.undrawn, r.recorder.figure.Unchecked; {
	case len(undrawn) > 0:
		first := r.setup.Scene.StartFrame
		return fmt.Errorf("%w while the last pictures were drawn: of frame %d on they are missing in %s: run again with %s "+
			"to have them", ErrInterrupted, first+undrawn[0], r.opt.Dir, how)
	case unchecked > 0:
		return fmt.Errorf("%w while the last frames were checked: %d of them are not: run again with %s to have them",
			ErrInterrupted, unchecked, how)
	}
	return nil
}

// unbegun explains how to continue a run that was interrupted before its first frame. Its folder is not empty, so a run
// without --resume is refused.
func (r *runner) unbegun(err error) error {
	switch first := r.setup.Scene.StartFrame; {
	case !errors.Is(err, errPreparing):
		return err
	case r.last != nil:
		kept := first + r.last.Frame
		return fmt.Errorf("%w: run again with --resume to go on %s", err, again(first, kept, kept))
	}
	how := "--resume"
	if r.opt.Static {
		how = "--overwrite"
	}
	return fmt.Errorf("%w: no frame is written; run again with %s to begin once more", err, how)
}

// again returns the frame after which a run resumes, and the finished frames that it computes again.
func again(first, kept, finished int) string {
	text := fmt.Sprintf("after frame %d", kept)
	if kept < first {
		text = "before the first frame"
	}
	switch n := finished - kept; {
	case n == 1:
		text += fmt.Sprintf(", the last checkpoint; frame %d is computed again", finished)
	case n > 1:
		text += fmt.Sprintf(", the last checkpoint; %d frames, %d to %d, are computed again", n, kept+1, finished)
	}
	return text
}

// watch is called during step k of a frame: it ends the step if the run is to end, and updates the lookout.
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
