package view

import (
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/sim"
	"hysteron/step"
)

// longStep is the time after which a step in progress gets a picture of its present iterate.
const longStep = 25 * time.Millisecond

// between shows the present iterate of a long step, or of any step that an event acted on.
func (r *Runner) between(m step.Moment) error {
	if err := r.remeasure(); err != nil {
		return err
	}
	answers := !r.acting.At.IsZero() && m.Newton > r.since
	if !m.Accepted() || !answers && time.Since(r.published) < longStep {
		return nil
	}
	r.mu.Lock()
	p := r.shown
	r.mu.Unlock()
	if !r.s.seen() {
		return nil
	}
	var err error
	if r.device != nil {
		p.Device, err = r.s.underWayOn(r.device)
	} else {
		p.X = make([]r3.Vec, len(p.X))
		err = r.s.underWay(p.X)
	}
	if err != nil {
		return err
	}
	if at, to, holds := r.s.Hand(); holds {
		p.Hand = &[2]r3.Vec{at, to}
	}
	if p.Kind == Strains && r.device == nil {
		p.Values = sim.GreenStrains(p.Model, p.X)
	}
	if answers {
		r.answer()
	}
	p.Asked = r.answered
	r.show(p)
	return nil
}

// remeasure shows the latest picture with the values requested since.
func (r *Runner) remeasure() error {
	r.mu.Lock()
	p, kind, probe := r.shown, r.kind, r.probe
	r.mu.Unlock()
	if p.Kind == kind || r.device != nil || !r.s.seen() {
		return nil
	}
	p.Kind, p.Values = kind, nil
	if err := r.gauge.measure(r.s, &p, kind, probe); err != nil {
		return err
	}
	r.show(p)
	return nil
}

// lead returns a waiting drag if it is the next event. If something else waits for the end of a long step, it hurries
// the step.
func (r *Runner) lead(m step.Moment) *Event {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case len(r.events) == 0:
		return nil
	case m.Closed:
		if r.hurried {
			return nil
		}
		r.hurried = true
		return &Event{Do: Hurry}
	case r.events[0].Do != Drag:
		return nil
	}
	e := r.events[0]
	if r.events = r.events[1:]; r.acting.At.IsZero() {
		r.acting, r.since = r.asked, m.Newton
		r.acting.Acted = time.Now()
	}
	if len(r.events) == 0 {
		r.asked = EventTimes{}
	}
	return &e
}

// answer records that the acting event has a result.
func (r *Runner) answer() {
	r.answered, r.acting = r.acting, EventTimes{}
	r.answered.Led = time.Now()
}
