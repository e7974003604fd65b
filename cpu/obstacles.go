package cpu

import (
	"math"
	"sync/atomic"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/contact/bodies"
	"hysteron/linalg"
	"hysteron/step"
)

// pushOut moves contact points nearer to an obstacle than a tenth of their thickness out to that distance, a centroid
// by moving its triangle, and returns their number.
func (s *Sim) pushOut() (count int) {
	s.inside, s.insideSharp = 0, 0
	for _, o := range s.obstacles {
		if o.keepsOff(&s.now) {
			continue
		}
		for i := range o.near {
			pl, d, least := o.nearest(&s.now, i)
			if !(d < least) {
				continue
			}
			if d < 0 {
				s.inside++
				if o.sharp != nil {
					s.insideSharp++
				}
			}
			move := func(v int32) {
				switch by := r3.Scale(least-d, pl.normal); {
				case s.rigid.any(int(v)):
					s.rigid.list[s.rigid.of[v]-1].shift(s.x, by)
				case !s.fixed[v]:
					s.x[v] = r3.Add(s.x[v], by)
				}
			}
			if n := len(s.x); i < n {
				move(int32(i))
			} else {
				for _, v := range s.Model.Tri[i-n] {
					if move(v); s.rigid.any(int(v)) {
						break
					}
				}
			}
			count++
		}
	}
	return count
}

// keepsOff reports whether no contact point is nearer than allowed.
func (o *obstacle) keepsOff(w *now) bool {
	var any atomic.Bool
	w.pool.For(len(o.near), linalg.SumGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if _, d, least := o.nearest(w, i); d < least {
				any.Store(true)
			}
		}
	})
	return !any.Load()
}

// nearest returns the nearest plane of contact point i, its distance, and the least allowed distance [m]; a large
// distance without a plane.
func (o *obstacle) nearest(w *now, i int) (pl *plane, d, least float64) {
	if !o.live[i] {
		return nil, math.Inf(1), 0
	}
	q, at := &o.near[i], w.point(w.x, i)
	delta, _ := w.contactLaw(i)
	pl = &q.planes[0]
	if guard := &q.planes[1]; q.guarded() && guard.distance(at)-guard.spare < pl.distance(at) {
		pl = guard
	}
	return pl, pl.distance(at) - pl.spare, delta / 10
}

// MayTunnel reports whether an obstacle may pass over contact points in free flight.
func (s operations) MayTunnel() bool {
	path := s.H * cloth.Longest(s.State.V)
	sight := s.Settings.ContactRange()
	var p bodies.Points
	for _, o := range s.obstacles {
		if o.tree == nil || o.far+path <= sight {
			continue
		}
		if p.Start == nil {
			way := make([]r3.Vec, len(s.x))
			for i, v := range s.State.V {
				way[i] = r3.Scale(s.H, v)
			}
			p = s.cloth.Fly(s.pool, s.State.X, way)
		}
		for i, clear := range o.clear {
			p.Clear[i] = clear - o.far
			if o.Skip != nil && o.Skip[i] {
				p.Clear[i] = math.Inf(1)
			}
		}
		p.Sharp, p.Body = o.edgeLimit, bodies.Ends{o.y0, o.y1}
		if bodies.Prepared(&o.swept, o.Surface, s.State.Time) && o.swept.MayTunnel(s.pool, s.State.Time, s.H, p, sight) {
			return true
		}
	}
	return false
}

// Tunnels reports whether obstacles pass through triangles.
func (s operations) Tunnels(steps float64) (slip step.Tunnelling) {
	path := 0.
	for i, x := range s.x {
		path = max(path, r3.Norm2(r3.Sub(x, s.State.X[i])))
	}
	path = math.Sqrt(path)
	for _, o := range s.obstacles {
		fast := steps*(o.far+path) > s.Settings.ContactRange()
		if o.tree == nil || o.edgeLimit == nil && !fast || o.inner > 0 ||
			!bodies.Prepared(&o.swept, o.Surface, s.State.Time) {
			continue
		}
		w := bodies.Paths{Cloth: s.cloth, From: s.State.X, To: s.x, Body: bodies.Ends{o.y0, o.y1}}
		w.Skip = s.cloth.Skipped(len(s.x), o.Skip, func(i int) bool { return o.near[i].givesWay() })
		if o.edgeLimit != nil {
			slip.Add(o.swept.Tunnels(s.pool, s.State.Time, s.H, &w, o.edgeLimit))
		}
		if fast && !slip.Fast && o.swept.Crosses(s.pool, s.State.Time, s.H, &w, s.Settings.TunnellingDepth()) {
			slip.Add(step.Tunnelling{Any: true, Fast: true})
		}
	}
	return slip
}

// commitTouches stores the walls in contact with contact points, and their elastic slip at the end of the step.
func (s *Sim) commitTouches() {
	list := s.spareTouches[:0]
	for k, o := range s.obstacles {
		s.touching = resize(s.touching, (len(o.live)+linalg.SumGrain-1)/linalg.SumGrain)
		s.pool.For(len(o.live), linalg.SumGrain, func(lo, hi int) {
			some := s.touching[lo/linalg.SumGrain][:0]
			for i := lo; i < hi; i++ {
				if o.live[i] {
					u := r3.Sub(s.point(s.x, i), s.point(s.State.X, i))
					some = o.touched(int32(k), i, u, s.Settings.FrictionSlip, some)
				}
			}
			s.touching[lo/linalg.SumGrain] = some
		})
		for _, some := range s.touching {
			list = append(list, some...)
		}
	}
	s.spareTouches, s.State.Touches = s.State.Touches, list
}

// Cramped returns where two obstacles, or two walls of one, leave vertices the least room.
func (s operations) Cramped() step.Cramped {
	c := step.Roomy()
	for a, o := range s.obstacles {
		for i, x := range s.x {
			if !o.live[i] {
				continue
			}
			q := &o.near[i]
			wall := o.wall(&q.planes[0], x)
			if q.count == 2 {
				c.See(x, wall, o.wall(&q.planes[1], x), true)
			}
			for _, other := range s.obstacles[:a] {
				if other.live[i] {
					c.See(x, other.wall(&other.near[i].planes[0], x), wall, false)
				}
			}
		}
	}
	c.Crowd(s.Model, s.x, &s.Settings)
	return c
}

// wall returns a plane as seen from a vertex at x.
func (o *obstacle) wall(p *plane, x r3.Vec) step.Wall {
	return step.Wall{Name: o.Name, Normal: p.normal, Distance: p.distance(x)}
}
