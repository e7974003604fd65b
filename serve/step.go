package serve

import (
	"context"
	"errors"
	"slices"
	"time"

	"hysteron/cloth"
	"hysteron/param"
	"hysteron/step"
)

// advance takes a step, or the rest of one that was interrupted or failed.
func (s *simulation) advance(ctx context.Context) (step.Report, error) {
	h := s.h
	if s.End != 0 {
		h = s.End - s.Time
	}
	s.leadPins(h)
	if err := s.steer(h); err != nil {
		return step.Report{}, err
	}
	s.engine.SetWatch(func(step.Moment) error { return context.Cause(ctx) })
	rep, err := s.engine.Step(h)
	s.engine.SetWatch(nil)
	if err == nil {
		err = s.errBody()
	}
	if err != nil {
		return rep, errors.Join(err, s.broken(s.Time+h))
	}
	return rep, s.finish(s.Time + h)
}

// finish records a step that ended at a time.
func (s *simulation) finish(t float64) error {
	s.Time, s.End = t, 0
	s.Within++
	s.restPins()
	if s.Within < s.setup.Scene.StepsPerFrame() {
		return nil
	}
	s.Frames, s.Within = s.Frames+1, 0
	if s.Frames%checkpointEvery != 0 {
		return nil
	}
	_, err := s.anew()
	return err
}

// broken records the progress of an unfinished step to a time; the next one takes the rest.
func (s *simulation) broken(end float64) error {
	state, err := s.engine.State()
	if err != nil {
		return err
	}
	if end-state.Time < shortRest*s.h {
		return s.finish(end)
	}
	s.Time, s.End = state.Time, end
	return nil
}

// shortRest is the largest remainder of a step that is rounding of its sub-steps [steps]. guess
const shortRest = 1e-9

// taken is the result of several steps.
type taken struct {
	now
	Steps       int         `json:"steps"`
	Outcome     string      `json:"outcome"` // the worst
	Unconverged int         `json:"unconverged_steps"`
	Newton      int         `json:"newton_iterations"`
	CG          int         `json:"cg_iterations"`
	Substeps    int         `json:"substeps"`
	Halvings    int         `json:"halvings"`
	Projected   int         `json:"projected_vertices"`
	Clamped     int         `json:"clamped_vertices"`
	Limits      step.Limits `json:"limits"`
	Wall        float64     `json:"wall_s"`
}

// mostSteps is the limit of steps per request.
const mostSteps = 1_000_000_000

func take(r *request) (any, error) {
	var args struct {
		head
		Steps  int `json:"steps"`
		Frames int `json:"frames"` // the rest of the present one and further whole ones, in place of steps
	}
	if err := r.decode(&args); err != nil {
		return nil, err
	}
	s, err := r.simulation()
	if err != nil {
		return nil, err
	}
	if args.Steps < 0 || args.Frames < 0 || args.Steps > mostSteps || args.Frames > mostSteps ||
		(args.Steps > 0) == (args.Frames > 0) {
		return nil, wrongf("step: %d steps and %d frames: expected at least 1 of one of them", args.Steps, args.Frames)
	}
	all, began, worst := taken{}, time.Now(), step.Converged
	last := s.Frames + args.Frames
	for args.Frames > 0 && s.Frames < last || all.Steps < args.Steps {
		if r.ctx.Err() != nil {
			return nil, context.Cause(r.ctx)
		}
		rep, err := s.advance(r.ctx)
		if err != nil {
			return nil, err
		}
		worst = max(worst, rep.Outcome)
		if all.Steps++; rep.Outcome == step.Unconverged {
			all.Unconverged++
		}
		all.Newton, all.CG, all.Substeps = all.Newton+rep.Newton, all.CG+rep.CG, all.Substeps+rep.Substeps
		all.Halvings, all.Projected, all.Clamped = all.Halvings+rep.Halvings, all.Projected+rep.Projected,
			all.Clamped+rep.ClampedVertices
		all.Limits.Add(rep.Limits)
	}
	all.now, all.Outcome, all.Wall = s.now(), worst.String(), time.Since(began).Seconds()
	return all, nil
}

func reset(r *request) (any, error) {
	var args struct{ head }
	if err := r.decode(&args); err != nil {
		return nil, err
	}
	s, err := r.simulation()
	if err != nil {
		return nil, err
	}
	at := moment{Steering: s.setup.Settings.Steering()}
	if err := s.become(s.start, s.pins, at); err != nil {
		return nil, err
	}
	return s.now(), nil
}

// become continues the simulation from a state, with pins and other settings.
func (s *simulation) become(state *cloth.State, pins []cloth.Pin, at moment) error {
	if err := s.pose(at.Poses); err != nil {
		return err
	}
	if err := s.engine.SetState(state); err != nil {
		return param.Wrong(err)
	}
	s.setup.Model.Pins = slices.Clone(pins)
	s.moment = at
	return s.engine.Steer(s.Steering)
}

func where(r *request) (any, error) {
	s, err := r.simulation()
	if err != nil {
		return nil, err
	}
	return s.now(), nil
}
