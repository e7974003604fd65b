package experiments

import (
	"math"
	"testing"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/scenes"
)

// integrate follows dσ/dε = (a + b|ε| − sσ)/τ by the classical Runge–Kutta method, and returns ∫σ dε.
func integrate(f law.Dahl, eps, sigma, to float64, n int) (end, area float64) {
	h := (to - eps) / float64(n)
	s := math.Copysign(1, h)
	slope := func(e, y float64) float64 { return (f.A + f.B*math.Abs(e) - s*y) / f.Tau }
	for i := range n {
		e := eps + float64(i)*h
		k1 := slope(e, sigma)
		k2 := slope(e+h/2, sigma+h/2*k1)
		k3 := slope(e+h/2, sigma+h/2*k2)
		k4 := slope(e+h, sigma+h*k3)
		mid := sigma + h/2*k2
		next := sigma + h/6*(k1+2*k2+2*k3+k4)
		area += h / 6 * (sigma + 4*mid + next)
		sigma = next
	}
	return sigma, area
}

// The exact path against numerical integration, also through zero strain.
func TestPath(t *testing.T) {
	f := law.Dahl{A: 0.4, B: 4.84, Tau: 0.088}
	for _, c := range [][3]float64{{0, 0, 0.5}, {0.5, 1.2, 0.1}, {0.5, 1.2, -0.3}, {-0.2, 0.7, -0.4}, {-0.2, -1, 0.4}} {
		want, _ := integrate(f, c[0], c[1], c[2], 20000) // the kink at zero costs its order there
		if got := path(f, c[0], c[1], c[2]); math.Abs(got-want) > 1e-6 {
			t.Errorf("from (%g, %g) to %g: %g, numerically %g", c[0], c[1], c[2], got, want)
		}
	}
}

// Both areas of loops against numerical integration.
func TestAreas(t *testing.T) {
	f := law.Dahl{A: 5.12e-4, B: 1.5e-5, Tau: 29.9} // felt
	for _, loop := range [][2]float64{{100, 300}, {-600, 600}} {
		sigma, area := 0.0, 0.0
		for range 8 {
			var up, down float64
			sigma, up = integrate(f, loop[0], sigma, loop[1], 4000)
			sigma, down = integrate(f, loop[1], sigma, loop[0], 4000)
			area = up + down
		}
		got := loopArea(f, loop[0], loop[1])
		if loop[0] < 0 {
			got = symmetricArea(f, loop[1])
		}
		if math.Abs(got/area-1) > 1e-5 {
			t.Errorf("loop %v: %g, numerically %g", loop, got, area)
		}
	}
	g := law.Dahl{A: 2, Tau: 0.006} // b = 0: one formula for all loops
	if a, b := symmetricArea(g, 0.1), loopArea(g, -0.1, 0.1); math.Abs(a/b-1) > 1e-6 {
		t.Errorf("constant S: %g, closed form %g", a, b)
	}
}

// After saturated unloading to the persistent strain, elastic and friction stress cancel.
func TestPersistent(t *testing.T) {
	for _, name := range scenes.ClosedFabrics() {
		f, err := scenes.LoadFabric(name)
		if err != nil {
			t.Fatal(err)
		}
		for k, c := range []cloth.Component{f.Warp, f.BendWarp} {
			e := persistent(c)
			top := e + 60*c.Dahl().Tau
			sigma := path(c.Dahl(), top, path(c.Dahl(), 0, 0, top), e)
			if rest := elastic(c, e) + sigma; math.Abs(rest) > 1e-6*math.Abs(sigma) {
				t.Errorf("%s, component %d: %g left of %g at the persistent strain %g", name, k, rest, sigma, e)
			}
		}
	}
}
