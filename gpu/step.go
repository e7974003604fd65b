//go:build cgo

package gpu

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// Step moves the state on by h [s], as cpu.Sim.Step does, with the same report and errors; the times
// of the stages are those of the device.
func (s *Sim) Step(h float64) (step.Report, error) {
	var rep step.Report
	if !(h > 0) || math.IsInf(h, 0) {
		return rep, fmt.Errorf("step of %g s: expected a finite number > 0", h)
	}
	err := s.ctx.Do(func() error {
		s.bind()
		err := s.step(h, &rep)
		s.motion.show() // also what good sub-steps before a failing one left
		s.queue.barrier()
		if err != nil {
			return err
		}
		s.queue.timer.collect(&rep.Time)
		return Error()
	})
	return rep, err
}

func (s *Sim) step(h float64, rep *step.Report) error {
	t0 := s.time
	// As in cpu.Sim.Step: the step is cut into 2^MaxHalvings ticks.
	ticks := 1 << s.Settings.MaxHalvings
	size := ticks
	for done := 0; done < ticks; {
		hs := h * float64(size) / float64(ticks)
		s.time = t0 + h*float64(done)/float64(ticks)
		out := s.attempt(hs, rep)
		if out > step.Unconverged {
			if size == 1 || errors.Is(s.pairs.err, ErrOutOfMemory) {
				rep.Outcome = out
				err := error(&step.StepError{Time: s.time, H: hs, Outcome: out})
				if s.pairs.err != nil {
					err = fmt.Errorf("%w: %w", err, s.pairs.err)
				}
				return err
			}
			size /= 2
			rep.Halvings++
			continue
		}
		rep.Outcome = max(rep.Outcome, out)
		rep.Substeps++
		done += size
		for size < ticks && done%(2*size) == 0 && done+2*size <= ticks {
			size *= 2
		}
	}
	s.time = t0 + h
	return nil
}

// attempt solves one sub-step and, if it succeeds, moves the state.
func (s *Sim) attempt(h float64, rep *step.Report) step.Outcome {
	s.solver.Begin()
	s.begin(h)
	out := s.settle(rep)
	if out > step.Unconverged {
		return out
	}
	s.elements.commit(false)
	s.queue.run("commit_vertices", len(s.Model.X0))
	st := s.solver.status()
	rep.Projected += int(st.Pushed)
	if st.NonFinite > 0 {
		return step.NonFinite
	}
	return out
}

// begin sets up a step of h: what is lagged over it, the obstacles, and the first guess.
func (s *Sim) begin(h float64) {
	s.contacts.begin(s.time, h)
	s.writeParams(h)
	write(s.queue, s.queue.buffers["status"], []status{{}})
	s.contacts.near()
	s.queue.run("begin_vertices", len(s.Model.X0))
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

// pinTarget is where a pin holds its vertex at time t, the end of the step.
func (s *Sim) pinTarget(p *cloth.Pin, t float64) r3.Vec {
	if p.Kind != cloth.PinBody {
		return p.Target(s.Model, t)
	}
	o := s.contacts.pinned()
	v := o.Surface.Triangles()[p.Tri]
	x := o.positions(t)
	a, b, c := x[v[0]], x[v[1]], x[v[2]]
	foot := r3.Add(r3.Scale(p.Bary[0], a), r3.Add(r3.Scale(p.Bary[1], b), r3.Scale(p.Bary[2], c)))
	n := r3.Unit(r3.Cross(r3.Sub(b, a), r3.Sub(c, a)))
	return r3.Add(foot, r3.Scale(p.Height, n))
}

// maxJumps is how often a step may go on after a line search that found no descent, as in cpu.
const maxJumps = 4

// noise is the relative rounding error of an element's change of potential.
const noise = 1e-6

// newton minimises the incremental potential from the trial positions; twin of cpu.Sim.newton. The
// change of the potential is summed per element, relative to the last accepted positions, because
// totals in float32 would drown it. first is false where it goes on within a step.
func (s *Sim) newton(rep *step.Report, first bool) step.Outcome {
	tol := s.Settings.Tolerance
	s.lookUp(true)
	s.evaluate(first)
	s.gatherGradient()
	s.forcing.Begin()
	jumps := 0
	for it := range s.Settings.MaxNewton {
		rep.Newton++
		s.gatherMatrix()
		s.solve(false)
		alpha := 1.
		s.trial(alpha)
		st := s.status()
		rep.CG += int(st.Iterations)
		s.solver.Done(int(st.Iterations))
		norm := math.Sqrt(float64(st.Tallies[tallyNorm][0]))
		switch {
		case st.Outcome == cgNonFinite || !cloth.Finite(norm):
			return step.NonFinite
		case st.Outcome == cgIndefinite:
			return step.Indefinite
		case norm == 0:
			return step.Converged
		}
		slope, move := st.measure()
		for n := 0; n < step.MaxForesee && s.Settings.MaxNewton > 1 && !(st.change() <= step.ForeseeBelow*slope); n++ {
			st = s.foresee()
			rep.CG += int(st.Iterations)
			switch st.Outcome {
			case cgNonFinite:
				return step.NonFinite
			case cgIndefinite:
				return step.Indefinite
			}
			norm = math.Sqrt(float64(st.Tallies[tallyGradient][0]))
			if now, far := st.measure(); now < 0 {
				slope, move = now, far
				continue
			}
			s.queue.duplicate(s.queue.buffers["directionBefore"], s.queue.buffers["direction"]) // the foreseen one leads uphill
			s.trial(1)
			st = s.status()
			break
		}
		for !falls(&st, alpha, slope) && alpha > 1e-4 {
			alpha /= 2
			s.trial(alpha)
			st = s.status()
		}
		ok := alpha > 1e-4
		if !ok {
			if move < tol { // the minimum to within round-off
				return step.Converged
			}
			if jumps++; jumps > maxJumps {
				return step.LineSearchFailed
			}
			rep.Jumps++
			alpha = min(1, s.Settings.Thickness/4/move)
			s.trial(alpha) // the terms that follow the iteration see where it goes on
		}
		s.motion.accept(alpha)
		s.wandered += alpha * move
		if s.Settings.LooksAgain(it, s.wandered) {
			s.lookUp(false)
		}
		if s.Settings.MaxNewton == 1 {
			s.forcing.Done(it, move, 0)
			return step.Converged // the linearised mode makes no promise beyond one solve
		}
		s.evaluate(false)
		s.gatherGradient()
		far := 1.
		if ok && alpha == 1 && it >= lookUps {
			far = s.goOn(slope, move)
		}
		st = s.status()
		left := math.Sqrt(float64(st.Tallies[tallyGradient][0])) / norm
		s.forcing.Done(it, move, left)
		if far*move*min(1, left) < tol && alpha == 1 || far*move < tol/100 {
			return step.Converged
		}
	}
	return step.Unconverged
}

// falls tells whether a trial lowered the potential enough (Armijo), rounding allowed for.
func falls(st *status, alpha, slope float64) bool {
	return st.change() <= 1e-4*alpha*slope+noise*float64(st.Tallies[tallyEnergy][2])
}

// change of the potential at the last trial [J].
func (st *status) change() float64 {
	e := &st.Tallies[tallyEnergy]
	return float64(e[0]) + float64(e[1])
}

// measure is the slope of the potential along the search direction [J] and the longest way of a vertex [m].
func (st *status) measure() (slope, move float64) {
	m := &st.Tallies[tallyMeasure]
	return float64(m[0]), math.Sqrt(float64(m[3]))
}

// evaluate evaluates all terms at the trial positions; first: for the first time in a step.
func (s *Sim) evaluate(first bool) { s.look(first, false) }

// look is evaluate, or, where foreseen, with the contacts of the last trial.
func (s *Sim) look(first, foreseen bool) {
	s.elements.evaluate(first, foreseen)
	s.pairs.evaluate(foreseen)
}

func (s *Sim) gatherGradient() { s.elements.gatherGradient() }

func (s *Sim) gatherMatrix() { s.elements.gatherMatrix() }

// solve finds the Newton step; warm: from the search direction of the last solve.
func (s *Sim) solve(warm bool) {
	s.solver.solve(s.forcing.Tolerance(s.Settings.Tolerance, cgFloor), s.Settings.MaxCG, warm, s.pairs.active)
}

// lookUp finds the contacts for the trial positions.
func (s *Sim) lookUp(first bool) {
	s.wandered = 0
	s.contacts.lookUp(first)
	s.pairs.lookUp(first)
}

// trial measures the change of the potential along alpha times the search direction.
func (s *Sim) trial(alpha float64) { s.elements.trial(alpha, s.pairs.active) }

// status waits for the device and reads Status.
func (s *Sim) status() status { return s.solver.status() }
