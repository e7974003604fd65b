package step

import "testing"

// A system is solved to half the tolerance of the step, and no further than the problem is linear.
func TestForcing(t *testing.T) {
	var f Forcing
	const tol, floor = 5e-5, 1e-9
	check := func(what string, want float64) {
		t.Helper()
		if got := f.Tolerance(tol, floor); got != want {
			t.Errorf("%s: %g, expected %g", what, got, want)
		}
	}
	check("nothing known", 1e-2)
	f.Done(0, 1e-2, 1e-6)
	check("within a step", tol/1e-2/2)
	f.Done(1, 1e-5, 1e-3)
	check("near the minimum", 0.1)
	f.Begin()
	check("the next step, of a linear problem", tol/1e-2/2)
	f.Done(0, 1e-2, 0.15)
	f.Begin()
	check("the next step, of a nonlinear problem", f.ratio/3)
	f.Done(0, 1e-2, 0.9)
	f.Begin()
	check("the next step, of a very nonlinear problem", 0.1)
	f.Done(0, 1e6, 0)
	f.Begin()
	check("long ways", floor)
}
