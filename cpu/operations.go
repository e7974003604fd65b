package cpu

import (
	"errors"
	"math"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/linalg"
	"hysteron/sysmem"

	"hysteron/step"
)

// Step advances the state by h [s], see step.Driver.
func (s *Sim) Step(h float64) (step.Report, error) {
	s.times = step.StageTimes{}
	t := s.State.Time
	rep, err := s.driver.Step(t, h)
	rep.Time = s.times
	s.State.Halvings = s.driver.Halvings()
	if err == nil {
		s.State.Time = t + h
	}
	return rep, err
}

// SetWatch sets the observer of the following steps, see step.Watch.
func (s *Sim) SetWatch(w step.Watch) { s.driver.SetWatch(w) }

var _ step.Operations = operations{}

// clock adds the time until the returned function is called to a stage.
func clock(stage *time.Duration) func() {
	start := time.Now()
	return func() { *stage += time.Since(start) }
}

// Begin sets the lagged quantities of the step and the first guess.
func (s operations) Begin(t, h float64) {
	s.State.Time = t
	s.begin(h)
	s.guess()
	s.guessed = true
	if s.self != nil {
		s.self.begin()
	}
	s.projected = 0
}

// begin sets the lagged quantities of a step of h.
func (s *Sim) begin(h float64) {
	s.H = h
	s.beginTwoStep()
	for k := range s.strains {
		s.strains[k].begin(s.pool, &s.State.Past[k])
	}
	s.air.begin(&s.now)
	for _, t := range s.Terms {
		t.Begin(&s.World)
	}
}

// DetectContacts computes the contact planes at s.x.
func (s operations) DetectContacts(first bool) {
	defer clock(&s.times.Contact)()
	clear(s.changed)
	s.most = s.evaluated && s.points && !s.trialEvaluated && !first
	s.detectContacts(first)
	if first {
		s.findImpacts()
	}
	s.points = false
	if first {
		s.evaluated, s.strained = false, false
	}
}

func (s *Sim) detectContacts(first bool) {
	for _, o := range s.obstacles {
		o.detect(&s.now, first)
	}
	if first {
		s.giveWay()
	}
	if first && s.guessed && s.carry() {
		for _, o := range s.obstacles {
			o.detect(&s.now, false)
		}
	}
	if s.self != nil {
		s.self.detect(&s.now, first)
	}
}

// Evaluate evaluates what is not yet evaluated at s.x, and the gradient.
func (s operations) Evaluate(first bool) {
	end := clock(&s.times.Elements)
	if !s.evaluated {
		s.energy.elements = s.evaluateElements(s.x)
	}
	switch {
	case s.evaluated && s.points:
	case s.evaluated && s.most:
		s.energy.total = s.energy.elements + s.evaluateChanged(s.x)
	default:
		s.energy.total = s.energy.elements + s.evaluatePoints(s.x)
	}
	if !s.evaluated {
		s.track(&s.elements)
	}
	s.evaluated, s.points, s.most, s.trialEvaluated = true, true, false, false
	end()
	defer clock(&s.times.Gather)()
	s.gatherGradient()
	s.reductions.Norm, s.reductions.Residual = s.endNorm(), s.residual()
}

// Search computes the Newton step s.p and tries it.
func (s operations) Search(l step.Linear) {
	end := clock(&s.times.Gather)
	s.gatherMatrix()
	clear(s.changedVertices)
	s.reductions = step.Reductions{Norm: s.gradientNorm(), Residual: s.residual(), Rounding: s.rounding()}
	end()
	if !cloth.Finite(s.energy.total) {
		s.reductions.Solved = step.NonFinite
	}
	if !cloth.Finite(s.reductions.Norm, s.energy.total) || s.reductions.Norm == 0 {
		return
	}
	clear(s.p)
	s.cg.MaxIter, s.cg.Tol, s.cg.AbsTol = s.Settings.MaxCG, l.Tolerance, 0
	s.cg.Precond = nil
	switch {
	case l.RigidModes:
		s.cg.Precond = s.rigidAMG
	case l.Multilevel:
		s.cg.Precond = s.multilevel
	case s.driver.SSOR:
		s.cg.Precond = s.ssor
	}
	if add := s.air.operator.rankOnes(); len(add) > 0 {
		s.lowRank.Inner, s.lowRank.Add = s.cg.Precond, add
		if s.lowRank.Inner == nil {
			s.lowRank.Inner = new(linalg.BlockJacobi)
		}
		s.cg.Precond = &s.lowRank
	}
	s.multilevel.Reuse, s.rigidAMG.Reuse, s.rigidAMG.X = l.Reuse, l.Reuse, s.x
	s.cg.Most = sq(l.MaxResidual / (s.H * s.H))
	res := s.solve()
	s.multilevel.Reuse, s.rigidAMG.Reuse = true, true // for active-set re-solves
	s.target = s.cg.Tol * res.Initial
	if s.reductions.Solved == step.Converged {
		s.trialNewtonStep()
	}
}

// trialNewtonStep computes the reductions of a new search direction and tries the full step.
func (s operations) trialNewtonStep() {
	s.reductions.Move, s.reductions.Mean, s.reductions.Slope = s.longest(), s.mean(), s.Slope()
	s.gone, s.solved = 0, s.semismooth
	s.TrialStep(1)
}

// solve improves s.p towards the Newton step.
func (s *Sim) solve() linalg.Result {
	defer clock(&s.times.Solve)()
	s.negate()
	var res linalg.Result
	if len(s.rigid.list) > 0 {
		res = s.solveRigid()
	} else {
		res = s.cg.Solve(s.pool, s.matrix, s.g, s.p, s.fixed)
	}
	s.negate()
	s.reductions.Iterations, s.reductions.Solved, s.reductions.LimitReached = res.Iterations, outcomeOf(res),
		res.Outcome == linalg.MaxIterations
	s.reductions.Left = res.Residual / res.Initial
	s.reductions.LinearResidual = s.H * s.H * math.Sqrt(res.Weighed)
	return res
}

// negate turns the gradient into forces, and back.
func (s *Sim) negate() {
	s.pool.For(len(s.g), linalg.SumGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			s.g[i] = r3.Scale(-1, s.g[i])
		}
	})
}

func outcomeOf(res linalg.Result) step.Outcome {
	switch res.Outcome {
	case linalg.NegativeCurvature:
		return step.Indefinite
	case linalg.NonFinite:
		return step.NonFinite
	}
	return step.Converged // also a truncated solve, whose result is a descent direction
}

// TrialStep evaluates all terms at the trial x + alpha·p, stored in s.xtry. Changes of the potential below the
// round-off of its parts are noise.
func (s operations) TrialStep(alpha float64) {
	defer clock(&s.times.Elements)()
	if !s.trialEvaluated {
		s.swap() // keep elements and responses at s.x
		s.pointResponses, s.answered = s.answered, s.pointResponses
		s.trialEvaluated = true
	}
	s.pool.For(len(s.xtry), linalg.SumGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			s.xtry[i] = r3.Add(s.x[i], r3.Scale(alpha, s.p[i]))
		}
	})
	s.rigid.follow(s.x, s.p, s.xtry, alpha)
	e := &s.trial
	e.elements = s.evaluateElements(s.xtry)
	e.total = e.elements + s.evaluatePoints(s.xtry)
	s.track(&s.elements)
	s.reductions.Change = e.total - s.energy.total
	s.reductions.Noise = 1e-13 * (math.Abs(e.elements) + math.Abs(e.total-e.elements) + math.Abs(s.reductions.Slope))
}

// AcceptStep advances to the trial positions, including their evaluation.
func (s operations) AcceptStep(alpha float64) {
	copy(s.x, s.xtry)
	s.gone += alpha
	s.guessed = false
	s.energy, s.evaluated, s.points, s.trialEvaluated = s.trial, true, s.asked == s.semismooth, false
}

// RejectStep restores the elements at s.x, and evaluates the points there again.
func (s operations) RejectStep() {
	defer clock(&s.times.Elements)()
	s.swap()
	s.trialEvaluated = false
	s.evaluatePoints(s.x)
	s.track(&s.elements)
}

// Reductions returns the reductions of the last search and trial.
func (s operations) Reductions() step.Reductions { return s.reductions }

// Slope returns the derivative of the potential along the search direction.
func (s operations) Slope() float64 {
	return s.pool.Sum(len(s.p), func(lo, hi int) float64 {
		var sum float64
		for i := lo; i < hi; i++ {
			sum += r3.Dot(s.g[i], s.p[i])
		}
		return sum
	})
}

// EnergyBalance returns the work of the residual over the step, less the dissipation of the integrator.
func (s operations) EnergyBalance() (energy, way float64) {
	for i, x := range s.x {
		if s.fixed[i] {
			continue
		}
		m, v := s.Model.Mass[i], s.velocity(i)
		gain, before, q := r3.Sub(v, s.State.V[i]), s.gain(i), s.twoStep.of(i)
		energy += s.H*r3.Dot(s.g[i], v) - m*q.Lost(r3.Norm2(gain), r3.Dot(gain, before), r3.Norm2(before))
		way += m * r3.Norm(r3.Sub(x, s.State.X[i]))
	}
	return energy, way
}

// ProjectPenetrations moves penetrating contact points out of colliders.
func (s operations) ProjectPenetrations() {
	n := s.pushOut()
	s.projected += n
	if n > 0 {
		s.evaluated, s.strained = false, false
	}
}

// Penetrations returns the number of contact points that were inside of colliders before the last ProjectPenetrations.
func (s operations) Penetrations() (any, sharp int) { return s.inside, s.insideSharp }

// Stretched returns the triangle with the largest stretch.
func (s operations) Stretched() step.Stretched { return step.MostStretched(s.Model, s.x) }

// MaxStrainChange returns the largest strain change over the step.
func (s operations) MaxStrainChange() float64 {
	if !s.evaluated && !s.strained {
		s.energy.elements = s.evaluateElements(s.x)
	}
	on, eps := &s.strains[cloth.Triangles], &s.eps[cloth.Triangles]
	most := 0.
	for k := range on.epsN {
		for i, e := range on.epsN[k] {
			most = max(most, math.Abs(eps[k][i]-e))
		}
	}
	return most
}

// Commit advances the state. Internal variables are committed at the final positions.
func (s operations) Commit() (projected int, finite bool) {
	if !s.evaluated && !s.strained {
		s.evaluateElements(s.x)
	}
	for _, x := range s.x {
		if !cloth.FiniteVec(x) {
			return s.projected, false
		}
	}
	s.recordAccelerations()
	if s.leave(); s.Overdamped {
		clear(s.State.V)
		s.State.Before = cloth.Before{}
	}
	s.commitTouches()
	s.commitAnchors()
	s.commitAir()
	copy(s.State.X, s.x)
	s.commit(&s.elements, s.roles)
	return s.projected, true
}

// Err returns why contacts cannot be stored. A smaller step may help unless memory is exhausted.
func (s operations) Err() (err error, smaller bool) {
	if s.self == nil || s.self.room.Err == nil {
		return nil, true
	}
	return s.self.room.Err, !errors.Is(s.self.room.Err, sysmem.ErrShort)
}

// AboveLimits reports whether triangles are above a limit at the present positions.
func (s operations) AboveLimits() bool {
	return s.limiting && len(s.Model.AboveLimit(s.x)) > 0
}
