//go:build cgo

package gpu

import (
	"errors"
	"math"

	"hysteron/gpu/opengl"
	"hysteron/step"
)

// operations implements step.Operations for the Sim. Changes of the potential are summed per element, relative to the
// present positions, because differences of totals in float32 would be lost in rounding.
type operations struct{ *Sim }

var _ step.Speculator = operations{}

// noise is the relative rounding error of the change of an element's potential.
const noise = 1e-6

// Begin sets up a step.
func (s operations) Begin(t, h float64) {
	s.time, s.tooFar, s.tooShort = t, 0, 0
	s.speculation.reset()
	s.solver.begin()
	s.beginPins(t, h)
	s.begin(h)
	s.contacts.atFirstGuess = true
	if s.pairs.enabled() {
		s.pairs.beginStep()
	}
}

// DetectContacts computes the contacts at the present positions.
func (s operations) DetectContacts(first bool) {
	s.speculation.continuePlan()
	s.detectContacts(first)
}

// Evaluate evaluates all terms and the gradient.
func (s operations) Evaluate(first bool) {
	s.speculation.continuePlan()
	if s.speculation.takeCompleted(opEvaluate) {
		s.normReduction = reductionGradient
		return
	}
	s.speculation.slopeIncluded = false
	s.evaluate(first)
	s.gatherGradient()
}

// Speculate sets the plan of the next operations, which are issued together with the current one.
func (s operations) Speculate(p step.Plan) { s.speculation.plan = p }

// Ahead reports whether there are completed speculative operations.
func (s operations) Ahead() bool { return s.speculation.pending() }

// Search computes the search direction and tries the full step.
func (s operations) Search(l step.Linear) {
	s.stepsTaken, s.semismoothMatrix = 0, s.elements.semismooth
	if !s.queue.fetch {
		l.Tolerance = step.Rounded(l.Tolerance)
	}
	s.repeatSearch = func() { s.Search(l) }
	s.solver.prepareRigidAMG(l)
	s.solver.request(l, float64(s.stepParams.H))
	if !s.speculation.pending() {
		s.speculation.issue()
	}
	if s.speculation.takeCompleted(opSearch) {
		s.solver.request(l, float64(s.stepParams.H))
		s.normReduction = reductionNorm
		return
	}
	s.solver.request(l, float64(s.stepParams.H))
	s.gatherMatrix()
	s.solve(false)
	s.trial(1)
}

// ResolveActiveSet computes the search direction for the contacts of the trial and tries it. The gradient is restored
// to that of the present positions, with its norm in the metric of the new matrix.
func (s operations) ResolveActiveSet() {
	s.repeatSearch = func() {
		s.queue.copyBuffer(s.queue.buffers["directionBefore"], s.queue.buffers["direction"])
		s.ResolveActiveSet()
	}
	s.evaluateTerms(false, true)
	s.gatherGradient()
	s.gatherMatrix()
	s.queue.copyBuffer(s.queue.buffers["direction"], s.queue.buffers["directionBefore"])
	s.solve(true)
	s.evaluate(false)
	s.elements.gatherGradient(true)
	s.rigid.fold()
	s.normReduction = reductionGradient
	s.trial(1)
}

// RevertActiveSet restores the search direction before ResolveActiveSet.
func (s operations) RevertActiveSet() {
	s.queue.copyBuffer(s.queue.buffers["directionBefore"], s.queue.buffers["direction"])
	s.trial(1)
}

// TrialStep computes the reductions of a trial.
func (s operations) TrialStep(alpha float64) {
	s.speculation.continuePlan()
	if !s.speculation.takeCompleted(opTrialStep) {
		s.trial(alpha)
	}
}

// AcceptStep advances the present positions by alpha times the search direction.
func (s operations) AcceptStep(alpha float64) {
	s.contacts.atFirstGuess = false
	s.stepsTaken += alpha
	if !s.speculation.takeCompleted(opAcceptStep) {
		s.rigid.follow(alpha)
		s.motion.accept(alpha)
	}
}

// RejectStep evaluates the present positions again, for terms with state of the iteration.
func (s operations) RejectStep() { s.trial(0) }

// Reductions waits for the device and returns the reductions.
func (s operations) Reductions() step.Reductions {
	st := s.status()
	if st.Stuck != 0 { // the groups deadlocked, unlike in the probe
		s.solver.concurrent = 0
		s.repeatSearch()
		st = s.status()
	}
	t := st.reductions(s.normReduction)
	t.Residual, t.LinearResidual = s.asDisplacement(st.Reductions[s.normReduction][2]),
		s.asDisplacement(st.LinearResidual)
	return t
}

// reductions converts the status of a search and a trial. norm is the index of the norm of the gradient.
func (st *status) reductions(norm int) step.Reductions {
	energy, measure := &st.Reductions[reductionEnergy], &st.Reductions[reductionStep]
	t := step.Reductions{
		Iterations: int(st.Iterations),
		Left:       st.relativeResidual(),
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

// relativeResidual returns the relative residual of the last solve; NaN without one.
func (st *status) relativeResidual() float64 {
	if !(st.First > 0) {
		return math.NaN()
	}
	return math.Sqrt(float64(st.Last) / float64(st.First))
}

// asDisplacement returns how far the weighted residual would move cloth without stiffness [m].
func (s operations) asDisplacement(weighed float32) float64 {
	h := float64(s.stepParams.H)
	return h * h * math.Sqrt(float64(weighed))
}

// Slope returns the slope at the present positions only: a contact at another position would count as touched.
func (s operations) Slope() float64 { return float64(s.statusWithSlope().Reductions[reductionStep][0]) }

// Softening is computed together with the slope.
func (s operations) Softening() float64 {
	if !s.hasFriction() {
		return 0
	}
	energy := s.statusWithSlope().Reductions[reductionEnergy]
	return float64(energy[0]) + float64(energy[1])
}

// statusWithSlope returns the status with slope and softening at the present positions.
func (s operations) statusWithSlope() status {
	if !s.speculation.slopeIncluded {
		s.slope(s.stepsTaken, s.semismoothMatrix)
		s.speculation.slopeIncluded = true
	}
	return s.status()
}

// Drift returns the rigid-body displacement of free components by the residual [m].
func (s operations) Drift() float64 {
	if !s.speculation.takeCompleted(opDrift) {
		if !s.hasFriction() {
			return 0
		}
		s.motion.drift(s.components())
	}
	st := s.status()
	return st.drift()
}

// drift returns the largest drift of the last pass [m].
func (st *status) drift() float64 { return float64(math.Float32frombits(uint32(st.Drift))) }

// Semismooth selects the matrix of friction.
func (s operations) Semismooth(on bool) { s.elements.semismooth = on }

// CorrectRigid moves components to zero net force and torque, by at most reach [m].
func (s operations) CorrectRigid(reach float64) {
	if !s.speculation.takeCompleted(opCorrectRigid) {
		s.correctRigid(reach)
	}
}

func (s operations) correctRigid(reach float64) {
	pairs, count := s.components(), len(s.motion.p.Components)
	s.motion.correctFree(pairs)
	// no held component is corrected
	if reach == 0 || len(s.contacts.obstacles) == 0 || len(s.motion.heldComponents) == count {
		return
	}
	if pairs > 0 { // included in the slots of vertices, with the diagonal
		s.elements.evaluateVertices(s.elements.semismooth)
	}
	s.motion.correctHeld(pairs, reach, false)
	s.elements.evaluatePoints(true)
	s.pairs.forces(false, true)
	s.motion.correctHeld(pairs, reach, true)
}

// components computes connected components and returns an upper bound of the active pairs.
func (s operations) components() (pairs int) {
	if s.pairs.active > 0 {
		pairs = s.pairs.bound
	}
	if pairs > 0 && len(s.motion.p.Components) > 1 {
		s.pairs.components()
	}
	return pairs
}

// RigidTooFar reports whether CorrectRigid moved a component farther than contacts were detected for.
func (s operations) RigidTooFar() bool {
	return (len(s.contacts.obstacles) > 0 || s.pairs.active > 0) && increased(&s.tooFar, s.status().TooFar)
}

func increased(from *int32, to int32) bool {
	before := *from
	*from = to
	return to > before
}

// EnergyBalance returns the work of the residual over the step, less the dissipation of backward Euler.
func (s operations) EnergyBalance() (energy, way float64) {
	s.elements.energyBalance()
	sum := s.status().Reductions[reductionEnergy]
	return float64(sum[0]) + float64(sum[1]), float64(sum[2])
}

// RigidTooShort reports whether reach limited a rigid-body correction.
func (s operations) RigidTooShort() bool { return increased(&s.tooShort, s.status().TooShort) }

// ProjectPenetrations moves penetrating contact points out of colliders.
func (s operations) ProjectPenetrations() {
	if !s.speculation.takeCompleted(opProjectPenetrations) {
		s.projectPenetrations()
	}
}

func (s operations) projectPenetrations() {
	s.rigid.snap(snapAll)
	s.contacts.projectPenetrations()
	s.queue.run("apply_projection", len(s.Model.X0))
	if len(s.contacts.obstacles) > 0 {
		s.rigid.snap(snapCarry)
	}
}

// CCD checks the path of every pair. The same pass computes the data of ClampPaths.
func (s operations) CCD(clamp step.Clamp) bool {
	if !s.pairs.enabled() {
		return false
	}
	if s.speculation.takeCompleted(opCCD) {
		return s.pairs.ccdHit()
	}
	return s.pairs.ccd(int(clamp), s.motionToRead())
}

// motionToRead returns the motion to read together with the result of CCD, see pairs.ccd.
func (s operations) motionToRead() *motion {
	if s.needsPositions() {
		return &s.motion
	}
	return nil
}

// IncreaseStiffness increases the penalty stiffness of the pairs that CCD found, for the rest of the step.
func (s operations) IncreaseStiffness() { s.pairs.increaseStiffness() }

// BeginClamping sets the path fraction of every vertex to one.
func (s operations) BeginClamping() { s.pairs.clampPaths(0) }

// ClampPaths shortens the paths of vertices. Package cpu shortens a path once per pair that hits; here the smallest
// fraction applies, which does not depend on the order.
func (s operations) ClampPaths(step.Clamp) {
	s.rigid.share("pairNextFraction", true)
	s.pairs.clampPaths(1)
	s.rigid.snap(snapParts) // of chords
}

// ClampedVertices returns the number of vertices with a shortened path.
func (s operations) ClampedVertices() int {
	s.pairs.clampPaths(2)
	return int(s.pairs.status().Clamped)
}

// MaxStrainChange returns the largest strain change over the step.
func (s operations) MaxStrainChange() float64 {
	s.elements.strainChange()
	return float64(s.status().Reductions[reductionEnergy][3])
}

// Commit advances the state.
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
		s.motion.recordStep(s.Settings.SecondOrder())
		s.pairs.anchors = kept
	}
	return int(st.Pushed), st.NonFinite == 0
}

// Err returns the reason for which pair lists do not fit. A smaller step does not help if memory is exhausted.
func (s operations) Err() (err error, smaller bool) {
	if s.pairs.err == nil {
		return nil, true
	}
	return s.pairs.err, !errors.Is(s.pairs.err, opengl.ErrOutOfMemory)
}

// Penetrations returns the number of contact points that were projected out of colliders in the sub-step.
func (s operations) Penetrations() (any, sharp int) {
	at := s.status()
	return int(at.Inside), int(at.InsideSharp)
}

// HasSharp reports whether a collider has a sharp edge.
func (s operations) HasSharp() bool { return s.contacts.hasSharp() }

// SharpCrossings returns the number of triangles that sharp colliders enter between contact points.
func (s operations) SharpCrossings() int {
	before := s.status().SharpCrossings
	for i, o := range s.contacts.obstacles {
		if o.sharp != nil {
			s.contacts.detectCollider(i, false)
		}
	}
	return int(s.status().SharpCrossings - before)
}
