package view

import (
	"slices"

	"hysteron/cloth"
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
