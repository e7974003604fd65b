package sim

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"hysteron/cpu"
	"hysteron/param"
	"hysteron/step"
)

// rest simulates a rest at frame i, if the scene has one. Pins, bodies and wind are constant during a rest, so it is a
// simulation of its own, which takes over the state and returns it.
func (r *runner) rest(p *Progress, i int) (*RestInfo, error) {
	seconds := r.setup.Scene.RestAt(i)
	if seconds == 0 {
		return nil, nil
	}
	began := time.Now()
	now, err := r.backend.State()
	if err != nil {
		return nil, err
	}
	m, colliders := cpu.StandStill(r.setup.Model, r.setup.Colliders, r.setup.Scene.FrameTime(i))
	set := r.setup.Settings
	set.Integrator, set.Adaptive, set.Wind.Gust = step.Implicit, false, 0
	set.MaxNewton = max(set.MaxNewton, 60) // as for shapes at rest, which have to be in balance
	s, err := r.backend.On.New(m, now, colliders, set)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	s.SetWatch(func(step.Moment) error {
		if r.ctx.Err() != nil {
			return ErrInterrupted
		}
		return nil
	})
	var last atomic.Pointer[cpu.HoldResult]
	r.lookout.Within(func() string {
		if now := last.Load(); now != nil {
			return fmt.Sprintf("time passes: %s of %s, %d steps, %d iterations", durationText(now.Seconds),
				durationText(seconds), now.Steps,
				now.Newton)
		}
		return "time passes: the first step of " + durationText(seconds)
	})
	got, err := cpu.Hold(s, m, colliders, set, seconds, cpu.HoldOptions{
		Look: func(now cpu.HoldResult, rep step.Report) error {
			if r.ctx.Err() != nil {
				return ErrInterrupted
			}
			r.steps = append(r.steps, figuresOf(rep, time.Since(began).Seconds()))
			began = time.Now()
			p.Steps, p.Newton, p.CG = p.Steps+1, p.Newton+rep.Newton, p.CG+rep.CG
			last.Store(&now)
			return nil
		},
	})
	var drifts *cpu.Unsupported
	frame := r.setup.Scene.StartFrame + i
	switch {
	case errors.Is(err, ErrInterrupted):
		return nil, r.interrupted(frame)
	case errors.As(err, &drifts):
		return nil, param.Wrong(fmt.Errorf("frame %d: %s cannot pass: %w", frame, durationText(seconds), err))
	case err != nil:
		return nil, r.showStopped(fmt.Errorf("frame %d, after %s of %s: %w", frame, durationText(got.Seconds),
			durationText(seconds), err))
	}
	after, err := s.State()
	if err != nil {
		return nil, err
	}
	note := fmt.Sprintf("frame %d: %s passed in %d steps and %d iterations; cloth moved by at most %.3g mm", frame,
		durationText(seconds), got.Steps, got.Newton, 1000*got.Moved)
	if got.Unconverged > 0 {
		note += fmt.Sprintf("; %d steps did not converge", got.Unconverged)
	}
	r.note("%s", note)
	state := after.Clone()
	state.Time = r.setup.Scene.FrameTime(i)
	return &RestInfo{frame, got}, r.backend.SetState(state)
}

// durationText formats a duration in its two largest units.
func durationText(s float64) string {
	for _, u := range []struct {
		of   float64
		name string
	}{{86400, "d"}, {3600, "h"}, {60, "min"}} {
		if s >= u.of {
			return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", s/u.of), "0"), ".") + " " + u.name
		}
	}
	return fmt.Sprintf("%.3g s", s)
}
