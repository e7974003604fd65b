package cpu

import (
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cpu/proximity"
	"hysteron/step"
)

// pathHit is the outcome of the path check of a candidate.
type pathHit struct {
	t   float64 // fraction of the path on which the features are certainly apart
	hit bool
}

// maxRounds is how often Newton's method goes on with pairs that came too near on the way.
const maxRounds = 3

// Roll-back: a vertex of a pair that hits may go rollBack of the way that was safe; less than
// leastWay is none at all, and from repetition stopAll on every vertex of a hit stops.
const (
	rollBack     = 0.8
	leastWay     = 0.05
	stopAll      = 10
	maxRollBacks = 50
)

// settle minimises the potential of a step and makes sure that no two features of the cloth
// touch on the straight paths from its start to its end.
//
// Where the paths of a pair come too near each other in spite of the contact layer, the pair is
// stiffened and Newton's method goes on. What is left after maxRounds is stopped: each vertex of
// a pair that still hits goes only part of its way, and as vertices that stop may be run into by
// others, this goes on until no pair hits. It ends, since nothing hits where nothing moves; only
// prescribed vertices cannot be stopped, and if they force the cloth through itself the step fails.
func (s *Sim) settle(rep *step.Report) step.Outcome {
	out := s.newton(rep)
	moved := s.project(rep, out)
	if s.self == nil || out > step.Unconverged {
		return s.finish(out, moved)
	}
	for range maxRounds {
		if !s.checkPaths(rep) {
			return s.finish(out, moved)
		}
		for _, i := range s.self.failing {
			q := &s.self.candidates[i]
			if q.touched {
				s.self.stiffer[q.pairName] = q.stiffer + 1
				q.stiffer++
			}
		}
		rep.Rounds++
		if out = s.newton(rep); out > step.Unconverged {
			return out
		}
		moved = s.project(rep, out) || moved
	}
	if !s.checkPaths(rep) {
		return s.finish(out, moved)
	}
	return s.finish(s.stop(rep, out), true)
}

// project puts contact points back outside of colliders.
func (s *Sim) project(rep *step.Report, out step.Outcome) bool {
	if out > step.Unconverged {
		return false
	}
	n := s.pushOut()
	rep.Projected += n
	return n > 0
}

// finish evaluates the elements again where positions changed after the last evaluation, since
// history is committed at the final ones.
func (s *Sim) finish(out step.Outcome, moved bool) step.Outcome {
	if moved && out <= step.Unconverged {
		s.evaluateElements(s.x)
	}
	return out
}

// checkPaths checks the path of every pair to s.x, and lists those that come too near.
func (s *Sim) checkPaths(rep *step.Report) bool {
	defer func(t time.Time) { rep.Time.Contact += time.Since(t) }(time.Now())
	c := s.self
	for i := range c.active {
		c.candidates[c.active[i].candidate].touched = c.active[i].touched
	}
	if !c.covers(s, s.x) {
		c.collect(s)
	}
	c.hits = resize(c.hits, len(c.candidates))
	s.pool.For(len(c.candidates), 512, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			q := &c.candidates[i]
			x, dx := s.path(&q.v)
			c.hits[i].t, c.hits[i].hit = proximity.Advance(q.kind, &x, &dx, q.start, c.thickness(s, &q.v))
		}
	})
	c.failing = c.failing[:0]
	for i := range c.hits {
		if c.hits[i].hit {
			c.failing = append(c.failing, int32(i))
		}
	}
	return len(c.failing) > 0
}

// stop shortens the ways of vertices until no pair hits.
func (s *Sim) stop(rep *step.Report, out step.Outcome) step.Outcome {
	c := s.self
	for i := range c.fraction {
		c.fraction[i] = 1
	}
	way := make([]r3.Vec, len(s.x))
	for i := range way {
		way[i] = r3.Sub(s.x[i], s.State.X[i])
	}
	for k := range maxRollBacks {
		for _, i := range c.failing {
			for _, v := range c.candidates[i].v {
				if s.fixed[v] {
					continue
				}
				c.fraction[v] *= rollBack * c.hits[i].t
				if c.fraction[v] < leastWay || k >= stopAll {
					c.fraction[v] = 0
				}
			}
		}
		for i, f := range c.fraction {
			if f < 1 {
				s.x[i] = r3.Add(s.State.X[i], r3.Scale(f, way[i]))
			}
		}
		if !s.checkPaths(rep) {
			for _, f := range c.fraction {
				if f < 1 {
					rep.Stopped++
				}
			}
			return out
		}
	}
	return step.ContactFailed
}
