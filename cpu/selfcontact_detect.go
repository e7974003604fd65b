package cpu

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/contact/pairs"

	"hysteron/step"
)

// covers reports whether the candidates are valid for positions x: within slack of those of the broad phase, and flat
// blocks still flat.
func (c *selfContact) covers(w *now, x []r3.Vec) bool {
	return c.near(w, x) && c.search.patches.Hold(w.pool, w.State.X, x, w.Settings.SelfThickness, step.PairReach)
}

// near reports whether all positions x are within slack of those of the broad phase, up to a common translation.
func (c *selfContact) near(w *now, x []r3.Vec) bool { return pairs.Still(w.pool, c.at, x, c.slack) }

// restart reuses the candidates of an earlier step, or of an earlier round of this one. They are valid: a pair that is
// not among them is separated wherever its vertices are within slack of the positions of the broad phase, and so on
// straight paths between two such positions.
func (c *selfContact) restart(w *now) {
	c.round++
	if c.motionBounds.Begin(); c.motionBounds.Stale() {
		c.measured(w)
	}
}

// at0 returns candidate i, with its distance at the start of the step.
func (c *selfContact) at0(w *now, i int) *candidate {
	q := &c.candidates[i]
	if q.round != c.round {
		x := points(w.State.X, &q.v)
		q.start, q.stiffer, q.touched, q.round = pairs.Distance(q.kind, &x), 0, false, c.round
		if len(c.stiffer) > 0 {
			q.stiffer = c.stiffer[q.pairName]
		}
	}
	return q
}

// measured records that the distances of all candidates are those at the start of this step.
func (c *selfContact) measured(w *now) {
	c.motionBounds.Measured(w.State.X, len(c.candidates))
	w.pool.For(len(c.candidates), 512, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			q := c.at0(w, i)
			c.motionBounds.Set(i, q.start-step.PairReach*c.thickness(w, &q.v), &q.v, q.kind == pairs.EdgeEdge)
		}
	})
}

// approaching returns the candidates that may be near on the paths to positions x.
func (c *selfContact) approaching(w *now, x []r3.Vec) []int32 {
	return c.motionBounds.Near(w.pool, w.State.X, x, listMargin*w.Settings.SelfThickness)
}

// listMargin, times the thickness, is how much nearer pairs may come than on the paths for which they were listed: more
// makes longer lists, less makes them more often.
const listMargin = 0.1

// detect computes the contact planes at the trial positions w.x.
func (c *selfContact) detect(w *now, first bool) {
	switch {
	case c.room.Full(): // the step has failed
	case first && !c.near(w, w.State.X) || !c.covers(w, w.x):
		c.renew(w, first)
	case first:
		c.restart(w)
	default:
		for i := range c.active {
			c.candidates[c.active[i].candidate].touched = c.active[i].touched
		}
	}
	const grain = 512
	come := c.approaching(w, w.x)
	chunks := (len(come) + grain - 1) / grain
	for len(c.detected) < chunks {
		c.detected = append(c.detected, nil)
	}
	w.pool.For(chunks, 1, func(lo, hi int) {
		for chunk := lo; chunk < hi; chunk++ {
			list := c.detected[chunk][:0]
			for _, i := range come[chunk*grain : min((chunk+1)*grain, len(come))] {
				list = c.detectPair(w, list, int(i))
			}
			c.detected[chunk] = list
		}
	})
	c.active = c.active[:0]
	near := 0
	for _, list := range c.detected[:chunks] {
		near += len(list)
	}
	if !c.room.Hold(near) {
		c.detected, c.rubbing = nil, nil
		return
	}
	c.active = slices.Grow(c.active, near)
	for _, list := range c.detected[:chunks] {
		c.active = append(c.active, list...)
	}
	c.active = c.uncovered(c.active)
	c.rubbing = c.active
	c.motionBounds.AddFalse(len(come) - near)
}

// detectPair appends candidate i to the active pairs if it is near. A pair with a hit on its path keeps the plane from
// just before, on the side it came from. A stiffer one counts in full, too, wherever its path leads: otherwise it would
// push, go, and break through again.
func (c *selfContact) detectPair(w *now, list []pair, i int) []pair {
	q := c.at0(w, i)
	delta := c.thickness(w, &q.v)
	x, dx := w.path(&q.v)
	if q.start-pairs.Reach(q.kind, &dx) > step.PairReach*delta {
		return list
	}
	t, hit := pairs.Advance(q.kind, &x, &dx, q.start, delta)
	y := pairs.At(&x, &dx, t)
	p := pair{pairName: q.pairName, candidate: int32(i), touched: q.touched, w: pairs.Closest(q.kind, &y)}
	r := pairs.Between(&p.w, &y)
	d := math.Sqrt(r3.Norm2(r))
	if !hit && d > step.PairReach*delta || d == 0 {
		return list
	}
	p.normal = r3.Scale(1/d, r)
	p.support = pairs.Support(&p.w)
	share, raised := c.around.Share(q.kind, &q.v, &p.w, &p.normal, &y, func(i int32) r3.Vec { return w.x[i] },
		hit || q.stiffer > 0)
	if share == 0 {
		return list
	}
	p.delta, p.k = c.layer(w, q, share*c.area(w, q), delta, raised)
	now := points(w.x, &q.v)
	if depth := p.delta - r3.Dot(p.normal, pairs.Between(&p.w, &now)); depth > 0 {
		// A trial that passed through overestimates the force; its friction must not lock the rest.
		p.cone = w.coneBetween(&q.v, &p.w, share*c.area(w, q)/layerPairs, p.normal,
			step.ContactForce(p.k, min(depth, p.delta), p.delta))
		turn := pairs.PairRotation(q.kind, &x, &now)
		p.start, p.anchor = turn(pairs.Between(&p.w, &x)), turn(c.anchor(&q.pairName))
	}
	return append(list, p)
}
