package cpu

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// TestMatrixIsSemiDefinite: each term's matrix on a crumpled patch has no eigenvalue below
// −1e-10 of the largest. Otherwise conjugate gradients stop with negative curvature and the
// step is halved for nothing.
func TestMatrixIsSemiDefinite(t *testing.T) {
	for _, term := range NewTerms() {
		for seed := range uint64(4) {
			t.Run(fmt.Sprintf("%s/%d", term.Name(), seed), func(t *testing.T) {
				s := crumpled(t, seed, []Term{term})
				s.energyAt(s.x)
				lo, hi := extremeEigenvalues(t, s)
				if hi <= 0 && term.Name() != "gravity" { // a linear potential has no second derivative
					t.Fatalf("largest eigenvalue %g: the term adds no stiffness, the test would prove nothing", hi)
				}
				if lo < -1e-10*hi {
					t.Errorf("smallest eigenvalue %g, largest %g", lo, hi)
				}
			})
		}
	}
}

// TestProjectionMatters: without the projection the membrane and the bending matrices of the
// same patches are indefinite, so TestMatrixIsSemiDefinite is not passed by chance.
func TestProjectionMatters(t *testing.T) {
	for _, term := range []Term{&Membrane{}, &Bending{}} {
		s := crumpled(t, 0, []Term{term})
		s.exact = true
		s.energyAt(s.x)
		if lo, hi := extremeEigenvalues(t, s); lo > -1e-6*hi {
			t.Errorf("%s: exact second derivative has smallest eigenvalue %g, largest %g: expected it indefinite", term.Name(), lo, hi)
		}
	}
}

// extremeEigenvalues of the assembled matrix.
func extremeEigenvalues(t *testing.T, s *Sim) (lo, hi float64) {
	t.Helper()
	s.gatherMatrix()
	h := dense(s)
	a := mat.NewSymDense(len(h), nil)
	for i, row := range h {
		for j := range i + 1 {
			a.SetSym(i, j, (row[j]+h[j][i])/2)
		}
	}
	var eig mat.EigenSym
	if !eig.Factorize(a, false) {
		t.Fatal("no eigenvalues found")
	}
	v := eig.Values(nil)
	return v[0], v[len(v)-1]
}

// TestZeroAtRest: a flat sheet in its rest shape, at rest, without history, feels no force
// from any term but gravity, which must be −m·g.
func TestZeroAtRest(t *testing.T) {
	m, err := cloth.NewModel([]cloth.Part{grid(5, 6, .04, .05, cotton(), true)})
	if err != nil {
		t.Fatal(err)
	}
	for _, term := range NewTerms() {
		t.Run(term.Name(), func(t *testing.T) {
			// The plane is far below; the sheet is out of its reach.
			s, err := New(m, nil, []step.Collider{{Point: r3.Vec{Y: -1}, Normal: r3.Vec{Y: 1}, Friction: .4}}, step.DefaultSettings())
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			s.SetTerms([]Term{term})
			s.H = 1. / 200
			term.Begin(s)
			s.guess()
			copy(s.x, s.State.X) // not where it falls
			s.obstacles[0].detect(s, s.x, true)
			e := s.energyAt(s.x)
			s.gatherGradient()
			weight := m.Mass[0] * 9.81
			for i, g := range s.g {
				if term.Name() == "gravity" {
					g.Y -= m.Mass[i] * 9.81
				}
				if l := r3.Norm(g); l > 1e-9*weight {
					t.Fatalf("vertex %d: gradient %v, %.3g of a vertex' weight: expected zero", i, g, l/weight)
				}
			}
			if math.Abs(e) > 1e-20 {
				t.Errorf("energy %g J: expected zero", e)
			}
		})
	}
}
