package cpu

import (
	"math"
	"sync/atomic"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/linalg"
	"hysteron/step"
)

// guess sets the first guess: free flight, with the persisting part of the last acceleration for mesh components
// without contact, carried along by colliders, and pinned vertices at their targets. What bodies carry along, and what
// falls freely, depends on the contacts of the last step.
func (s *Sim) guess() {
	h, t := s.H, s.State.Time
	s.beginGrain()
	if len(s.obstacles) > 0 {
		s.pool.For(len(s.clearAt), linalg.SumGrain, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				at := s.point(s.State.X, i)
				s.drift[i] = math.Sqrt(r3.Norm2(r3.Sub(at, s.clearAt[i])))
				s.clearAt[i] = at
			}
		})
	}
	for k, o := range s.obstacles {
		o.begin(&s.now, t, h)
		o.begun(int32(k), s.State.Touches)
	}
	if s.self != nil {
		s.self.loadAnchors(s.State.Rubs)
	}
	s.soft = step.SoftPins(s.Model, t+h, func(p *cloth.Pin) r3.Vec { return s.pinTarget(p, t+h) })
	s.pull()
	fall := s.components.begin(s)
	s.pool.For(len(s.x), linalg.SumGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			x := s.State.X[i]
			xi := r3.Add(x, r3.Scale(h, s.State.V[i]))
			if s.components.flying[s.components.of[i]] {
				xi = r3.Add(s.twoStep.free[i], r3.Scale(sq(s.twoStep.of(i).K), fall))
			} else if !s.components.touched[s.components.of[i]] {
				xi = r3.Add(xi, s.predictedDeviation(i))
			}
			for _, o := range s.obstacles {
				if !s.rigid.any(i) {
					xi = o.guess(&s.now, i, x, xi)
				}
			}
			s.x[i], s.fixed[i] = xi, false
		}
	})
	for i := range s.Model.Pins {
		if p := &s.Model.Pins[i]; p.Active(t + h) {
			s.fixed[p.Vertex] = true
			s.x[p.Vertex] = s.pinTarget(p, t+h)
		}
	}
	s.carryRigid()
}

// carry lets obstacles carry along vertices of the first guess that were not near before, and reports whether there are
// any. Inside a body friction would stop them.
func (s *Sim) carry() bool {
	var any atomic.Bool
	s.pool.For(len(s.x), linalg.SumGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if s.fixed[i] || s.rigid.any(i) {
				continue
			}
			x := s.x[i]
			for _, o := range s.obstacles {
				x = o.guess(&s.now, i, s.State.X[i], x)
			}
			if x != s.x[i] {
				s.x[i] = x
				any.Store(true)
			}
		}
	})
	return s.carryRigid() || any.Load()
}

// pinTarget returns the target of a pin at time t, the end of the step.
func (s *Sim) pinTarget(p *cloth.Pin, t float64) r3.Vec {
	if p.Kind != cloth.PinBody {
		return p.Target(s.Model, t)
	}
	o := s.obstacles[p.Body]
	v := o.Surface.Triangles()[p.Tri]
	return p.On(o.y1[v[0]], o.y1[v[1]], o.y1[v[2]])
}
