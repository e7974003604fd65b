//go:build cgo

package gpu

import (
	"errors"
	"math"

	"hysteron/gpu/opengl"
	"hysteron/step"
)

// operations is the Sim as step.Driver works it. The change of the potential is summed per element, relative to the
// present positions, because totals in float32 would drown it.
type operations struct{ *Sim }

var _ step.Speculator = operations{}

// noise is the relative rounding error of an element's change of potential.
const noise = 1e-6

// Begin sets up a step.
func (s operations) Begin(t, h float64) {
	s.time, s.tooFar, s.short = t, 0, 0
	s.ahead.reset()
	s.solver.begin()
	s.beginPins(t, h)
	s.begin(h)
	s.contacts.guessed = true
	if s.pairs.on() {
		s.pairs.renew()
	}
}

// DetectContacts finds the contacts at the present positions.
func (s operations) DetectContacts(first bool) {
	s.ahead.goOn()
	s.detectContacts(first)
}

// Evaluate evaluates all terms and the gradient.
func (s operations) Evaluate(first bool) {
	s.ahead.goOn()
	if s.ahead.take(opEvaluate) {
		s.norm = reductionGradient
		return
	}
	s.ahead.made = false
	s.evaluate(first)
	s.gatherGradient()
}

// Speculate notes what comes next, which is issued with it.
func (s operations) Speculate(p step.Plan) { s.ahead.plan = p }

// Ahead reports whether the device has done more than it was asked for.
func (s operations) Ahead() bool { return s.ahead.doing() }

// Search finds the search direction and tries it.
func (s operations) Search(l step.Linear) {
	s.gone, s.solved = 0, s.elements.semismooth
	if !s.queue.fetch {
		l.Tolerance = step.Rounded(l.Tolerance)
	}
	s.again = func() { s.Search(l) }
	s.solver.ready(l)
	s.solver.request(l, float64(s.set.H))
	if !s.ahead.doing() {
		s.ahead.issue()
	}
	if s.ahead.take(opSearch) {
		s.solver.request(l, float64(s.set.H))
		s.norm = reductionNorm
		return
	}
	s.solver.request(l, float64(s.set.H))
	s.gatherMatrix()
	s.solve(false)
	s.trial(1)
}

// ResolveActiveSet finds the search direction anew and tries it. The gradient is that of the present positions again,
// its norm that by the new matrix.
func (s operations) ResolveActiveSet() {
	s.again = func() {
		s.queue.duplicate(s.queue.buffers["directionBefore"], s.queue.buffers["direction"])
		s.ResolveActiveSet()
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

// RevertActiveSet goes back to the search direction before ResolveActiveSet.
func (s operations) RevertActiveSet() {
	s.queue.duplicate(s.queue.buffers["directionBefore"], s.queue.buffers["direction"])
	s.trial(1)
}

// TrialStep measures a trial.
func (s operations) TrialStep(alpha float64) {
	s.ahead.goOn()
	if !s.ahead.take(opTrialStep) {
		s.trial(alpha)
	}
}

// AcceptStep moves the present positions on by alpha times the search direction.
func (s operations) AcceptStep(alpha float64) {
	s.contacts.guessed = false
	s.gone += alpha
	if !s.ahead.take(opAcceptStep) {
		s.motion.accept(alpha)
	}
}

// RejectStep tells the terms that follow the iteration where it stays.
func (s operations) RejectStep() { s.trial(0) }

// Reductions waits for the device.
func (s operations) Reductions() step.Reductions {
	st := s.status()
	if st.Stuck != 0 { // otherwise than in the rehearsal
		s.solver.side = 0
		s.again()
		st = s.status()
	}
	t := st.reductions(s.norm)
	t.Residual, t.LinearResidual = s.metres(st.Reductions[s.norm][2]), s.metres(st.LinearResidual)
	return t
}

// reductions is what the status says of a search and a trial; norm is the place of the norm of the gradient.
func (st *status) reductions(norm int) step.Reductions {
	energy, measure := &st.Reductions[reductionEnergy], &st.Reductions[reductionStep]
	t := step.Reductions{
		Iterations: int(st.Iterations),
		Left:       st.left(),
		Norm:       math.Sqrt(float64(st.Reductions[norm][0])),
		Slope:      float64(measure[0]),
		Move:       math.Sqrt(float64(measure[3])),
		Mean:       math.Sqrt(float64(measure[2])),
		Change:     float64(energy[0]) + float64(energy[1]),
		Noise:      noise * float64(energy[2]),
	}
	switch st.Outcome {
	case cgRunning:
		t.LimitReached = true
	case cgNonFinite:
		t.Solved = step.NonFinite
	case cgIndefinite:
		t.Solved = step.Indefinite
	}
	return t
}

// left is the share of its residual that the last solve left; NaN if there was none.
func (st *status) left() float64 {
	if !(st.First > 0) {
		return math.NaN()
	}
	return math.Sqrt(float64(st.Last) / float64(st.First))
}

// metres are how far forces would move cloth without stiffness, by the sum of their squares by step.Weights.
func (s operations) metres(weighed float32) float64 {
	h := float64(s.set.H)
	return h * h * math.Sqrt(float64(weighed))
}

// Slope evaluates nothing beyond the present positions: contacts that were only tried would count as touched.
func (s operations) Slope() float64 { return float64(s.sloped().Reductions[reductionStep][0]) }

// Softening is measured along with the slope.
func (s operations) Softening() float64 {
	if !s.hasFriction() {
		return 0
	}
	energy := s.sloped().Reductions[reductionEnergy]
	return float64(energy[0]) + float64(energy[1])
}

// sloped is the status with the slope and the softening at the present positions.
func (s operations) sloped() status {
	if !s.ahead.made {
		s.slope(s.gone, s.solved)
		s.ahead.made = true
	}
	return s.status()
}

// Drift is how far the residual moves what is free of a component.
func (s operations) Drift() float64 {
	if !s.ahead.take(opDrift) {
		if !s.hasFriction() {
			return 0
		}
		s.motion.drift(s.components())
	}
	st := s.status()
	return st.drift()
}

// drift is the largest that the last pass drift found [m].
func (st *status) drift() float64 { return float64(math.Float32frombits(uint32(st.Drift))) }

// Semismooth selects the matrix of friction.
func (s operations) Semismooth(on bool) { s.elements.semismooth = on }

// CorrectRigid moves components of pieces to where no net force and torque is left.
func (s operations) CorrectRigid(reach float64) {
	if !s.ahead.take(opCorrectRigid) {
		s.correctRigid(reach)
	}
}

func (s operations) correctRigid(reach float64) {
	pairs, count := s.components(), len(s.motion.p.Components)
	s.motion.correctFree(pairs)
	if reach == 0 || len(s.contacts.obstacles) == 0 || len(s.motion.held) == count { // none is led
		return
	}
	if pairs > 0 { // which the slots of vertices hold, with what is on the diagonal
		s.elements.vertices(s.elements.semismooth)
	}
	s.motion.correctHeld(pairs, reach, false)
	s.elements.points(true)
	s.pairs.forces(false, true)
	s.motion.correctHeld(pairs, reach, true)
}

// components finds connected components, and returns how many pairs are active at most.
func (s operations) components() (pairs int) {
	if s.pairs.active > 0 {
		pairs = s.pairs.bound
	}
	if pairs > 0 && len(s.motion.p.Components) > 1 {
		s.pairs.components()
	}
	return pairs
}

// RigidTooFar reports whether CorrectRigid moved a piece farther than contacts were detected for, where it may meet
// obstacles or cloth.
func (s operations) RigidTooFar() bool {
	return (len(s.contacts.obstacles) > 0 || s.pairs.active > 0) && grown(&s.tooFar, s.status().TooFar)
}

func grown(from *int32, to int32) bool {
	before := *from
	*from = to
	return to > before
}

// EnergyBalance is what unbalanced forces have given the cloth over the step, less what backward Euler takes.
func (s operations) EnergyBalance() (energy, way float64) {
	s.elements.energyBalance()
	sum := s.status().Reductions[reductionEnergy]
	return float64(sum[0]) + float64(sum[1]), float64(sum[2])
}

// RigidTooShort reports whether its reach was too short for a piece.
func (s operations) RigidTooShort() bool { return grown(&s.short, s.status().TooShort) }

// ProjectPenetrations puts contact points back outside of colliders.
func (s operations) ProjectPenetrations() {
	if !s.ahead.take(opProjectPenetrations) {
		s.projectPenetrations()
	}
}

func (s operations) projectPenetrations() {
	s.contacts.push()
	s.queue.run("settle", len(s.Model.X0))
}

// CCD checks the path of every pair. What ClampPaths needs is measured by the same pass.
func (s operations) CCD(clamp step.Clamp) bool {
	if !s.pairs.on() {
		return false
	}
	if s.ahead.take(opCCD) {
		return s.pairs.ccdHit()
	}
	return s.pairs.ccd(int(clamp), s.along())
}

// along is what CCD reads along, see pairs.ccd.
func (s operations) along() *motion {
	if s.slippery() {
		return &s.motion
	}
	return nil
}

// IncreaseStiffness notes the pairs that came too near, for the rest of the step.
func (s operations) IncreaseStiffness() { s.pairs.increaseStiffness() }

// BeginClamping takes the ways of all vertices for whole.
func (s operations) BeginClamping() { s.pairs.clampPaths(0) }

// ClampPaths shortens the ways of vertices. Where cpu shortens a way once for each pair that hits, here the shortest
// counts, which no order can change.
func (s operations) ClampPaths(step.Clamp) { s.pairs.clampPaths(1) }

// ClampedVertices counts the vertices whose way is shorter now.
func (s operations) ClampedVertices() int {
	s.pairs.clampPaths(2)
	return int(s.pairs.status().Clamped)
}

// MaxStrainChange is the largest change of a strain over the step.
func (s operations) MaxStrainChange() float64 {
	s.elements.strained()
	return float64(s.status().Reductions[reductionEnergy][3])
}

// Commit moves the state on.
func (s operations) Commit() (projected int, finite bool) {
	if s.Settings.SecondOrder() {
		s.inContact("positionHi", "positionLo")
	}
	s.elements.commit(false)
	s.contacts.commit()
	kept := s.pairs.commitAnchors()
	if len(s.contacts.obstacles) > 0 && !s.Settings.Explicit() {
		s.queue.run("rebound", len(s.Model.X0), false)
	}
	s.queue.run("note_accelerations", len(s.Model.X0))
	s.queue.run("commit_vertices", len(s.Model.X0))
	st := s.status()
	if st.NonFinite == 0 {
		s.motion.keep(s.Settings.SecondOrder())
		s.pairs.anchors = kept
	}
	return int(st.Pushed), st.NonFinite == 0
}

// Err is why the lists of pairs cannot be held. Where memory has run out, a smaller step does not help.
func (s operations) Err() (err error, smaller bool) {
	if s.pairs.err == nil {
		return nil, true
	}
	return s.pairs.err, !errors.Is(s.pairs.err, opengl.ErrOutOfMemory)
}

// Penetrations counts the contact points that were inside of colliders before they were put back, in all of the
// sub-step.
func (s operations) Penetrations() (any, sharp int) {
	at := s.status()
	return int(at.Inside), int(at.InsideSharp)
}

// HasSharp reports whether a collider is sharp anywhere.
func (s operations) HasSharp() bool { return s.contacts.hasSharp() }

// SharpCrossings counts the triangles that sharp colliders come into between contact points.
func (s operations) SharpCrossings() int {
	before := s.status().SharpCrossings
	for i, o := range s.contacts.obstacles {
		if o.sharp != nil {
			s.contacts.lookAt(i, false)
		}
	}
	return int(s.status().SharpCrossings - before)
}
