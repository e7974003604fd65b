package view

import (
	"context"
	"errors"
	"fmt"

	"hysteron/scenes"
	"hysteron/sim"
	"hysteron/step"
)

// Outcome is the result of a replay.
type Outcome struct {
	Steps int64   `json:"steps"`
	Time  float64 `json:"time_s"`
	Sum   string  `json:"sha256"` // of the state
	Same  bool    `json:"same"`   // equal to that of the recording
	Note  string  `json:"note,omitempty"`
}

// Replay replays a recording without a window, on its backend or another one. look, which may be nil, is called after
// each step. If the recording ends with a hash on the same backend and device, other bits are an error.
func Replay(ctx context.Context, h Header, events []Event, backend string, report func(sim.Progress),
	look func(*Session) error) (out Outcome, err error) {
	if backend == "" {
		backend = h.Backend
	}
	scene, err := scenes.Load(h.Scene, h.Set)
	if err != nil {
		return out, err
	}
	setup, err := scene.Build()
	if err != nil {
		return out, err
	}
	s, err := BeginSession(ctx, setup, backend, report, nil)
	if err != nil {
		return out, err
	}
	defer s.Close()
	if s.input != h.Input {
		return out, fmt.Errorf("%s is not the scene that was recorded: expected the same values and files", h.Scene)
	}
	for _, e := range events {
		if err := s.until(ctx, e.Step, look); err != nil {
			return out, err
		}
		if e.Do == End {
			if out.Sum, err = s.Sum(); err != nil {
				return out, err
			}
			out.Same = out.Sum == e.Sum
			if !out.Same && backend == h.Backend && s.engine.On.Device() == h.Device {
				return out, fmt.Errorf("after %d steps the state has the sum %.12s…, recorded is %.12s…: expected the same bits",
					s.steps, out.Sum, e.Sum)
			}
			break
		}
		if e.Late > 0 {
			s.late = append(s.late, e)
			continue
		}
		if _, err := s.Do(e); err != nil {
			return out, fmt.Errorf("step %d: %w", e.Step, err)
		}
	}
	if out.Sum == "" {
		out.Note = "the recording has no end: there are no bits to compare with"
		out.Sum, err = s.Sum()
	}
	out.Steps, out.Time = s.steps, s.time
	return out, err
}

// until steps to a number of steps. Steps that failed in the recording count.
func (s *Session) until(ctx context.Context, steps int64, look func(*Session) error) error {
	for s.steps < steps {
		if ctx.Err() != nil {
			return sim.ErrInterrupted
		}
		if err := s.Step(); err != nil && !failed(err) {
			return err
		}
		if look != nil {
			if err := look(s); err != nil {
				return err
			}
		}
	}
	return nil
}

// failed reports whether a step failed and left the state at the end of its last good sub-step.
func failed(err error) bool {
	var s *step.StepError
	return errors.As(err, &s)
}
