package fit

import (
	"math"
	"testing"
)

// Data by the exact law, fitted with it and with the paper's anchors: friction that is saturated, at S = a + b|ε|,
// wherever the direction turns. On the way up the exact law lags behind S by bτ: little of a for cotton and felt, more
// for spandex, and many times the a of paper.
func TestPaperLaw(t *testing.T) {
	worst := func(e *Estimate, err error, want []float64) (most float64) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		for k := range want {
			most = max(most, math.Abs(e.P[k]/want[k]-1))
		}
		return most
	}
	compare := func(name string, exact, paper, least, most float64) {
		t.Logf("%s: numbers off by at most %.2g %% by the exact law, by %.2g %% with anchors", name, 100*exact, 100*paper)
		if exact > 0.01 || paper < least || paper > most {
			t.Errorf("%s: off by %g and %g: expected below 0.01, and from %g to %g", name, exact, paper, least, most)
		}
	}
	for name, span := range map[string][2]float64{"spandex": {0.03, 0.1}, "cotton": {0, 0.01}} {
		f := published[name]
		s := hung(f.p, f.density, 0, 0)
		a, err := FitStretch(s, Options{})
		exact := worst(a, err, f.p)
		s.Anchored = true
		checkJacobian(t, s.problem(), f.p, 1e-5)
		b, err := FitStretch(s, Options{})
		compare(name, exact, worst(b, err, f.p), span[0], span[1])
		if b.RSS < 100*a.RSS {
			t.Errorf("%s: anchors fit as well", name)
		}
	}
	for name, span := range map[string][2]float64{"felt": {0.01, 0.05}, "paper": {3, 12}} {
		f := bendable[name]
		s := rolled(f.p, f.density, f.thickness, 0, 0)
		a, err := FitBend(s, f.p[iK1], f.p[iK2], Options{Starts: 4, Seed: 1})
		exact := worst(a, err, f.p[iA:])
		s.Anchored = true
		q, err := s.problem(f.p[iK1], f.p[iK2], 0)
		if err != nil {
			t.Fatal(err)
		}
		checkJacobian(t, q, f.p[iA:], 1e-4)
		b, err := FitBend(s, f.p[iK1], f.p[iK2], Options{Starts: 4, Seed: 1})
		compare(name, exact, worst(b, err, f.p[iA:]), span[0], span[1])
	}
}
