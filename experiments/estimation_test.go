package experiments

import (
	"context"
	"math"
	"slices"
	"testing"

	"hysteron/law"
)

// What one set of readings says is on the side of each claim that the experiment on fits makes of five.
func TestEstimation(t *testing.T) {
	res, err := Run(context.Background(), estimation, Options{Dir: t.TempDir(), Quick: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Findings) != 5 {
		t.Errorf("%d findings, expected 5", len(res.Findings))
	}
	for _, f := range res.Findings {
		i := slices.IndexFunc(estimation.Shows, func(c Claim) bool { return c.Key == f.key })
		if i < 0 && f.Verdict != Holds || i >= 0 && !(float64(f.Value) < estimation.Shows[i].Limit) {
			t.Errorf("%s: %s, expected %s", f.What, f.Measured, f.Claim)
		}
	}
}

// With a constant limit, a constant α is a constant τ = a/α.
func TestConstantSlope(t *testing.T) {
	p := []float64{2, 0, 400}
	d := law.Dahl{A: 2, Tau: 2. / 400}
	eps, got, want := 0., 0., 0.
	for _, to := range []float64{0.01, 0.004, 0.02, 0.002} {
		got, want = constantSlope(p, eps, got, to), path(d, eps, want, to)
		eps = to
		if math.Abs(got-want) > 2e-3*p[0] {
			t.Errorf("at %g: %g, exact path %g", to, got, want)
		}
	}
}
