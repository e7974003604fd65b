package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
)

// leave sets the velocities at the end of the step, including impacts on bodies.
func (s operations) leave() {
	second := s.Settings.SecondOrder() && !s.Overdamped
	next := s.nextBefore(second)
	rigid := len(s.obstacles) > 0 && !s.Settings.Explicit() && !s.Overdamped
	if rigid {
		s.pressFaces()
	}
	s.pool.For(len(s.x), elementGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			v := s.velocity(i)
			if rigid && !s.fixed[i] && !s.rigid.any(i) && s.twoStep.euler[i] {
				v = r3.Add(v, s.kick(i))
			}
			if second {
				u := r3.Sub(s.x[i], s.State.X[i])
				next.Gain[i] = r3.Sub(v, s.State.V[i])
				switch {
				case s.twoStep.B == 0 && next.Age[i] == 0: // constant acceleration is assumed
					next.Lag[i] = r3.Scale(s.H/2, next.Gain[i])
				case !s.twoStep.euler[i]:
					next.Lag[i] = r3.Sub(r3.Scale(s.H, v), u)
				}
			}
			s.State.V[i] = v
		}
	})
	s.State.Before = next
}

// kick returns the velocity change of vertex i by its impact on bodies.
func (s operations) kick(i int) r3.Vec {
	var q step.Impact
	var body *obstacle // of the relevant plane
	u := r3.Sub(s.x[i], s.State.X[i])
	for _, o := range s.obstacles {
		s.eachTouching(o, i, func(t *step.Touching) {
			if q.Own(t, u) {
				body = o
			}
		})
	}
	if body == nil {
		return r3.Vec{}
	}
	for _, ref := range s.rows.triangles(i) {
		for _, o := range s.obstacles {
			for k := range o.onFaces[ref.tri].count {
				q.Share(&o.onFaces[ref.tri].planes[k], 1./3, u)
			}
		}
	}
	n, load := q.Load()
	if load <= 0 {
		return r3.Vec{}
	}
	// The vertex itself has half of the area around it, and so half of the load.
	g := s.coneOn(&body.Collider, i, n, load/2)
	limit := step.Limit{Mu: g.Limit / (load / 2), Weak: g.Weak, Axis: g.Axis}
	return q.Kick(s.Settings.Restitution, s.Model.Mass[i], s.H, limit, s.State.V[i], u)
}

// touchings are the planes with a contact point in their layer at the end of the step.
type touchings struct {
	count  int8
	planes [2]step.Touching
}

// pressFaces computes those of all centroids: each counts at three vertices.
func (s operations) pressFaces() {
	for _, o := range s.obstacles {
		o.onFaces = resize(o.onFaces, len(s.face))
		s.pool.For(len(s.face), elementGrain, func(lo, hi int) {
			for f := lo; f < hi; f++ {
				on := &o.onFaces[f]
				on.count = 0
				s.eachTouching(o, len(s.x)+f, func(t *step.Touching) {
					on.planes[on.count] = *t
					on.count++
				})
			}
		})
	}
}

// eachTouching visits the planes of an obstacle with contact point i in their layer at the end of the step.
func (s operations) eachTouching(o *obstacle, i int, visit func(*step.Touching)) {
	if !o.live[i] {
		return
	}
	q, x := &o.near[i], s.point(s.x, i)
	delta, k := s.contactLaw(i)
	for c := range q.planes[:q.count] {
		p := &q.planes[c]
		d := p.distance(x)
		if d >= delta {
			continue
		}
		t := step.Touching{Normal: p.normal, Disp: p.disp}
		t.Force, t.Psi = step.Pressed(k, d, p.spare, delta, p.hard)
		if p.cone.Limit > 0 {
			var r PointResponse
			u := r3.Sub(x, s.point(s.State.X, i))
			addFriction(&p.cone, r3.Add(p.anchor, r3.Sub(u, p.disp)), p.normal, &s.now, &r)
			t.Friction = r3.Scale(-1, r.G)
		}
		visit(&t)
	}
}
