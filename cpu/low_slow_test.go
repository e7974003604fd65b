//go:build slow

package cpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
)

// TestLowIsAccurate: systems solved by SSOR, in single precision, leave a hanging sheet no less accurate than coarse
// levels and block Jacobi in float64 do, beside one of a tolerance fifty times as small, with six gravities that differ
// by too little to matter. They are off by .027 to .029 mm in the root mean square, .015 to .018 mm in the median, and
// at most 4 µm upwards in the mean; the others by .059 mm, .045 mm and 20 µm. Solved by SSOR as little as by those, it
// would be 3 mm off. A quarter of a minute.
func TestLowIsAccurate(t *testing.T) {
	fall := func(more float64, change func(s *Sim)) []r3.Vec {
		s := hanging(t, 101)
		s.Settings.Gravity.Y -= more
		change(s)
		if rep := take(t, s, 64, 1./120); rep.Outcome != step.Converged {
			t.Fatalf("outcome %v", rep.Outcome)
		}
		return s.State.X
	}
	exact := fall(0, func(s *Sim) {
		s.Settings.Tolerance, s.Settings.Acceleration = s.Settings.Tolerance/50, s.Settings.Acceleration/50
	})
	high := func(s *Sim) { s.matrix.Rounds, s.driver.SSOR = false, false }
	var worst [2]float64 // relaxed, and not
	for i, more := range []float64{0, 1e-4, 2e-4, 3e-4, -1e-4, -2e-4} {
		x := fall(more, func(s *Sim) {
			if !s.driver.SSOR {
				t.Fatal("nothing is relaxed: the test would prove nothing")
			}
		})
		rms, median, up := off(x, exact)
		t.Logf("gravity %+g m/s²: off by %.4f mm, median %.4f mm, %+.1f µm upwards", more, 1e3*rms, 1e3*median, 1e6*up)
		if rms > 4.5e-5 || median > 3.5e-5 || math.Abs(up) > 1e-5 {
			t.Errorf("gravity %+g m/s²: too far off", more)
		}
		worst[0] = max(worst[0], rms)
		if i < 2 {
			rms, median, up = off(fall(more, high), exact)
			t.Logf("in float64: %.4f mm, median %.4f mm, %+.1f µm upwards", 1e3*rms, 1e3*median, 1e6*up)
			worst[1] = max(worst[1], rms)
		}
	}
	if worst[0] > 1.4*worst[1] || worst[1] > 7e-5 {
		t.Errorf("off by %.4f mm, in float64 by %.4f mm", 1e3*worst[0], 1e3*worst[1])
	}
}
