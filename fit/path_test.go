package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"hysteron/verify/exact"
)

// walk follows random strains, across zero too.
func walk(seed uint64, n int) []float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	out := make([]float64, n)
	for i := range out {
		out[i] = 0.2 * rng.NormFloat64()
	}
	return out
}

// TestPathAgainstClosedForm compares with the closed form that verify has, which was written apart.
func TestPathAgainstClosedForm(t *testing.T) {
	p := []float64{4.42, 32.19, 0.40, 4.84, 0.088}
	law := exact.Dahl{A: p[PathA], B: p[PathB], Tau: p[PathTau]}
	var c PathPoint
	for _, e := range walk(3, 200) {
		want := law.To(c.Eps, c.Sigma, e)
		c.To(p, e)
		if math.Abs(c.Sigma-want) > 1e-13 {
			t.Fatalf("at ε = %g: σ = %g, closed form %g", e, c.Sigma, want)
		}
	}
}

// TestPathDerivatives compares derivatives along whole paths with differences, for strains and for loads that
// are prescribed.
func TestPathDerivatives(t *testing.T) {
	p := []float64{26.62, 3.64, 2.10, 5.41, 0.031}
	strains, loads := walk(4, 12), []float64{1, 5, 9, 4, -0.5, 3, 12, 0, 0.1}
	run := func(p []float64, byLoad bool) PathPoint {
		var c PathPoint
		if !byLoad {
			for _, e := range strains {
				c.To(p, e)
			}
			return c
		}
		for _, f := range loads {
			if !c.Under(p, func(e float64) (float64, float64) { return f / math.Sqrt(1+2*e), -f * math.Pow(1+2*e, -1.5) }) {
				t.Fatalf("no strain under %g N/m", f)
			}
		}
		return c
	}
	for _, byLoad := range []bool{false, true} {
		at := run(p, byLoad)
		for k := range p {
			h := 1e-6 * p[k]
			q := append([]float64(nil), p...)
			q[k] = p[k] + h
			up := run(q, byLoad)
			q[k] = p[k] - h
			down := run(q, byLoad)
			for _, d := range []struct {
				name      string
				got, want float64
			}{{"ε", at.DEps[k], (up.Eps - down.Eps) / (2 * h)}, {"σ", at.DSigma[k], (up.Sigma - down.Sigma) / (2 * h)}} {
				if math.Abs(d.got-d.want) > 1e-6*math.Max(math.Abs(d.want), 1e-3) {
					t.Errorf("by load %v: ∂%s/∂%d = %g, differences %g", byLoad, d.name, k, d.got, d.want)
				}
			}
		}
	}
}
