package cpu

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
)

// TestChanged: what obstacles change by a look-up within a step is all that has to be evaluated again: with the rest as
// it was, all points say what they say where all are evaluated.
func TestChanged(t *testing.T) {
	s := draped(t, 0)
	m := operations{s}
	changed, all := 0, 0
	const h = 1. / 120
	for k := range 12 {
		m.Begin(s.State.Time, h)
		m.DetectContacts(true)
		m.Evaluate(true)
		for it := range 5 {
			m.Search(step.Linear{Tolerance: .1})
			alpha := 1.
			switch {
			case it == 2: // as where the potential rises
				alpha = .5
				m.TrialStep(alpha)
			case k == 11 && it == 4: // into layers that were too far to be seen
				for i := range s.p {
					s.p[i] = r3.Vec{Y: -.01}
				}
				m.TrialStep(alpha)
			}
			m.AcceptStep(alpha)
			m.DetectContacts(false)
			m.Evaluate(false)
			energy, vert, face := s.energy.total, slices.Clone(s.vert), slices.Clone(s.face)
			for _, c := range s.changed {
				all++
				if c {
					changed++
				}
			}
			if s.energy.elements+s.evaluatePoints(s.x) != energy || !slices.Equal(s.vert, vert) || !slices.Equal(s.face, face) {
				t.Fatalf("t = %.4f s, iteration %d: points that are evaluated again say something else", s.State.Time, it)
			}
		}
		m.Commit()
		s.State.Time += h
	}
	t.Logf("%d of %d points have changed", changed, all)
	if changed == 0 || 4*changed > 3*all {
		t.Errorf("%d of %d points have changed: the test is meant for some", changed, all)
	}
}
