package view

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/sim"
	"hysteron/step"
)

// first is the settings of a scene at its start.
type first struct {
	start    *cloth.State
	model    *cloth.Model
	parts    []cloth.Part
	pins     []cloth.Pin
	steering step.Steering
}

// reset restores the start: positions, velocities, pins and bodies. Wind, fabrics, friction and the strength of soft
// pins stay.
func (s *Session) reset() error {
	s.hand, s.steering.Grabs = nil, nil
	s.Setup.Model.Pins = pulled(s.first.pins, s.pull)
	s.time, s.rested, s.frames, s.within = 0, 0, 0, 0
	for _, c := range s.carried {
		if c != nil {
			*c = carried{Surface: c.Surface}
		}
	}
	if err := s.engine.SetState(s.start); err != nil {
		return err
	}
	if s.restarts {
		if err := s.engine.ResetHistory(); err != nil {
			return err
		}
	}
	return s.steer()
}

// restart restores the start with all settings of the scene, so that the same motion follows.
func (s *Session) restart() error {
	s.hand, s.steering, s.friction, s.pull = nil, s.first.steering, true, 1
	if m, parts := s.Setup.Model, s.Setup.Parts; m != s.first.model {
		s.Setup.Model, s.Setup.Parts = s.first.model, s.first.parts
		s.Setup.Model.Pins = slices.Clone(s.first.pins)
		if err := s.renew(s.first.start.Clone()); err != nil {
			s.Setup.Model, s.Setup.Parts = m, parts
			return err
		}
	} else if err := s.engine.SetTerms(s.terms()...); err != nil {
		return err
	}
	s.start, s.restarts = s.first.start, false
	return s.reset()
}

// rest advances the relaxation of the cloth by a time [s], while pins, bodies, wind and the hand stand still and the
// time of the scene stays. Cloth in the air cannot rest.
func (s *Session) rest(seconds float64) (note string, err error) {
	set := s.Setup.Settings
	s.steering.Set(&set)
	got, err := s.engine.Rest(s.Setup.Model, s.Setup.Colliders, set, s.time, seconds, sim.RestOptions{
		HoldOptions: cpu.HoldOptions{Grabs: s.steering.Grabs, Look: func(now cpu.HoldResult, rep step.Report) error {
			s.last = rep
			if s.passing == nil {
				return nil
			}
			return s.passing(now.Seconds)
		}},
		Terms: s.terms(), Watch: s.watch,
	})
	var drifts *cpu.Unsupported
	switch {
	case errors.As(err, &drifts):
		return "", fmt.Errorf("%s cannot pass: %w", sim.Ago(seconds), err)
	case err != nil:
		return "", err
	}
	s.rested += got.Seconds
	note = fmt.Sprintf("%s passed: cloth moved by at most %.3g mm", sim.Ago(seconds), 1000*got.Moved)
	if got.Unconverged > 0 {
		note += fmt.Sprintf("; %d of %d steps did not converge", got.Unconverged, got.Steps)
	}
	return note, nil
}

// Rested returns the time that passed while bodies stood still, since the start or the last reset [s].
func (s *Session) Rested() float64 { return s.rested }

// restMarks are the durations of the slider [s]: a second to a day, three or four a decade.
var restMarks = []float64{1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 2 * 3600, 4 * 3600, 8 * 3600, 86400}

// restMark returns the mark nearest to a logarithm of seconds.
func restMark(log float64) (seconds float64) {
	nearest := math.Inf(1)
	for _, m := range restMarks {
		if d := math.Abs(math.Log10(m) - log); d < nearest {
			seconds, nearest = m, d
		}
	}
	return seconds
}
