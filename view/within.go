package view

import (
	"errors"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/render"
	"hysteron/sim"
	"hysteron/step"
	"hysteron/step/islands"
)

// A step of taut cloth may take too long for interaction. The hand may therefore get a new target within a step: the
// potential that Newton's method minimises changes, and the iteration continues from the present iterate. The result is
// the step to the last target. It depends only on the scene, the backend, and the events with their iterations.

// Attend sets callbacks for the session. watch, which may be nil, is called during steps. lead, which may be nil, is
// called between iterations of Newton's method and returns a drag to apply there, or nil. In a step so long that grabs
// no longer move, lead may return a Hurry: the step then ends once its error is about ten times the usual tolerance.
func (s *Session) Attend(watch step.Watch, lead func(step.Moment) *Event) {
	s.watch, s.lead = watch, lead
	s.engine.SetWatch(s.attend)
}

// attend is the step.Watch of the session.
func (s *Session) attend(m step.Moment) error {
	if s.watch != nil {
		if err := s.watch(m); err != nil {
			return err
		}
	}
	leads := m.Open && s.hand != nil
	if !leads && !m.Closed {
		return nil
	}
	e := s.due(m.Newton, leads)
	if e == nil && s.lead != nil {
		e = s.lead(m)
	}
	if e == nil || e.Do != Hurry && (e.Do != Drag || !leads) {
		return nil
	}
	e.Step, e.Late = s.steps, m.Newton
	if err := e.Check(); err != nil {
		return err
	}
	if e.Do == Hurry {
		s.engine.Hurry()
	} else {
		s.hand.to = OfVec(e.To)
		s.hand.turn(s.H)
		s.steering.Grabs = s.hand.grabs()
		if err := s.steer(); err != nil {
			return err
		}
	}
	s.Recorder.Add(*e)
	return s.Recorder.Err()
}

// due returns the next event of a recording that acts within the next step or the one in progress, after a number of
// iterations.
func (s *Session) due(iterations int, leads bool) *Event {
	if len(s.late) == 0 || s.late[0].Late > iterations || s.late[0].Do == Drag && !leads {
		return nil
	}
	e := s.late[0]
	s.late = s.late[1:]
	return &e
}

// replayMissed applies the events of a recording for iterations that the step did not reach, as on another backend than
// that of the recording.
func (s *Session) replayMissed() error {
	for _, e := range s.late {
		if e.Do == Hurry {
			continue
		}
		if _, err := s.Do(e); err != nil {
			return err
		}
	}
	s.late = nil
	return nil
}

// onProcessor and onDevice are simulations with access to the present iterate of a step in progress.
type (
	onProcessor interface{ UnderWay([]r3.Vec) }
	onDevice    interface{ ShowUnderWay() error }
)

// seen reports whether the backend gives access to the present iterate of a step.
func (s *Session) seen() bool {
	switch islands.Only(s.engine.Sim).(type) {
	case onProcessor, onDevice:
		return true
	}
	return false
}

// underWay copies the positions at the present iterate into dst, for observers.
func (s *Session) underWay(dst []r3.Vec) error {
	switch b := islands.Only(s.engine.Sim).(type) {
	case onProcessor:
		b.UnderWay(dst)
	case onDevice:
		return errors.Join(b.ShowUnderWay(), s.engine.Positions(dst))
	}
	return nil
}

// underWayOn returns these positions on the device that simulates, copied by copy.
func (s *Session) underWayOn(copy func(*sim.Engine) (*render.PositionBuffer, error)) (*render.PositionBuffer, error) {
	if b, ok := islands.Only(s.engine.Sim).(onDevice); ok {
		if err := b.ShowUnderWay(); err != nil {
			return nil, err
		}
	}
	return copy(s.engine)
}
