package fit

import (
	"math"
	"testing"
)

var spandex = []float64{4.42, 32.19, .40, 4.84, .088, .3}

// loads of two cycles per width [N/m], with turns.
var loads = []float64{0.1, 10, 20, 10, 0.1, 20, 40, 60, 40, 5, 0.1}

// TestStripDerivatives compares derivatives of lengths and widths along a sequence of loads with differences, of strips
// that one and two clamps hold.
func TestStripDerivatives(t *testing.T) {
	for _, ends := range []int{1, 2} {
		run := func(p []float64) (out [2]float64, d [2]PathGradient) {
			s := PathStrip{Slim: 1.3, Ends: ends}
			for _, f := range loads {
				if !s.Under(p, f) {
					t.Fatalf("no strain under %g N/m", f)
				}
			}
			out[0], d[0] = s.Stretch()
			out[1], d[1] = s.Width()
			return out, d
		}
		_, got := run(spandex)
		for k := range spandex {
			h := 1e-6 * spandex[k]
			q := append([]float64(nil), spandex...)
			q[k] += h
			up, _ := run(q)
			q[k] -= 2 * h
			down, _ := run(q)
			for i, what := range []string{"length", "width"} {
				want := (up[i] - down[i]) / (2 * h)
				if math.Abs(got[i][k]-want) > 1e-6*max(math.Abs(want), 1e-3) {
					t.Errorf("%d clamps: ∂%s/∂%d = %g, differences %g", ends, what, k, got[i][k], want)
				}
			}
		}
	}
}

// TestStripKnown: far from clamps, cloth without friction has the stiffness k₁(1 − c²) and contracts by c times its
// strain; next to long clamps it does not contract. Both ways to the equilibrium agree with friction, and without
// coupling nothing is across.
func TestStripKnown(t *testing.T) {
	const k, c, load = 1000., .4, .01
	p := []float64{k, 0, 0, 0, .01, c}
	for _, q := range []struct {
		slim, stiffness float64
	}{{1e6, k * (1 - c*c)}, {0, k * (1 - c*c)}, {1e-3, k}} {
		s := PathStrip{Slim: q.slim, Ends: 2}
		if !s.Under(p, load) {
			t.Fatal("no strain")
		}
		l, _ := s.Stretch()
		if got := load / l / ((l*l - 1) / 2); math.Abs(got/q.stiffness-1) > 1e-4 {
			t.Errorf("length over width %g: stiffness %g, expected %g", q.slim, got, q.stiffness)
		}
		if e1, e2 := s.along.Eps, s.across.Eps; math.Abs(e2/e1+c) > 1e-9 {
			t.Errorf("contraction %g of the strain, expected %g", -e2/e1, c)
		}
	}
	var s PathStrip
	for _, f := range loads {
		under := func(e float64) (float64, float64) {
			l := math.Sqrt(1 + 2*e)
			return f / l, -f / (l * l * l)
		}
		a1, a2, fast := s.newton(spandex, 0.3*4.42, under)
		b1, b2, slow := s.nested(spandex, 0.3*4.42, under)
		if !fast || !slow || math.Abs(a1-b1) > 1e-12 || math.Abs(a2-b2) > 1e-12 {
			t.Errorf("%g N/m: %g, %g (%v) and %g, %g (%v)", f, a1, a2, fast, b1, b2, slow)
		}
		s.Under(spandex, f)
	}
	none := append([]float64(nil), spandex...)
	none[PathCoupling] = 0
	var one PathPoint
	s = PathStrip{Slim: 1, Ends: 1}
	for _, f := range loads {
		s.Under(none, f)
		one.Under(none, func(e float64) (float64, float64) { return f / math.Sqrt(1+2*e), -f * math.Pow(1+2*e, -1.5) })
		if l, _ := s.Stretch(); math.Abs(l-math.Sqrt(1+2*one.Eps)) > 1e-12 || s.across.Eps != 0 {
			t.Errorf("%g N/m: %g without coupling, one strain %g", f, l, math.Sqrt(1+2*one.Eps))
		}
	}
}
