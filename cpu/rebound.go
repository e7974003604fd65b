package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
)

// leave makes velocities those of the step, and of restitution.
func (s machine) leave() {
	hits := s.hits()
	second := s.Settings.SecondOrder() && !s.Creeps
	next := s.nextBefore(second)
	for i, x := range s.x {
		u, v := r3.Sub(x, s.State.X[i]), s.velocity(i)
		if hits != nil && !s.fixed[i] {
			kick := hits[i].Kick(s.Settings.Restitution, s.Model.Mass[i], s.H, s.State.V[i], u)
			if (kick != r3.Vec{}) {
				v = r3.Add(r3.Scale(1/s.H, u), kick)
			}
		}
		if second {
			next.Gain[i] = r3.Sub(v, s.State.V[i])
			switch {
			case s.twoStep.B == 0 && next.Age[i] == 0: // a step of constant acceleration, for all that is known
				next.Lag[i] = r3.Scale(s.H/2, next.Gain[i])
			case !s.twoStep.euler[i]:
				next.Lag[i] = r3.Sub(r3.Scale(s.H, v), u)
			}
		}
		s.State.V[i] = v
	}
	s.State.Before = next
}

// hits is what vertices have run into; nil without restitution.
func (s machine) hits() []step.Hit {
	if s.Settings.Restitution == 0 || len(s.obstacles) == 0 {
		return nil
	}
	n, hits := len(s.x), make([]step.Hit, len(s.x))
	feel := func(o *obstacle, i int, v int32, x r3.Vec, share float64) {
		q := &o.near[i]
		delta, k := s.contactLaw(i)
		for c := range q.planes[:q.count] {
			pl := &q.planes[c]
			if d := pl.distance(x); o.live[i] && d < delta {
				force, psi := step.Pressed(k, d, pl.spare, delta, pl.hard)
				hits[v].Feel(i < n, share, force, psi, pl.normal, r3.Sub(s.x[v], s.State.X[v]), pl.disp)
			}
		}
	}
	for _, o := range s.obstacles {
		for i, x := range s.x {
			feel(o, i, int32(i), x, 1)
		}
		for t, a := range s.Model.Tri {
			for _, v := range a {
				feel(o, n+t, v, mean3(s.x, a), 1./3)
			}
		}
	}
	return hits
}
