package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// guess sets the starting point of the iteration: flight with as much of the acceleration of the step
// before as seems to last, carried along by colliders, and pinned vertices where they have to be.
//
// The acceleration saves up to a third of the iterations. But cloth that buckles may fall another way for
// it: without friction, a sleeve that is twisted to and fro repeats its wrinkles to the last digit only if
// steps start from free flight, which depends on the state alone. Hence Settings.Foretell.
func (s *Sim) guess() {
	h, t := s.H, s.State.Time
	s.beginGrain()
	if len(s.obstacles) > 0 {
		n := len(s.State.X)
		for i := range s.clearAt {
			var at r3.Vec
			if i < n {
				at = s.State.X[i]
			} else {
				at = mean3(s.State.X, s.Model.Tri[i-n])
			}
			s.drift[i] = r3.Norm(r3.Sub(at, s.clearAt[i]))
			s.clearAt[i] = at
		}
	}
	for _, o := range s.obstacles {
		o.begin(s, t, h)
	}
	lasting := 0.
	if s.Settings.Foretells() {
		lasting = s.lasting
	}
	for i, x := range s.State.X {
		xi := r3.Add(x, r3.Scale(h, r3.Add(s.State.V[i], r3.Scale(lasting*h, s.acceleration[i]))))
		for _, o := range s.obstacles {
			xi = o.guess(s, i, x, xi)
		}
		s.x[i], s.fixed[i] = xi, false
	}
	for i := range s.Model.Pins {
		if p := &s.Model.Pins[i]; p.Active(t + h) {
			s.fixed[p.Vertex] = true
			s.x[p.Vertex] = s.pinTarget(p, t+h)
		}
	}
}

// pinTarget is where a pin holds its vertex at time t, the end of the step.
func (s *Sim) pinTarget(p *cloth.Pin, t float64) r3.Vec {
	if p.Kind != cloth.PinBody {
		return p.Target(s.Model, t)
	}
	v := s.pinBody.Surface.Triangles()[p.Tri]
	a, b, c := s.pinBody.y1[v[0]], s.pinBody.y1[v[1]], s.pinBody.y1[v[2]]
	foot := r3.Add(r3.Scale(p.Bary[0], a), r3.Add(r3.Scale(p.Bary[1], b), r3.Scale(p.Bary[2], c)))
	n := r3.Unit(r3.Cross(r3.Sub(b, a), r3.Sub(c, a)))
	return r3.Add(foot, r3.Scale(p.Height, n))
}

// Foretells tells whether steps start from flight with acceleration. Those of the linearised mode, which
// finds what depends on where it starts, never do.
func (s *Settings) Foretells() bool { return s.Foretell && s.MaxNewton > 1 }

// commitMotion moves positions and velocities to the end of the step, and sees how much of the
// acceleration of the step before was still there. A sheet that swings keeps nearly all, wrinkles that
// ring keep none.
func (s *Sim) commitMotion() {
	var both, before, now float64
	for i, x := range s.x {
		v := r3.Scale(1/s.H, r3.Sub(x, s.State.X[i]))
		a := r3.Scale(1/s.H, r3.Sub(v, s.State.V[i]))
		if s.fixed[i] {
			a = r3.Vec{}
		}
		both += r3.Dot(a, s.acceleration[i])
		before += r3.Norm2(s.acceleration[i])
		now += r3.Norm2(a)
		s.acceleration[i], s.State.V[i] = a, v
	}
	s.lasting = Lasting(both, before, now)
	copy(s.State.X, s.x)
}

// Lasting is the share of its acceleration that cloth is expected to keep over the next step, between
// none and all of it, from the sums of a'·a, a·a and a'·a' over all free vertices, a and a' the
// accelerations of the last two steps: what they have in common, of the larger. A jerk from rest
// has nothing in common with what was before.
func Lasting(both, before, now float64) float64 {
	if !(both > 0) || !finite(both, before, now) {
		return 0
	}
	return min(1, both/max(before, now))
}
