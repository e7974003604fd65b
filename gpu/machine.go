//go:build cgo

package gpu

import (
	"errors"
	"math"

	"hysteron/gpu/opengl"
	"hysteron/step"
)

// machine is the Sim as step.Driver works it. The change of the potential is summed per element, relative to the
// present positions, because totals in float32 would drown it.
type machine struct{ *Sim }

var _ step.Foreteller = machine{}

// noise is the relative rounding error of an element's change of potential.
const noise = 1e-6

// Begin sets up a step.
func (s machine) Begin(t, h float64) {
	s.time, s.astray, s.short = t, 0, 0
	s.ahead.reset()
	s.solver.begin()
	s.begin(h)
	s.contacts.guessed = true
	if s.pairs.on() {
		s.pairs.renew()
	}
}

// LookUp finds the contacts at the present positions.
func (s machine) LookUp(first bool) {
	s.ahead.goOn()
	s.lookUp(first)
}

// Evaluate evaluates all terms and the gradient.
func (s machine) Evaluate(first bool) {
	s.ahead.goOn()
	if s.ahead.take(opEvaluate) {
		s.norm = tallyGradient
		return
	}
	s.ahead.made = false
	s.evaluate(first)
	s.gatherGradient()
}

// Foretell notes what comes next, which is issued with it.
func (s machine) Foretell(p step.Plan) { s.ahead.plan = p }

// Ahead tells whether the device has done more than it was asked for.
func (s machine) Ahead() bool { return s.ahead.doing() }

// Search finds the search direction and tries it.
func (s machine) Search(l step.Linear) {
	s.gone, s.solved = 0, s.elements.semismooth
	if !s.queue.fetch {
		l.Tolerance = step.Rounded(l.Tolerance)
	}
	s.again = func() { s.Search(l) }
	s.solver.ready(l)
	s.solver.ask(l, float64(s.set.H))
	if !s.ahead.doing() {
		s.ahead.issue()
	}
	if s.ahead.take(opSearch) {
		s.solver.ask(l, float64(s.set.H))
		s.norm = tallyNorm
		return
	}
	s.solver.ask(l, float64(s.set.H))
	s.gatherMatrix()
	s.solve(false)
	s.trial(1)
}

// Foresee finds the search direction anew and tries it. The gradient is that of the present positions again, its norm
// that by the new matrix.
func (s machine) Foresee() {
	s.again = func() {
		s.queue.duplicate(s.queue.buffers["directionBefore"], s.queue.buffers["direction"])
		s.Foresee()
	}
	s.look(false, true)
	s.gatherGradient()
	s.gatherMatrix()
	s.queue.duplicate(s.queue.buffers["direction"], s.queue.buffers["directionBefore"])
	s.solve(true)
	s.evaluate(false)
	s.gatherGradient()
	s.trial(1)
}

// Forget goes back to the search direction before Foresee.
func (s machine) Forget() {
	s.queue.duplicate(s.queue.buffers["directionBefore"], s.queue.buffers["direction"])
	s.trial(1)
}

// Try measures a trial.
func (s machine) Try(alpha float64) {
	s.ahead.goOn()
	if !s.ahead.take(opTry) {
		s.trial(alpha)
	}
}

// Accept moves the present positions on by alpha times the search direction.
func (s machine) Accept(alpha float64) {
	s.contacts.guessed = false
	s.gone += alpha
	if !s.ahead.take(opAccept) {
		s.motion.accept(alpha)
	}
}

// Reject tells the terms that follow the iteration where it stays.
func (s machine) Reject() { s.trial(0) }

// Tally waits for the device.
func (s machine) Tally() step.Tally {
	st := s.status()
	if st.Stuck != 0 { // otherwise than in the rehearsal
		s.solver.side = 0
		s.again()
		st = s.status()
	}
	t := st.tally(s.norm)
	t.Unbalanced, t.Unsolved = s.metres(st.Tallies[s.norm][2]), s.metres(st.Unsolved)
	return t
}

// tally is what the status says of a search and a trial; norm is the place of the norm of the gradient.
func (st *status) tally(norm int) step.Tally {
	energy, measure := &st.Tallies[tallyEnergy], &st.Tallies[tallyMeasure]
	t := step.Tally{
		Iterations: int(st.Iterations),
		Norm:       math.Sqrt(float64(st.Tallies[norm][0])),
		Slope:      float64(measure[0]),
		Move:       math.Sqrt(float64(measure[3])),
		Mean:       math.Sqrt(float64(measure[2])),
		Change:     float64(energy[0]) + float64(energy[1]),
		Noise:      noise * float64(energy[2]),
	}
	switch st.Outcome {
	case cgRunning:
		t.RanOut = true
	case cgNonFinite:
		t.Solved = step.NonFinite
	case cgIndefinite:
		t.Solved = step.Indefinite
	}
	return t
}

// metres are how far forces would move cloth without stiffness, by the sum of their squares by step.Weights.
func (s machine) metres(weighed float32) float64 {
	h := float64(s.set.H)
	return h * h * math.Sqrt(float64(weighed))
}

// Slope evaluates nothing beyond the present positions: contacts that were only tried would count as touched.
func (s machine) Slope() float64 { return float64(s.sloped().Tallies[tallyMeasure][0]) }

// Softening is measured along with the slope.
func (s machine) Softening() float64 {
	if !s.rubs() {
		return 0
	}
	energy := s.sloped().Tallies[tallyEnergy]
	return float64(energy[0]) + float64(energy[1])
}

// sloped is the status with the slope and the softening at the present positions.
func (s machine) sloped() status {
	if !s.ahead.made {
		s.slope(s.gone, s.solved)
		s.ahead.made = true
	}
	return s.status()
}

// Semismooth selects the matrix of friction.
func (s machine) Semismooth(on bool) { s.elements.semismooth = on }

// Balance moves components of pieces to where no net force and torque is left.
func (s machine) Balance(reach float64) {
	if !s.ahead.take(opBalance) {
		s.balance(reach)
	}
}

func (s machine) balance(reach float64) {
	pairs := 0 // as many as there may be
	if s.pairs.active > 0 {
		pairs = s.pairs.bound
	}
	count := len(s.motion.p.Pieces)
	if pairs > 0 && count > 1 {
		s.pairs.components()
	}
	s.motion.balance(pairs)
	if reach == 0 || len(s.contacts.obstacles) == 0 || len(s.motion.held) == count { // none is led
		return
	}
	if pairs > 0 { // which the slots of vertices hold, with what is on the diagonal
		s.elements.vertices()
	}
	s.motion.lead(pairs, reach, false)
	s.elements.points()
	s.pairs.forces(false, s.elements.semismooth)
	s.motion.lead(pairs, reach, true)
}

// Astray reports whether Balance moved a piece farther than contacts were detected for, where it may meet obstacles or
// cloth.
func (s machine) Astray() bool {
	return (len(s.contacts.obstacles) > 0 || s.pairs.active > 0) && grown(&s.astray, s.status().Astray)
}

func grown(from *int32, to int32) bool {
	before := *from
	*from = to
	return to > before
}

// Gained is what unbalanced forces have given the cloth over the step, less what backward Euler takes.
func (s machine) Gained() (energy, way float64) {
	s.elements.gained()
	sum := s.status().Tallies[tallyEnergy]
	return float64(sum[0]) + float64(sum[1]), float64(sum[2])
}

// Short tells whether its reach was too short for a piece.
func (s machine) Short() bool { return grown(&s.short, s.status().TooShort) }

// Project puts contact points back outside of colliders.
func (s machine) Project() {
	if !s.ahead.take(opProject) {
		s.project()
	}
}

func (s machine) project() {
	s.contacts.push()
	s.queue.run("settle", len(s.Model.X0))
}

// Meet checks the path of every pair. What RollBack needs is measured by the same pass.
func (s machine) Meet(roll step.Roll) bool {
	if !s.pairs.on() {
		return false
	}
	if s.ahead.take(opMeet) {
		return s.pairs.met()
	}
	return s.pairs.meet(int(roll), s.along())
}

// along is what Meet reads along, see pairs.meet.
func (s machine) along() *motion {
	if s.slippery() {
		return &s.motion
	}
	return nil
}

// Stiffen notes the pairs that came too near, for the rest of the step.
func (s machine) Stiffen() { s.pairs.stiffen() }

// BeginRollBack takes the ways of all vertices for whole.
func (s machine) BeginRollBack() { s.pairs.stop(0) }

// RollBack shortens the ways of vertices. Where cpu shortens a way once for each pair that hits, here the shortest
// counts, which no order can change.
func (s machine) RollBack(step.Roll) { s.pairs.stop(1) }

// Stopped counts the vertices whose way is shorter now.
func (s machine) Stopped() int {
	s.pairs.stop(2)
	return int(s.pairs.status().Stopped)
}

// Strained is the largest change of a strain over the step.
func (s machine) Strained() float64 {
	s.elements.strained()
	return float64(s.status().Tallies[tallyEnergy][3])
}

// Commit moves the state on.
func (s machine) Commit() (projected int, finite bool) {
	if s.Settings.SecondOrder() {
		s.inContact("positionHi", "positionLo")
	}
	s.elements.commit(false)
	s.contacts.commit()
	kept := s.pairs.keep()
	if len(s.contacts.obstacles) > 0 && !s.Settings.Explicit() {
		s.queue.run("rebound", len(s.Model.X0), false)
	}
	s.queue.run("note_accelerations", len(s.Model.X0))
	s.queue.run("commit_vertices", len(s.Model.X0))
	st := s.status()
	if st.NonFinite == 0 {
		s.motion.keep(s.Settings.SecondOrder())
		s.pairs.kept = kept
	}
	return int(st.Pushed), st.NonFinite == 0
}

// Err is why the lists of pairs cannot be held. Where memory has run out, a smaller step does not help.
func (s machine) Err() (err error, smaller bool) {
	if s.pairs.err == nil {
		return nil, true
	}
	return s.pairs.err, !errors.Is(s.pairs.err, opengl.ErrOutOfMemory)
}

// Inside counts the contact points that were inside of colliders before they were put back, in all of the sub-step.
func (s machine) Inside() (any, keen int) {
	at := s.status()
	return int(at.Inside), int(at.InsideKeen)
}

// Keen tells whether a collider is keen anywhere.
func (s machine) Keen() bool { return s.contacts.keen() }

// Through counts the triangles that keen colliders come into between contact points.
func (s machine) Through() int {
	before := s.status().Through
	for i, o := range s.contacts.obstacles {
		if o.keen != nil {
			s.contacts.lookAt(i, false)
		}
	}
	return int(s.status().Through - before)
}
