package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/contact/pairs"
	"hysteron/step"
)

// CCD checks the path of every pair to s.x, and lists those that come too near.
func (s operations) CCD(step.Clamp) bool {
	if s.self == nil {
		return false
	}
	defer clock(&s.times.Contact)()
	c := s.self
	if c.room.Full() {
		return false // the step has failed
	}
	for i := range c.active {
		c.candidates[c.active[i].candidate].touched = c.active[i].touched
	}
	if !c.covers(&s.now, s.x) {
		c.renew(&s.now, false)
	}
	c.hits = resize(c.hits, len(c.candidates))
	come := c.approaching(&s.now, s.x)
	s.pool.For(len(come), 512, func(lo, hi int) {
		for _, i := range come[lo:hi] {
			q := c.at0(&s.now, int(i))
			x, dx := s.path(&q.v)
			c.hits[i].t, c.hits[i].hit = pairs.Advance(q.kind, &x, &dx, q.start, c.thickness(&s.now, &q.v))
		}
	})
	c.failing = c.failing[:0]
	for _, i := range come {
		if c.hits[i].hit {
			c.failing = append(c.failing, i)
		}
	}
	return len(c.failing) > 0
}

// IncreaseStiffness increases the stiffness of the pairs found by CCD that the solver had as active, and of all of them
// if it had none: pairs collected anew in each round would never have been active.
func (s operations) IncreaseStiffness() {
	if s.increaseStiffness(false) == 0 {
		s.increaseStiffness(true)
	}
}

func (s operations) increaseStiffness(unseen bool) (count int) {
	for _, i := range s.self.failing {
		q := &s.self.candidates[i]
		if q.touched || unseen {
			s.self.stiffer[q.pairName] = q.stiffer + 1
			q.stiffer++
			count++
		}
	}
	return count
}

// BeginClamping sets the path fraction of every vertex to one.
func (s operations) BeginClamping() {
	c := s.self
	c.path = resize(c.path, len(s.x))
	for i := range c.path {
		c.path[i], c.fraction[i] = r3.Sub(s.x[i], s.State.X[i]), 1
	}
}

// ClampPaths shortens the paths of the vertices of the pairs found by CCD.
func (s operations) ClampPaths(clamp step.Clamp) {
	c := s.self
	for _, i := range c.failing {
		for _, v := range c.candidates[i].v {
			if s.fixed[v] {
				continue
			}
			c.fraction[v] *= step.ClampShare * c.hits[i].t
			if c.fraction[v] < step.LeastPath || clamp == step.ClampAll {
				c.fraction[v] = 0
			}
		}
	}
	s.rigid.clampTogether(c.fraction)
	for i, f := range c.fraction {
		if f < 1 {
			s.x[i] = r3.Add(s.State.X[i], r3.Scale(f, c.path[i]))
		}
	}
	for k := range s.rigid.list { // part of a chord: as it comes near to its start, so does what is left of the error
		if b := &s.rigid.list[k]; c.fraction[b.Vertices.Lo] > 0 && c.fraction[b.Vertices.Lo] < 1 {
			b.snap(s.x)
		}
	}
	s.evaluated, s.strained = false, false
}

// ClampedVertices returns the number of vertices with a shortened path.
func (s operations) ClampedVertices() (count int) {
	for _, f := range s.self.fraction {
		if f < 1 {
			count++
		}
	}
	return count
}
