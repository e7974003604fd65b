package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/contact/pairs"
	"hysteron/step"
)

// twoStep is the integrator of the current step.
type twoStep struct {
	step.TwoStep
	h       float64  // of the step [s]
	free    []r3.Vec // x̂: force-free positions
	euler   []bool   // vertices with backward Euler
	changed bool     // more of them than when terms began
}

// of returns the integrator of vertex i.
func (q *twoStep) of(i int) step.TwoStep {
	if q.euler[i] {
		return step.TwoStep{K: q.h}
	}
	return q.TwoStep
}

// all reports whether all corners of a triangle use BDF2.
func (q *twoStep) all(a [3]int32) bool {
	return q.B > 0 && !q.euler[a[0]] && !q.euler[a[1]] && !q.euler[a[2]]
}

// beginTwoStep selects the integrator of each vertex by the age of its contact.
func (s *Sim) beginTwoStep() {
	q, b := &s.twoStep, &s.State.Before
	q.free, q.euler = resize(q.free, len(s.x)), resize(q.euler, len(s.x))
	q.h, q.TwoStep = s.H, s.Settings.TwoStep(s.H, b.H)
	if s.Overdamped {
		q.TwoStep = step.TwoStep{K: s.H}
	}
	for i := range q.euler {
		q.euler[i] = q.B == 0 || step.Impacts(b.Age[i], false)
		s.coast(i)
	}
}

// coast computes the force-free position of vertex i.
func (s *Sim) coast(i int) {
	at := r3.Add(s.State.X[i], r3.Scale(s.H, s.State.V[i]))
	if q := &s.twoStep; !q.euler[i] {
		b := &s.State.Before
		at = r3.Add(at, r3.Scale(q.B, r3.Sub(r3.Scale(q.K, b.Gain[i]), b.Lag[i])))
	}
	s.twoStep.free[i] = at
}

// gain returns the velocity change of vertex i over the last step; zero if unknown.
func (s *Sim) gain(i int) r3.Vec {
	if s.State.Before.H == 0 {
		return r3.Vec{}
	}
	return s.State.Before.Gain[i]
}

// velocity returns the velocity of vertex i at the end of the step, at s.x.
func (s *Sim) velocity(i int) r3.Vec {
	q := &s.twoStep
	if q.euler[i] {
		return r3.Scale(1/s.H, r3.Sub(s.x[i], s.State.X[i]))
	}
	v := r3.Add(s.State.V[i], r3.Scale(q.B, s.State.Before.Gain[i]))
	return r3.Add(v, r3.Scale(1/q.K, r3.Sub(s.x[i], q.free[i])))
}

// findImpacts selects backward Euler for vertices whose free flight ends in contact, before Newton's method. Contact
// that other forces cause moves a vertex no less far than free flight, so BDF2 does not reflect it.
//
// A force between two vertices of different integrators changes their total momentum. So a mesh component without pins
// and contact with bodies, which must conserve its momentum to rounding, uses backward Euler for all of its vertices if
// one of them does, and so do such components near it: the contact forces of the last step sum to zero over both.
func (s *Sim) findImpacts() {
	q := &s.twoStep
	if q.B == 0 {
		return
	}
	q.changed = false
	in := s.inContact(q.free)
	hold := make([]bool, len(s.components.flying))
	for i := range s.x {
		hold[s.components.of[i]] = hold[s.components.of[i]] || s.fixed[i] || s.grabs.hold(i) || in[i]&byBody != 0
		s.takeEuler(i, step.Impacts(s.State.Before.Age[i], in[i]&begins != 0))
	}
	whole := make([]bool, len(hold))
	for i, e := range q.euler {
		if p := s.components.of[i]; e && !hold[p] {
			whole[p] = true
		}
	}
	for again := s.self != nil; again; {
		again = false
		for i := range s.self.active {
			v := &s.self.active[i].v
			a, b := s.components.of[v[0]], s.components.of[v[3]]
			if whole[a] != whole[b] && !hold[a] && !hold[b] {
				whole[a], whole[b], again = true, true, true
			}
		}
	}
	for i := range s.x {
		s.takeEuler(i, whole[s.components.of[i]])
	}
	if q.changed {
		for _, t := range s.Terms {
			if t, ok := t.(integrated); ok {
				t.Integrate(&s.World)
			}
		}
	}
}

// takeEuler selects backward Euler for vertex i if so is set.
func (s *Sim) takeEuler(i int, so bool) {
	if q := &s.twoStep; so && !q.euler[i] {
		q.euler[i], q.changed = true, true
		s.coast(i)
	}
}

// Contact flags of a vertex.
const (
	byBody = 1 << iota // with a body
	begins             // not in contact at the start of the step
)

// inContact returns the contact flags of each vertex at x, itself or by the centroids of its triangles, from the latest
// contact detection. Contact at the start of the step is determined by the same planes, which bodies carry along.
func (s *Sim) inContact(x []r3.Vec) []uint8 {
	n := len(x)
	in := make([]uint8, n)
	for _, o := range s.obstacles {
		acts := func(i int) (found uint8) {
			if !o.live[i] {
				return 0
			}
			delta, _ := s.contactLaw(i)
			at, start, q := s.point(x, i), s.point(s.State.X, i), &o.near[i]
			for c := range q.planes[:q.count] {
				p := &q.planes[c]
				if p.distance(at) >= delta {
					continue
				}
				if found |= byBody; p.distance(r3.Add(start, p.disp)) >= delta {
					found |= begins
				}
			}
			return found
		}
		for i := range n {
			in[i] |= acts(i)
		}
		for t, v := range s.Model.Tri {
			found := acts(n + t)
			in[v[0]], in[v[1]], in[v[2]] = in[v[0]]|found, in[v[1]]|found, in[v[2]]|found
		}
	}
	s.eachBegun(x, func(v *[4]int32) {
		for _, i := range v {
			in[i] |= begins
		}
	})
	together(&s.rigid, in)
	return in
}

// eachBegun visits the pairs of cloth that are in contact at x but were not at the start of the step, from the latest
// contact detection.
func (s *Sim) eachBegun(x []r3.Vec, visit func(v *[4]int32)) {
	if s.self == nil {
		return
	}
	for i := range s.self.active {
		p := &s.self.active[i]
		if s.self.candidates[p.candidate].start < p.delta {
			continue
		}
		if at := points(x, &p.v); r3.Dot(p.normal, pairs.Between(&p.w, &at)) < p.delta {
			visit(&p.v)
		}
	}
}

// nextBefore starts the history of the step that ends at s.x; empty if steps are not of second order.
func (s *Sim) nextBefore(second bool) (next cloth.Before) {
	if !second {
		return next
	}
	n := len(s.x)
	next = cloth.Before{H: s.H, Gain: make([]r3.Vec, n), Lag: make([]r3.Vec, n), Age: make([]uint8, n)}
	in := s.inContact(s.x)
	for i := range next.Age {
		age := uint8(0)
		if s.State.Before.H > 0 {
			age = s.State.Before.Age[i]
		}
		next.Age[i] = step.Aged(age, in[i]&begins != 0)
	}
	return next
}
