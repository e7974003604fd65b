package cpu

import (
	"math"
	"slices"

	"hysteron/contact/pairs"
	"hysteron/step"
	"hysteron/sysmem"
)

// Patches, leaves of their tree, and pairs of patches per chunk.
const (
	patchGrain  = 32
	searchGrain = 16
	pairGrain   = 16
)

// collect finds the pairs that may come near on paths to the trial positions and to all positions within slack of them.
func (c *selfContact) collect(w *now) {
	copy(c.at, w.x)
	clear(c.search.candidatesOf)
	c.round++
	c.find(w)
}

// find finds the pairs that may come near on paths to positions within slack of c.at. Pairs of patches with a range
// keep their candidates.
func (c *selfContact) find(w *now) {
	s := &c.search
	s.patches.Measure(w.pool, w.State.X, w.x, w.Settings.SelfThickness, step.PairReach)
	c.room.Begin()
	c.sweepBoxes(w)
	s.pair(w, &c.room)
	w.pool.For(len(s.used), patchGrain, func(lo, hi int) {
		radius := 0.
		reach := func(size float64) float64 { return c.reach(w, size, radius) }
		for k := lo; k < hi; k++ {
			if s.used[k] {
				f := &s.features[k]
				radius = s.radius[k]
				for _, g := range [3]*group{&f.vertices, &f.edges, &f.tris} {
					g.Follow(w.State.X, c.at, reach)
				}
			}
		}
	})
	chunks := (len(s.all) + pairGrain - 1) / pairGrain
	for len(s.found) < chunks {
		s.found = append(s.found, nil)
	}
	w.pool.For(chunks, 1, func(lo, hi int) {
		for chunk := lo; chunk < hi; chunk++ {
			list := s.found[chunk][:0]
			for k := chunk * pairGrain; k < min((chunk+1)*pairGrain, len(s.all)); k++ {
				n := len(list)
				if at, kept := s.candidatesOf[s.all[k]]; kept {
					list = append(list, c.candidates[at[0]:at[1]]...)
				} else {
					list = c.collectPatches(w, list, s.all[k][0], s.all[k][1])
				}
				s.count[k] = int32(len(list) - n)
				if !c.room.Take(len(list) - n) {
					break
				}
			}
			s.found[chunk] = list
		}
	})
	c.active = c.active[:0] // they refer to the old list
	c.candidates = c.candidates[:0]
	if c.room.Full() {
		c.candidates, s.found, s.pairs, s.all, s.count, s.candidatesOf = nil, nil, nil, nil, nil, nil
		c.at[0].X = math.NaN() // invalid
		c.motionBounds.Measured(nil, 0)
		return
	}
	c.candidates = slices.Grow(c.candidates, int(c.room.Pairs.Load()))
	for _, list := range s.found[:chunks] {
		c.candidates = append(c.candidates, list...)
	}
	if len(c.stiffer) > 0 {
		for i := range c.candidates {
			c.candidates[i].stiffer = c.stiffer[c.candidates[i].pairName]
		}
	}
	s.index()
	c.measured(w)
}

// sweepBoxes computes the bounds of the paths of patches.
func (c *selfContact) sweepBoxes(w *now) {
	s := &c.search
	w.pool.For(len(s.corners), patchGrain, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			s.box[k], s.patch[k] = pairs.Around(w.State.X, c.at, s.corners[k], c.reach(w, s.size[k], s.radius[k]))
		}
	})
	s.tree.Refit(w.pool, s.box)
}

// reach returns half the largest distance of a near pair with a least vertex of this size and lines of this radius,
// plus the slack of boxes [m].
func (c *selfContact) reach(w *now, size, radius float64) float64 {
	return step.PairReach/2*min(w.Settings.SelfThickness, size) + step.PairReach*w.Settings.Stoutness(radius) + c.slack
}

// pair lists the pairs of patches to search, at most as many as the room for pairs.
func (s *search) pair(w *now, r *sysmem.Room) {
	chunks := (s.tree.Leaves() + searchGrain - 1) / searchGrain
	for len(s.pairs) < chunks {
		s.pairs = append(s.pairs, nil)
	}
	w.pool.For(chunks, 1, func(lo, hi int) {
		for chunk := lo; chunk < hi; chunk++ {
			list := s.pairs[chunk][:0]
			add := func(a, b int32) {
				if r.Count() {
					list = append(list, [2]int32{a, b})
				}
			}
			for leaf := chunk * searchGrain; leaf < min((chunk+1)*searchGrain, s.tree.Leaves()); leaf++ {
				for _, k := range s.tree.Leaf(leaf) {
					if !s.patches.Flat(k, k) {
						add(k, k)
					}
				}
				s.tree.Pairs(leaf, s.tree, func(a, b int32) {
					if !s.patch[a].Separated(&s.patch[b]) && !s.patches.Flat(a, b) {
						add(a, b)
					}
				})
			}
			s.pairs[chunk] = list
		}
	})
	clear(s.used)
	s.all = s.all[:0]
	for _, list := range s.pairs[:chunks] {
		s.all = append(s.all, list...)
		for _, p := range list {
			if _, kept := s.candidatesOf[p]; !kept {
				s.used[p[0]], s.used[p[1]] = true, true
			}
		}
	}
	s.count = resize(s.count, len(s.all))
}

// collectPatches appends the pairs of features of patches a and b, which may be equal, that may come near.
func (c *selfContact) collectPatches(w *now, list []candidate, a, b int32) []candidate {
	s := &c.search
	f, g := &s.features[a], &s.features[b]
	list = c.collectGroups(w, list, pairs.VertexTriangle, &f.vertices, &g.tris, &s.box[b])
	if a != b {
		list = c.collectGroups(w, list, pairs.VertexTriangle, &g.vertices, &f.tris, &s.box[a])
	}
	return c.collectGroups(w, list, pairs.EdgeEdge, &f.edges, &g.edges, &s.box[b])
}

// collectGroups appends the pairs of features of two groups that may come near; box is around all of the second. Within
// one group each pair is tested once.
func (c *selfContact) collectGroups(w *now, list []candidate, kind pairs.Kind, first, second *group,
	box *pairs.Box) []candidate {
	var near, met [64]int32
	for _, i := range first.Meeting(box, near[:0]) {
		f := &first.list[i]
		from := 0
		if first == second {
			from = int(i) + 1
		}
		for _, j := range first.Near(int(i), second.Features, from, met[:0]) {
			g := &second.list[j]
			name := pairName{kind, [4]int32{f.v[0], g.v[0], g.v[1], g.v[2]}}
			if kind == pairs.EdgeEdge {
				a, b := f, g
				if b.id < a.id {
					a, b = b, a
				}
				name.v = [4]int32{a.v[0], a.v[1], b.v[0], b.v[1]}
			}
			list = c.consider(w, list, name)
		}
	}
	return list
}
