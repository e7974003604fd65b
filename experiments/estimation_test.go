package experiments

import (
	"context"
	"math"
	"testing"

	"hysteron/claim"
	"hysteron/law"
)

// One set of readings satisfies each claim that the experiment on fits makes of five.
func TestEstimation(t *testing.T) {
	res, err := Run(context.Background(), estimation, Options{Dir: t.TempDir(), Quick: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range res.Claims {
		c := &res.Claims[i]
		if !c.Noisy && c.Verdict() != claim.Holds || c.Noisy && !(c.Mean < c.Expected) {
			t.Errorf("%s: %s, expected %s", c.What, c.MeasuredText(), c.ExpectedText())
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
