package step

import (
	"math"
	"testing"
)

// A system is solved to half the tolerance of the step, and no further than the problem is linear.
func TestForcing(t *testing.T) {
	var f Forcing
	const tol, floor = 5e-5, 1e-9
	check := func(what string, want float64) {
		t.Helper()
		if got := f.Linear(tol, floor).Tolerance; got != want {
			t.Errorf("%s: %g, expected %g", what, got, want)
		}
	}
	check("nothing known", 1e-2)
	f.Done(0, 1e-2, 1e-6)
	check("within a step", tol/1e-2/2)
	f.Done(1, 1e-5, 1e-3)
	check("near the minimum", 0.1)
	f.Begin(tol)
	check("the next step, of a linear problem", tol/1e-2/2)
	f.Done(0, 1e-2, 0.15)
	f.Begin(tol)
	check("the next step, of a nonlinear problem", f.ratio/3)
	f.Done(0, 1e-2, 0.9)
	f.Begin(tol)
	check("the next step, of a very nonlinear problem", 0.1)
	f.Done(0, 1e6, 0)
	f.Begin(tol)
	check("long ways", floor)
}

// Where nothing but what its system left unsolved kept the first step from being the last, the system is solved until
// half the tolerance is left.
func TestForcingEnds(t *testing.T) {
	const tol, floor = 1e-5, 1e-9
	for _, c := range []struct {
		name                        string
		unbalanced, unsolved, after float64
		want                        float64
	}{
		{"all that is left was left by the system", 1e-4, 3e-5, 3.01e-5, tol / 2 * 1e-4 / 2e-4},
		{"little bends", 1e-4, 1e-6, 3e-6, tol / 2 * 1e-4 / 2e-4},
		{"stiff noise is what is unbalanced", 1e-2, 1e-6, 3e-6, tol},
		{"more bends than may be left", 1e-4, 1e-6, 4e-6, 0},
		{"nothing is known", math.NaN(), 1e-6, 1e-6, 0},
	} {
		var f Forcing
		f.Done(0, 2e-4, .3)
		f.Bent(&Reductions{Move: 2e-4, Mean: 2e-4, Residual: c.unbalanced, LinearResidual: c.unsolved}, c.after)
		f.Begin(tol)
		got := f.Linear(tol, floor)
		if math.Abs(got.MaxResidual-c.want) > 1e-12*c.want {
			t.Errorf("%s: %g m may be left unsolved, expected %g", c.name, got.MaxResidual, c.want)
		}
		if share := tol / 2e-4 / 2; c.want > 0 && got.Tolerance != share || c.want == 0 &&
			math.Abs(got.Tolerance-.1) > 1e-12 {
			t.Errorf("%s: %g of the residual may stay", c.name, got.Tolerance)
		}
		f.Done(0, 2e-4, .3)
		if got := f.Linear(tol, floor); got.MaxResidual != 0 {
			t.Errorf("%s: the second system has to come down to %g m", c.name, got.MaxResidual)
		}
		if f.Begin(tol); f.ends != 0 {
			t.Errorf("%s: a step that was no full one is taken for linear", c.name)
		}
	}
}

// A machine that solves by SSOR solves further, but never beyond what its numbers resolve, nor less far.
func TestFurther(t *testing.T) {
	for _, c := range []struct{ l, want Linear }{
		{Linear{Tolerance: .1, MaxResidual: 4e-5}, Linear{Tolerance: .025, MaxResidual: 1e-5}},
		{Linear{Tolerance: .04}, Linear{Tolerance: .02}},
		{Linear{Tolerance: 1e-3}, Linear{Tolerance: 5e-4}},
		{Linear{Tolerance: 1.5e-6}, Linear{Tolerance: 1e-6}},
		{Linear{Tolerance: 5e-7}, Linear{Tolerance: 5e-7}},
	} {
		if got := c.l.further(1e-6); got != c.want {
			t.Errorf("%+v becomes %+v, want %+v", c.l, got, c.want)
		}
	}
}
