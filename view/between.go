package view

import (
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/sim"
	"hysteron/step"
)

// longStep is how long a picture is the latest one until where the step under way has led is shown instead.
const longStep = 25 * time.Millisecond

// between shows where a long step has led so far, and at once where it answers.
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

// remeasure shows the latest picture with the values that are asked for since.
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

// lead is a drag that waits, if it is what is to act next; or has the step hurry, where it takes long and something
// waits for its end.
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
		r.asked = Asked{}
	}
	return &e
}

// answer tells that the event that acts has led somewhere.
func (r *Runner) answer() {
	r.answered, r.acting = r.acting, Asked{}
	r.answered.Led = time.Now()
}
