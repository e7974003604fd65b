package cpu

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// TestActiveSetRows: rows that are gathered anew where contacts are foreseen, and those that stay, are what all are
// where all are gathered: of bodies and of cloth with cloth, and where other contacts were foreseen before.
func TestActiveSetRows(t *testing.T) {
	_, colliders, set := drapedScene(t, 0)
	smooth := cotton() // pairs that rub bear until they are looked up again
	smooth.ClothFriction = 0
	patch := place(grid(5, 5, .07, .07, smooth, true), func(x r3.Vec) r3.Vec {
		return r3.Add(x, r3.Vec{X: .1, Y: .004, Z: -.1})
	})
	s := newCloth(t, []cloth.Part{grid(20, 20, .3, .3, smooth, true), patch}, colliders, set)
	m := operations{s}
	anew, all, pairs := 0, 0, 0
	const h = 1. / 120
	for range 12 {
		m.Begin(s.State.Time, h)
		m.DetectContacts(true)
		m.Evaluate(true)
		for it := range 4 {
			m.Search(step.Linear{Tolerance: .1})
			p, g := slices.Clone(s.p), slices.Clone(s.g)
			for turn, by := range []float64{1, -3, .2} { // what is foreseen first comes and goes
				for i := range s.p {
					s.p[i] = r3.Add(r3.Scale(by, p[i]), r3.Vec{Y: -.001 * float64(turn*(i%3))})
				}
				if it == 1 && turn == 0 { // nothing bears on it any more
					for i := 400; i < len(s.p); i++ {
						s.p[i].Y += .02
					}
				}
				m.TrialStep(1)
				m.gatherActiveSet()
				for _, o := range s.changedVertices {
					if all++; o {
						anew++
					}
				}
				val, some, bears := slices.Clone(s.matrix.Val), slices.Clone(s.g), operatorOn(s)
				s.swap()
				s.activeSetFixed = true
				s.evaluatePoints(s.x)
				s.activeSetFixed = false
				s.gatherGradient()
				s.gatherMatrix()
				s.swap()
				if !slices.Equal(s.matrix.Val, val) || !slices.Equal(s.g, some) || !slices.Equal(operatorOn(s), bears) {
					t.Fatalf("t = %.4f s, iteration %d, trial %d: not the system that is gathered as a whole",
						s.State.Time, it, turn)
				}
				pairs += len(s.self.operator.List)
				copy(s.g, g)
			}
			copy(s.p, p)
			m.TrialStep(1)
			m.AcceptStep(1)
			m.DetectContacts(false)
			m.Evaluate(false)
		}
		m.Commit()
		s.State.Time += h
	}
	t.Logf("%d of %d rows were gathered anew; %d pairs bore", anew, all, pairs)
	if anew == 0 || 2*anew > all || pairs == 0 {
		t.Errorf("%d of %d rows were gathered anew, %d pairs bore: the test is meant for some", anew, all, pairs)
	}
}

// operatorOn is what pairs that bear make of the search direction.
func operatorOn(s *Sim) []r3.Vec {
	y := make([]r3.Vec, len(s.p))
	s.self.operator.Prepare(s.pool, s.p)
	s.self.operator.AddRows(y, s.p, 0, len(y))
	return y
}
