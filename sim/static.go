package sim

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"hysteron/cpu"
	"hysteron/param"
	"hysteron/step"
)

// prepareStatic sets the tolerances of shapes at rest.
func (r *runner) prepareStatic() {
	r.opt.Frames = 2
	set := &r.setup.Settings
	set.Tolerance = min(set.Tolerance, cpu.StaticTolerance(r.opt.Backend))
	set.MaxNewton, set.Adaptive, set.Integrator, set.Oversample = max(set.MaxNewton, 60), false, step.Implicit, 1
	if r.opt.Residual == 0 {
		r.opt.Residual = cpu.StaticResidual(r.setup.Model, *set, r.opt.Backend)
	}
}

// settle finds the shape at rest, with the steps of a frame.
func (r *runner) settle(p *Progress) error {
	began := time.Now()
	var last atomic.Pointer[cpu.StaticsResult]
	r.lookout.Within(func() string {
		if now := last.Load(); now != nil {
			return fmt.Sprintf("up to %.2g N on a vertex are unbalanced, at rest %.2g, after %d steps and %d iterations",
				now.Residual, r.opt.Residual, now.Steps, now.Newton)
		}
		return "the first step towards rest"
	})
	r.backend.SetWatch(func(step.Moment) error {
		if r.ctx.Err() != nil {
			return ErrInterrupted
		}
		return nil
	})
	got, err := cpu.Settle(r.backend, r.setup.Model, r.setup.Colliders, r.setup.Settings, cpu.StaticsOptions{
		Residual: r.opt.Residual,
		Look: func(now cpu.StaticsResult, rep step.Report) error {
			if r.ctx.Err() != nil {
				return ErrInterrupted
			}
			r.steps = append(r.steps, figuresOf(rep, time.Since(began).Seconds()))
			began = time.Now()
			p.Steps, p.Newton, p.CG = now.Steps, now.Newton, now.CG
			last.Store(&now)
			return nil
		},
	})
	var drifts *cpu.Unsupported
	switch {
	case errors.Is(err, ErrInterrupted):
		return r.interrupted(p.Frame)
	case errors.As(err, &drifts):
		return param.Wrong(fmt.Errorf("no shape at rest: %w", err))
	case err != nil:
		return fmt.Errorf("shape at rest: %w", err)
	}
	r.info.Static = &got
	if got.NotAtRest != nil {
		return fmt.Errorf("no shape at rest: %.3g N on a vertex are unbalanced after %d steps: expected at most %.3g; %v",
			got.Residual, got.Steps, r.opt.Residual, got.NotAtRest)
	}
	return nil
}
