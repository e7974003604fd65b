package cpu

import (
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
)

var _ step.ExplicitOperations = operations{}

// EvaluateSplit assembles the gradients of velocity-independent terms at the start of the step, and of the others at
// the present positions.
func (s operations) EvaluateSplit() {
	all, at := s.Terms, slices.Clone(s.x)
	s.savedGradient = append(s.savedGradient[:0], make([]r3.Vec, len(s.x))...)
	for _, rate := range []bool{false, true} {
		s.SetTerms(slices.DeleteFunc(slices.Clone(all), func(t Term) bool {
			return slices.ContainsFunc(step.Terms, func(q step.Term) bool { return q.Name == t.Name() && q.Rate != rate })
		}))
		if copy(s.x, s.State.X); rate {
			copy(s.x, at)
		}
		s.evaluated, s.strained = false, false
		s.Evaluate(true)
		for i := range s.g {
			s.savedGradient[i] = r3.Add(s.savedGradient[i], s.g[i])
		}
	}
	copy(s.g, s.savedGradient)
	s.SetTerms(all)
}

// Kick changes velocities by −h·g/m.
func (s operations) Kick() {
	for i, g := range s.g {
		s.State.V[i] = r3.Sub(s.State.V[i], r3.Scale(s.H/s.Model.Mass[i], g))
	}
}
