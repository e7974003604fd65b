package scenes

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"hysteron/law"
)

// follow integrates dσ/dε = (a + b|ε| − sσ)/τ from (from, σ) to a strain by fourth-order Runge–Kutta.
func strainFollow(f law.Dahl, from, sigma, to float64) float64 {
	const n = 4000
	s, h := 1.0, (to-from)/n
	if to < from {
		s = -1
	}
	rate := func(e, sigma float64) float64 { return (f.A + f.B*math.Abs(e) - s*sigma) / f.Tau * s }
	e, d := from, math.Abs(h)
	for range n {
		k1 := rate(e, sigma)
		k2 := rate(e+h/2, sigma+d/2*k1)
		k3 := rate(e+h/2, sigma+d/2*k2)
		k4 := rate(e+h, sigma+d*k3)
		sigma += d / 6 * (k1 + 2*k2 + 2*k3 + k4)
		e += h
	}
	return sigma
}

// What a fabric file asks for happens, by integrating the law itself: after unloading from a large
// strain, eps_per is left; and unloading from eps_sat, friction is at 95 % of its maximum there.
func TestPersistentStrain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k1, k2 := rapid.Float64Range(1, 1000).Draw(t, "k1"), rapid.Float64Range(0, 100).Draw(t, "k2")
		per := rapid.Float64Range(1e-3, 0.5).Draw(t, "per")
		sat := per * rapid.Float64Range(1.05, 4).Draw(t, "sat/per")
		elastic := (k1 + k2*per) * per
		b := rapid.Float64Range(0, 0.9).Draw(t, "b") * elastic / (per + (sat-per)/3)
		f, err := persistent(law.Elastic{K1: k1, K2: k2}, b, per, sat)
		if err != nil {
			t.Fatal(err)
		}
		if f.B != b || f.A < 0 || !(f.Tau > 0) {
			t.Fatalf("friction %+v", f)
		}
		if b == 0 && math.Abs(f.Tau*math.Log(40)/(sat-per)-1) > 1e-12 {
			t.Errorf("τ = %g: expected the paper's %g", f.Tau, (sat-per)/math.Log(40))
		}
		// Up to where the start is forgotten, and down again to eps_per.
		far := sat + 40*f.Tau
		balance := strainFollow(f, far, strainFollow(f, 0, 0, far), per)
		if e := balance + elastic; math.Abs(e) > 1e-6*elastic {
			t.Errorf("%+v: friction %g and elastic stress %g are left at eps_per: expected balance", f, balance, elastic)
		}
		// Friction is saturated at eps_sat on a path from far below.
		back := strainFollow(f, sat, f.A+f.B*sat-f.B*f.Tau, per)
		if e := back + saturated*elastic; math.Abs(e) > 1e-6*elastic {
			t.Errorf("%+v: friction %g at eps_per, back from eps_sat: expected %g", f, back, -saturated*elastic)
		}
	})
}
