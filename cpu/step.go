package cpu

import (
	"fmt"
	"math"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu/sparse"
	"hysteron/step"
)

// Step moves the state on by h [s]. A sub-step that fails is halved, up to
// Settings.MaxHalvings times; after a success the sub-step grows again. On error the state
// is valid and finite, at the end of the last good sub-step.
func (s *Sim) Step(h float64) (step.Report, error) {
	var rep step.Report
	if !(h > 0) || !cloth.Finite(h) {
		return rep, fmt.Errorf("step of %g s: expected a finite number > 0", h)
	}
	t0 := s.State.Time
	// The step is cut into 2^MaxHalvings ticks; a sub-step is a power of two of them.
	ticks := 1 << s.Settings.MaxHalvings
	size := ticks
	for done := 0; done < ticks; {
		hs := h * float64(size) / float64(ticks)
		s.State.Time = t0 + h*float64(done)/float64(ticks)
		out := s.attempt(hs, &rep)
		if out > step.Unconverged {
			if size == 1 {
				rep.Outcome = out
				return rep, &step.StepError{Time: s.State.Time, H: hs, Outcome: out}
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
	s.State.Time = t0 + h
	return rep, nil
}

// attempt solves one sub-step and, if it succeeds, moves the state.
func (s *Sim) attempt(h float64, rep *step.Report) step.Outcome {
	s.H = h
	for _, t := range s.Terms {
		t.Begin(s)
	}
	s.precond.Begin()
	s.guess()
	if s.self != nil {
		s.self.begin()
	}
	out := s.settle(rep)
	if out > step.Unconverged {
		return out
	}
	for _, x := range s.x {
		if !cloth.FiniteVec(x) {
			return step.NonFinite
		}
	}
	for i, x := range s.x {
		s.State.V[i] = r3.Scale(1/h, r3.Sub(x, s.State.X[i]))
	}
	copy(s.State.X, s.x)
	for _, t := range s.Terms {
		if c, ok := t.(Committer); ok {
			c.Commit(s)
		}
	}
	return out
}

// maxJumps is how often a step may go on after a line search that found no descent. The
// potential jumps where a squashed triangle turns over, since the angles over its edges jump
// by π; no step to the far side lowers it, yet the near side is no minimum.
const maxJumps = 4

// newton minimises the incremental potential from s.x by projected Newton with backtracking.
// Convergence: the full Newton step, or all of the stride beyond it, scaled by the drop of the gradient
// estimates the distance to the minimum; it is compared with the tolerance.
func (s *Sim) newton(rep *step.Report) step.Outcome {
	tol := s.Settings.Tolerance
	s.lookUpContacts(rep, true)
	energy := s.evaluate(s.x, rep)
	s.track()
	s.gatherGradientTimed(rep)
	s.forcing.Begin()
	jumps := 0
	for it := range s.Settings.MaxNewton {
		rep.Newton++
		start := time.Now()
		s.gatherMatrix()
		norm := s.gradientNorm()
		rep.Time.Gather += time.Since(start)
		if !cloth.Finite(norm, energy) {
			return step.NonFinite
		}
		if norm == 0 {
			return step.Converged
		}
		if out := s.direction(rep); out != step.Converged {
			return out
		}
		move := s.largest(s.p)
		slope := s.slope()
		s.swap()
		e := s.try(1, rep)
		for n := 0; n < step.MaxForesee && s.Settings.MaxNewton > 1 && !(e.total-energy <= step.ForeseeBelow*slope); n++ {
			s.before = append(s.before[:0], s.p...)
			if out := s.foresee(rep); out != step.Converged {
				return out
			}
			norm = s.gradientNorm() // by the latest matrix, as below
			e = s.try(1, rep)
			if now := s.slope(); now < 0 {
				move, slope = s.largest(s.p), now
				continue
			}
			copy(s.p, s.before) // by the contacts at x the foreseen direction leads uphill
			e = s.try(1, rep)
			break
		}
		alpha, e, ok := s.lineSearch(e, energy, slope, rep)
		if !ok {
			if move < tol { // the minimum to within round-off
				s.swap() // the rejected trials left their strains
				return step.Converged
			}
			if jumps++; jumps > maxJumps {
				return step.LineSearchFailed
			}
			rep.Jumps++
			alpha = min(1, s.Settings.Thickness/4/move)
			e = s.try(alpha, rep)
		}
		copy(s.x, s.xtry)
		s.wandered += alpha * move
		if s.Settings.LooksAgain(it, s.wandered) {
			s.lookUpContacts(rep, false)
		}
		energy = e.elements + s.evaluatePoints(s.x)
		s.gatherGradientTimed(rep)
		far := 1. // how many Newton steps it went
		if ok && alpha == 1 && it >= step.LookUps {
			energy, far = s.stride(energy, slope, rep)
		}
		if s.Settings.MaxNewton == 1 {
			s.forcing.Done(it, move, 0)
			return step.Converged // the linearised mode makes no promise beyond one solve
		}
		left := s.gradientNorm() / norm
		s.forcing.Done(it, move, left)
		if far*move*min(1, left) < tol && alpha == 1 || far*move < tol/100 {
			return step.Converged
		}
	}
	return step.Unconverged
}

// track tells the terms that follow the iteration that a trial was evaluated.
func (s *Sim) track() {
	for _, t := range s.trackers {
		t.Track(s)
	}
}

// direction solves for the Newton step s.p, as accurately as the tolerance makes worthwhile.
func (s *Sim) direction(rep *step.Report) step.Outcome {
	s.cg.MaxIter = s.Settings.MaxCG
	s.cg.Tol = s.forcing.Tolerance(s.Settings.Tolerance, 1e-9)
	for i := range s.p {
		s.p[i] = r3.Vec{}
	}
	s.precond.Next()
	s.cg.Precond = nil
	if s.precond.Multilevel {
		s.cg.Precond = &s.multilevel
	}
	s.multilevel.Keep = s.precond.Keep
	s.cg.AbsTol = 0
	res := s.solve(rep)
	s.precond.Done(res.Iterations)
	s.multilevel.Keep = true // for what is foreseen
	s.target = s.cg.Tol * res.Initial
	return outcomeOf(res)
}

// solve improves s.p towards the Newton step.
func (s *Sim) solve(rep *step.Report) sparse.Result {
	defer func(t time.Time) { rep.Time.Solve += time.Since(t) }(time.Now())
	for i := range s.g {
		s.g[i] = r3.Scale(-1, s.g[i])
	}
	res := s.cg.Solve(s.pool, s.matrix, s.g, s.p, s.fixed)
	for i := range s.g {
		s.g[i] = r3.Scale(-1, s.g[i])
	}
	rep.CG += res.Iterations
	return res
}

func outcomeOf(res sparse.Result) step.Outcome {
	switch res.Outcome {
	case sparse.NegativeCurvature:
		return step.Indefinite
	case sparse.NonFinite:
		return step.NonFinite
	}
	return step.Converged // also after a truncated solve, which still leads down the quadratic potential
}

// energies splits a potential into what contact look-ups change and what they leave.
type energies struct{ elements, total float64 }

// lineSearch backtracks from the full Newton step until the potential falls enough (Armijo).
// Differences below the round-off of the energy, that of its parts, count as no rise. It takes the
// potential of the full step, which has been tried.
func (s *Sim) lineSearch(full energies, energy, slope float64, rep *step.Report) (alpha float64, e energies, ok bool) {
	e = full
	for alpha = 1; ; e = s.try(alpha, rep) {
		slack := 1e-13 * (math.Abs(e.elements) + math.Abs(e.total-e.elements) + math.Abs(slope))
		if e.total <= energy+1e-4*alpha*slope+slack {
			return alpha, e, true
		}
		if alpha /= 2; alpha <= 1e-4 {
			return 0, e, false
		}
	}
}

// try evaluates all terms at the trial x + alpha·p, which it leaves in s.xtry.
func (s *Sim) try(alpha float64, rep *step.Report) (e energies) {
	defer func(t time.Time) { rep.Time.Elements += time.Since(t) }(time.Now())
	for i := range s.xtry {
		s.xtry[i] = r3.Add(s.x[i], r3.Scale(alpha, s.p[i]))
	}
	e.elements = s.evaluateElements(s.xtry)
	e.total = e.elements + s.evaluatePoints(s.xtry)
	s.track()
	return e
}

// evaluate evaluates all terms at x.
func (s *Sim) evaluate(x []r3.Vec, rep *step.Report) float64 {
	defer func(t time.Time) { rep.Time.Elements += time.Since(t) }(time.Now())
	return s.evaluateElements(x) + s.evaluatePoints(x)
}

func (s *Sim) gatherGradientTimed(rep *step.Report) {
	defer func(t time.Time) { rep.Time.Gather += time.Since(t) }(time.Now())
	s.gatherGradient()
}

// lookUpContacts finds the contact planes for the positions s.x.
func (s *Sim) lookUpContacts(rep *step.Report, first bool) {
	defer func(t time.Time) { rep.Time.Contact += time.Since(t) }(time.Now())
	s.wandered = 0
	for _, o := range s.obstacles {
		o.detect(s, s.x, first)
	}
	if s.self != nil {
		s.self.detect(s, first)
	}
}

// largest is the length of the longest vector of p.
func (s *Sim) largest(p []r3.Vec) float64 {
	var l float64
	for _, v := range p {
		l = max(l, r3.Norm2(v))
	}
	return math.Sqrt(l)
}

// pushOut moves contact points that a solution left nearer to an obstacle than a tenth of
// their thickness out to that distance, a centroid by moving its triangle, and returns how
// many there were.
func (s *Sim) pushOut() (count int) {
	n := len(s.x)
	for _, o := range s.obstacles {
		for i := range o.near {
			if !o.live[i] {
				continue
			}
			q := &o.near[i]
			delta, _ := s.contactLaw(i)
			var at r3.Vec
			var one [1]int32
			vertices := one[:]
			if i < n {
				one[0], at = int32(i), s.x[i]
			} else {
				vertices, at = s.Model.Tri[i-n][:], mean3(s.x, s.Model.Tri[i-n])
			}
			if d := q.planes[0].distance(at); d < delta/10 {
				for _, v := range vertices {
					if !s.fixed[v] {
						s.x[v] = r3.Add(s.x[v], r3.Scale(delta/10-d, q.planes[0].normal))
					}
				}
				count++
			}
		}
	}
	return count
}
