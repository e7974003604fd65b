package cpu

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth/clothtest"
	"hysteron/step"
)

// TestTurns: fine cloth that is stretched, whose bending is stiff beside its mass, takes less than half the conjugate
// gradients where coarse levels turn, and ends where it does without.
func TestTurns(t *testing.T) {
	const n, side = 61, .0275
	stretch := func(turns bool) ([]r3.Vec, int) {
		set := step.DefaultSettings()
		set.Tolerance = 5e-6
		s := newSim(t, clothtest.Pulled(n, side), nil, set)
		if !s.driver.RigidModes {
			t.Error("a simulation has no levels that turn")
		}
		s.driver.RigidModes = turns
		rep := take(t, s, 3, 1./240)
		if rep.Outcome != step.Converged {
			t.Fatalf("turns %v: %v", turns, rep.Outcome)
		}
		return s.State.X, rep.CG
	}
	x, with := stretch(true)
	y, without := stretch(false)
	far := 0.
	for i := range x {
		far = max(far, r3.Norm(r3.Sub(x[i], y[i])))
	}
	t.Logf("%d conjugate gradients, %d without, %.2g m apart", with, without, far)
	if 2*with > without || far > 5e-6 {
		t.Errorf("%d conjugate gradients, %d without, %g m apart: expected half, and no more than the tolerance", with,
			without, far)
	}
}
