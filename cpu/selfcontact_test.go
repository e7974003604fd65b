package cpu

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cloth/contact"
)

// intersections counts pairs of triangles of the cloth that have a common point, by exact
// predicates.
func intersections(s *Sim) int {
	return len(contact.Check(contact.Mesh{X: s.State.X, Tri: s.Model.Tri}, nil, nil).Self)
}

// clean moves on and stops the test at the first intersection.
func clean(t *testing.T, s *Sim, h float64, count int) (sum Report) {
	t.Helper()
	for i := range count {
		rep, err := s.Step(h)
		if err != nil {
			t.Fatalf("step %d: %v", i, err)
		}
		if rep.Outcome == Unconverged {
			sum.Outcome = Unconverged
			sum.Substeps++
		}
		sum.Rounds += rep.Rounds
		sum.Stopped += rep.Stopped
		sum.Halvings += rep.Halvings
		if n := intersections(s); n > 0 {
			t.Fatalf("step %d: %d intersections", i, n)
		}
	}
	return sum
}

func newCloth(t *testing.T, parts []cloth.Part, colliders []Collider, set Settings) *Sim {
	t.Helper()
	m, err := cloth.NewModel(parts)
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(m, nil, colliders, set)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// place moves the vertices of a part.
func place(p cloth.Part, f func(x r3.Vec) r3.Vec) cloth.Part {
	for i, x := range p.X {
		p.X[i] = f(x)
	}
	return p
}

// TestFastSheets: a sheet shot at others at 20 m/s, 20 cm a step and a hundred times their
// thickness, does not pass.
func TestFastSheets(t *testing.T) {
	set := DefaultSettings()
	set.Gravity = r3.Vec{}
	rnd := rand.New(rand.NewPCG(1, 2))
	var parts []cloth.Part
	for k := range 3 {
		tilt := r3.NewRotation(.3*rnd.NormFloat64(), r3.Unit(r3.Vec{X: 1, Z: rnd.NormFloat64()}))
		parts = append(parts, place(grid(9, 9, .2, .2, cotton(), k%2 == 0), func(x r3.Vec) r3.Vec {
			return r3.Add(tilt.Rotate(r3.Add(x, r3.Vec{X: -.1, Z: .1})), r3.Vec{Y: .1 * float64(k)})
		}))
	}
	s := newCloth(t, parts, nil, set)
	for i := s.Model.Parts[2].Vertices.Lo; i < s.Model.Parts[2].Vertices.Hi; i++ {
		s.State.V[i] = r3.Vec{Y: -20}
	}
	t.Logf("%+v", clean(t, s, .01, 30))
}

// TestSheetFolds: a sheet that falls edge-on on the ground folds over itself and comes to rest
// without an intersection.
func TestSheetFolds(t *testing.T) {
	p := place(grid(7, 25, .12, .5, cotton(), true), func(x r3.Vec) r3.Vec {
		return r3.Vec{X: x.X, Y: .02 - x.Z, Z: .004 * math.Sin(40*x.Z)}
	})
	s := newCloth(t, []cloth.Part{p}, []Collider{{Normal: r3.Vec{Y: 1}, Friction: .5}}, DefaultSettings())
	t.Logf("%+v", clean(t, s, 1./120, 120))
}
