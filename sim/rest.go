package sim

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"hysteron/cloth"
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
	var last atomic.Pointer[cpu.HoldResult]
	r.lookout.Within(func() string {
		if now := last.Load(); now != nil {
			return fmt.Sprintf("time passes: %s of %s, %d steps, %d iterations", Ago(now.Seconds), Ago(seconds), now.Steps,
				now.Newton)
		}
		return "time passes: the first step of " + Ago(seconds)
	})
	at := r.setup.Scene.FrameTime(i)
	got, err := r.backend.Rest(r.setup.Model, r.setup.Colliders, r.setup.Settings, at, seconds, RestOptions{
		Watch: func(step.Moment) error {
			if r.ctx.Err() != nil {
				return ErrInterrupted
			}
			return nil
		},
		HoldOptions: cpu.HoldOptions{Look: func(now cpu.HoldResult, rep step.Report) error {
			if r.ctx.Err() != nil {
				return ErrInterrupted
			}
			r.steps = append(r.steps, figuresOf(rep, time.Since(began).Seconds()))
			began = time.Now()
			p.Steps, p.Newton, p.CG = p.Steps+1, p.Newton+rep.Newton, p.CG+rep.CG
			last.Store(&now)
			return nil
		}},
	})
	var drifts *cpu.Unsupported
	frame := r.setup.Scene.StartFrame + i
	switch {
	case errors.Is(err, ErrInterrupted):
		return nil, r.interrupted(frame)
	case errors.As(err, &drifts):
		return nil, param.Wrong(fmt.Errorf("frame %d: %s cannot pass: %w", frame, Ago(seconds), err))
	case err != nil:
		return nil, r.showStopped(fmt.Errorf("frame %d, after %s of %s: %w", frame, Ago(got.Seconds), Ago(seconds), err))
	}
	note := fmt.Sprintf("frame %d: %s passed in %d steps and %d iterations; cloth moved by at most %.3g mm", frame,
		Ago(seconds), got.Steps, got.Newton, 1000*got.Moved)
	if got.Unconverged > 0 {
		note += fmt.Sprintf("; %d steps did not converge", got.Unconverged)
	}
	r.note("%s", note)
	return &RestInfo{frame, got}, nil
}

// RestOptions are the options of Engine.Rest.
type RestOptions struct {
	cpu.HoldOptions
	Terms []string   // that act; nil: all
	Watch step.Watch // called during steps; may be nil
}

// Rest advances the relaxation of cloth by a time [s], while pins, bodies and wind are constant at the time t of the
// scene. Afterwards the state is at rest and at that time. The rest is a simulation of its own; while it runs the
// engine has its state. After an error the state is that before the rest. Errors: a *cpu.Unsupported for cloth that
// drifts away.
func (e *Engine) Rest(model *cloth.Model, colliders []step.Collider, set step.Settings, t, seconds float64,
	opt RestOptions) (r cpu.HoldResult, err error) {
	now, err := e.State()
	if err != nil {
		return r, err
	}
	m, still := cpu.StandStill(model, colliders, t)
	set.Integrator, set.Adaptive, set.Wind.Gust = step.Implicit, false, 0
	set.MaxNewton = max(set.MaxNewton, 60) // as for shapes at rest, which have to be in balance
	s, err := e.On.New(m, now, still, set)
	if err != nil {
		return r, err
	}
	defer s.Close()
	if opt.Terms != nil {
		if err := s.SetTerms(opt.Terms...); err != nil {
			return r, err
		}
	}
	s.SetWatch(opt.Watch)
	own := e.Sim
	e.Sim = s
	r, err = cpu.Hold(s, m, still, set, seconds, opt.HoldOptions)
	e.Sim = own
	if err != nil {
		return r, err
	}
	after, err := s.State()
	if err != nil {
		return r, err
	}
	state := after.Clone()
	state.Time = t
	return r, e.SetState(state)
}

// Ago formats a duration in its two largest units.
func Ago(s float64) string {
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
