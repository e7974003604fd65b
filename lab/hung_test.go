package lab

import (
	"math"
	"testing"

	"hysteron/fit"
	"hysteron/fit/instruments"
	"hysteron/law"
)

// TestHung: a strip of double cloth that was rolled on 16 mm, let go and hung lies at each place where elasticity,
// friction on its exact path and the moment of the weight below balance, which is a tenth of it.
func TestHung(t *testing.T) {
	f := fabric(t, "doublecloth")
	const radius = 0.016
	u, err := HungOn(t.Context(), f, radius)
	if err != nil {
		t.Fatal(err)
	}
	numbers := bendNumbers(f.BendWarp)
	for n := HungFacets/2 - 1; n < HungFacets; n++ {
		length, lever := u.Below(n)
		moment := f.Density * gravity * length * lever
		c := fit.PathPoint{}
		c.To(numbers, 3/(radius+f.Thickness/2))
		if !c.Under(numbers, func(float64) (float64, float64) { return -moment, 0 }) {
			t.Fatal("the law has no rest")
		}
		bare := fit.PathPoint{}
		bare.To(numbers, 3/(radius+f.Thickness/2))
		bare.Under(numbers, func(float64) (float64, float64) { return 0, 0 })
		if got := u.Curvature[n-1]; math.Abs(got-c.Eps/3) > 5e-3 {
			t.Errorf("place %d: %.5g 1/m, balance %.5g", n, got, c.Eps/3)
		}
		if n == HungFacets/2 && bare.Eps/3-c.Eps/3 < 0.3 {
			t.Errorf("the weight unbends by %.3g 1/m alone: expected more", bare.Eps/3-c.Eps/3)
		}
	}
}

// bendNumbers are k1, k2, a, b and τ of a component.
func bendNumbers(c interface {
	Spring() law.Elastic
	Dahl() law.Dahl
}) []float64 {
	b, d := c.Spring(), c.Dahl()
	return []float64{b.K1, b.K2, d.A, d.B, d.Tau}
}

// TestCantileverWays: strips of double cloth that were let down and let up, without errors, determine k1 within 1 % if
// friction, in its ratio to k1, is followed both ways. If it is left to cancel, k1 is a quarter too large.
func TestCantileverWays(t *testing.T) {
	for _, name := range []string{"doublecloth"} {
		f := fabric(t, name)
		c, err := instruments.ReadOverhang("cantilever.csv", measured(t, "cantilever", f, "bend_warp"))
		if err != nil {
			t.Fatal(err)
		}
		truth := bendNumbers(f.BendWarp)
		off := append([]float64(nil), truth...)
		for k := range off[:fit.PathTau] {
			off[k] *= 1.3 // the ratio counts alone
		}
		near(t, name+" k1", instruments.OverhangInRatio(c, off).Value/3, truth[0], 0.01)
		if b := instruments.FitOverhang(c).Value / 3; b < 1.2*truth[0] {
			t.Errorf("%s: k1 = %.4g where friction is left to cancel, truth %.4g: expected more", name, b, truth[0])
		}
	}
}
