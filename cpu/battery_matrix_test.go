package cpu

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
	"hysteron/step/steptest"
)

// TestMatrixIsSemiDefinite: each term's matrix on a crumpled patch has no eigenvalue below
// −1e-10 of the largest. Otherwise conjugate gradients stop with negative curvature and the
// step is halved for nothing.
func TestMatrixIsSemiDefinite(t *testing.T) {
	for _, of := range steptest.Subjects() {
		for seed := range uint64(4) {
			t.Run(fmt.Sprintf("%s/%d", of, seed), func(t *testing.T) {
				s := crumpled(t, seed, of)
				s.energyAt(s.x)
				lo, hi := extremeEigenvalues(t, s)
				if hi == 0 && lo == 0 {
					return // a linear potential, as TestJacobianIsHessian has seen
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
	for _, of := range steptest.Subjects() {
		if of.Name != "membrane" && of.Name != "bending" {
			continue
		}
		s := crumpled(t, 0, of)
		s.exact = true
		s.energyAt(s.x)
		if lo, hi := extremeEigenvalues(t, s); lo > -1e-6*hi {
			t.Errorf("%s: exact second derivative has smallest eigenvalue %g, largest %g: expected it indefinite", of, lo, hi)
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
// from any term but those that the list calls loads, of which gravity must be −m·g.
func TestZeroAtRest(t *testing.T) {
	for _, of := range steptest.Subjects() {
		t.Run(of.String(), func(t *testing.T) {
			f := cotton()
			of.Dress(&f)
			m, err := cloth.NewModel([]cloth.Part{grid(5, 6, .04, .05, f, true)})
			if err != nil {
				t.Fatal(err)
			}
			// The plane is far below; the sheet is out of its reach.
			s, err := New(m, nil, []step.Collider{{Point: r3.Vec{Y: -1}, Normal: r3.Vec{Y: 1}, Friction: .4}},
				steptest.Settings())
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			steer(t, s, steptest.Steering(&s.Settings, s.State.X, 0))
			s.SetTerms([]Term{newTerm(t, of.Name)})
			s.begin(1. / 200)
			s.guess()
			copy(s.x, s.State.X) // not where it falls
			s.obstacles[0].detect(&s.now, true)
			e := s.energyAt(s.x)
			s.gatherGradient()
			weight := m.Mass[0] * 9.81
			var most float64
			for i, g := range s.g {
				if of.Name == "gravity" {
					g.Y -= m.Mass[i] * 9.81
					if l := r3.Norm(g); l > 1e-9*weight {
						t.Fatalf("vertex %d: gravity is off by %.3g of a vertex' weight", i, l/weight)
					}
				}
				most = max(most, r3.Norm(s.g[i]))
			}
			if of.Load != (most > 1e-9*weight) {
				t.Fatalf("at rest %s pulls with up to %.3g times the weight of a vertex, but Load in step.Terms says %v: true is "+
					"for what pulls at cloth at rest", of, most/weight, of.Load)
			}
			if !of.Load && math.Abs(e) > 1e-18 { // a radial energy is a difference
				t.Errorf("energy %g J: expected zero", e)
			}
		})
	}
}
