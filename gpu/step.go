//go:build cgo

package gpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/gpu/opengl"
	"hysteron/step"
)

// Step advances the state by h [s], see step.Driver. Stage times are those of the device.
func (s *Sim) Step(h float64) (rep step.Report, err error) {
	err = s.ctx.Do(func() error {
		s.bind()
		t := s.time
		var err error
		rep, err = s.driver.Step(t, h)
		if err == nil {
			s.time = t + h
		}
		s.motion.updateShown("startHi") // also after sub-steps before a failed one
		s.queue.barrier()
		if err != nil {
			return err
		}
		s.queue.stageTimes(&rep.Time)
		return opengl.Error()
	})
	return rep, err
}

// SetWatch sets the observer of the following steps, see step.Watch.
func (s *Sim) SetWatch(w step.Watch) { s.driver.SetWatch(w) }

// Hurry makes the current sub-step end soon, see step.Sim.
func (s *Sim) Hurry() { s.driver.Hurry() }

// begin starts a step of h [s]: lagged quantities, obstacles and the first guess.
func (s *Sim) begin(h float64) {
	s.contacts.begin(s.time, h)
	s.writeParams(h)
	write(s.queue, s.queue.buffers["status"], []status{{}})
	s.contacts.contactDistances()
	s.motion.begin(&s.Settings, h)
	s.queue.run("begin_air", len(s.Model.Tri))
	s.contacts.guess()
	var vertices []int32
	var targets []r3.Vec
	for i := range s.Model.Pins {
		if p := &s.Model.Pins[i]; p.Active(s.time + h) {
			vertices, targets = append(vertices, p.Vertex), append(targets, s.pinTarget(p, s.time+h))
		}
	}
	s.motion.pin(vertices, targets)
}

// pinTarget returns the target of a pin at time t, the end of the step.
func (s *Sim) pinTarget(p *cloth.Pin, t float64) r3.Vec {
	if p.Kind != cloth.PinBody {
		return p.Target(s.Model, t)
	}
	o := s.contacts.obstacles[p.Body]
	v, x := o.Surface.Triangles()[p.Tri], o.positions(t)
	return p.On(x[v[0]], x[v[1]], x[v[2]])
}

// evaluate evaluates all terms at the trial positions; first: first evaluation of the step.
func (s *Sim) evaluate(first bool) { s.evaluateTerms(first, false) }

// evaluateTerms is evaluate or, if fixed, an evaluation with the contacts of the last trial.
func (s *Sim) evaluateTerms(first, fixed bool) {
	s.elements.evaluate(first, fixed)
	s.pairs.evaluate(fixed, s.elements.semismooth)
}

func (s *Sim) gatherGradient() {
	s.elements.gatherGradient(false)
	s.rigid.fold()
	s.normReduction = reductionGradient
}

func (s *Sim) gatherMatrix() {
	s.elements.gatherMatrix()
	s.rigid.matrix(s.pairs.bound)
}

// solve computes the Newton step; warm: starts from the search direction of the last solve.
func (s *Sim) solve(warm bool) {
	s.solver.solve(s.Settings.MaxCG, warm, s.pairs.bound)
	s.normReduction = reductionNorm
}

// detectContacts computes the contacts at the trial positions.
func (s *Sim) detectContacts(first bool) {
	if !s.speculation.takeCompleted(opBodies) {
		s.contacts.detect(first)
	}
	if !s.pairs.enabled() || !s.speculation.takeCompleted(opPairs) {
		s.pairs.detect(first)
	}
	if first && s.usesBDF2() && !s.speculation.takeCompleted(opImpacts) {
		s.findImpacts()
	}
}

// trial computes the change of the potential along alpha times the search direction.
func (s *Sim) trial(alpha float64) {
	s.rigid.follow(alpha)
	s.elements.trial(alpha, s.pairs.bound)
}

// hasFriction reports whether there may be friction.
func (s *Sim) hasFriction() bool { return len(s.contacts.obstacles) > 0 || s.pairs.active > 0 }

// slope computes the slope and the friction softening after gone Newton steps with a semismooth matrix or not.
func (s *Sim) slope(gone float64, semismooth bool) {
	s.elements.slope(gone, semismooth, len(s.contacts.obstacles) > 0, s.pairs.bound)
}

// status waits for the device and reads Status.
func (s *Sim) status() status { return s.solver.status() }
