package view

import (
	"errors"
	"fmt"
	"math"

	"hysteron/cpu"
	"hysteron/sim"
	"hysteron/step"
)

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
