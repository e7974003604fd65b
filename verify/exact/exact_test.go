package exact

import (
	"math"
	"testing"
)

// TestTables: the solvers against published values of the heavy elastica, of the 41.5° test, and of buckling.
func TestTables(t *testing.T) {
	close := func(what string, got, want, tol float64) {
		t.Helper()
		if !(math.Abs(got-want) <= tol) {
			t.Errorf("%s: %.8g, expected %.8g", what, got, want)
		}
	}
	for gamma, want := range map[float64]float64{1: .123471, 2: .238507, 5: .495905, 10: .700200, 20: .829881, 50: .907917,
		100: .937524} {
		s := Cantilever(gamma)
		_, y := s.Tip()
		close("drop", y, want, 6e-7)
	}
	g := CantileverGamma(41.5 * math.Pi / 180)
	close("Γ at 41.5°", g, 8.0042, 6e-5)
	close("bending length", math.Pow(g, -1./3), .49991, 6e-6)
	// The square of the sideways distance grows from zero at the critical weight.
	var y [2]float64
	for i, gamma := range []float64{7.9, 7.95} {
		s := Upright(gamma)
		_, d := s.Tip()
		y[i] = d * d
	}
	close("self-buckling", 7.9-y[0]*.05/(y[1]-y[0]), SelfBuckling, 4e-3)
	for ratio, want := range map[float64]float64{1.2: .292344, 1.5: .502633, 2: .796388} {
		close("catenary", Catenary(ratio, 0), want, 6e-7)
	}
	// One that hangs straight down and up again: half of the length, and what half of the weight stretches it by.
	close("elastic catenary", Catenary(1e4, .01)/1e4, .5+.01/8, 1e-4)
	close("a light cantilever on edge", LateralSide(1e-3, 0)/1e-3, math.Sqrt2/8, 1e-6)
	for _, shift := range []float64{0, .01} {
		c := LateralCritical(shift)
		a, b := 1/LateralSide(.9999*c, shift), 1/LateralSide(.99995*c, shift)
		close("lateral buckling", c*(.9999+.00005*a/(a-b)), c, 1e-4)
		close("load of a side", LateralGamma(LateralSide(11, shift), shift), 11, 1e-9)
	}
	s := Upright(9)
	_, side := s.Tip()
	close("Γ of a side", UprightGamma(side), 9, 1e-9)
}

// TestDahl: the closed solution satisfies the law, on both sides of zero and in both directions; a loop of
// small pieces takes what the formula says; and unloading ends where the stresses balance.
func TestDahl(t *testing.T) {
	d := Dahl{.4, 4.84, .088}
	for _, c := range []struct{ from, to float64 }{{.01, .2}, {.2, .01}, {-.01, -.2}, {-.2, -.01}, {-.1, .15},
		{.15, -.1}} {
		s := math.Copysign(1, c.to-c.from)
		for i := 1; i < 10; i++ {
			eps, x := c.from+(c.to-c.from)*float64(i)/10+1e-3, 1e-5
			slope := (d.To(c.from, .1, eps+x) - d.To(c.from, .1, eps-x)) / (2 * x)
			want := (d.A + d.B*math.Abs(eps) - s*d.To(c.from, .1, eps)) / d.Tau
			if math.Abs(slope-want) > 1e-5*(math.Abs(want)+d.A/d.Tau) {
				t.Errorf("%g → %g at %g: slope %g, law %g", c.from, c.to, eps, slope, want)
			}
		}
	}
	var work float64
	eps, sigma := .2, 0.
	const n = 20000
	for range 30 {
		work = 0
		for i := range 2 * n {
			to := .2 + .1*float64(i+1)/n
			if i >= n {
				to = .3 - .1*float64(i+1-n)/n
			}
			next := d.To(eps, sigma, to)
			work += (sigma + next) / 2 * (to - eps)
			eps, sigma = to, next
		}
	}
	if want := d.Loop(.2, .3); math.Abs(work/want-1) > 1e-6 {
		t.Errorf("loop takes %.9g, expected %.9g", work, want)
	}
	const k1, k2 = 4.42, 32.19
	e := d.Unloaded(k1, k2, 3)
	if p := d.Persistent(k1, k2); math.Abs(e/p-1) > 1e-9 {
		t.Errorf("left after a far strain %.9g, expected %.9g", e, p)
	}
}

// TestDahlWork: the closed form of the work is the integral of the stress, through zero and on the way back too.
func TestDahlWork(t *testing.T) {
	d := Dahl{A: 2.2, B: 3, Tau: .006}
	const n = 20000
	for _, q := range [][3]float64{{0, 0, .02}, {.02, d.To(0, 0, .02), -.015}, {-.01, -1, -.02}, {.003, 1.5, .0031}} {
		sum, eps := 0., q[0]
		for i := range n {
			a, b := q[0]+(q[2]-q[0])*float64(i)/n, q[0]+(q[2]-q[0])*float64(i+1)/n
			sum += (d.To(q[0], q[1], a) + d.To(q[0], q[1], b)) / 2 * (b - a)
			eps = b
		}
		if got := d.Work(q[0], q[1], eps); math.Abs(got/sum-1) > 1e-6 {
			t.Errorf("from %g at %g to %g: work %g, expected %g", q[0], q[1], q[2], got, sum)
		}
	}
}
