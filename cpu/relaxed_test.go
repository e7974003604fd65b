package cpu

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/linalg"
	"hysteron/step"
)

// off is how far a sheet is off another: root mean square and median, and upwards in the mean [m].
func off(x, y []r3.Vec) (rms, median, up float64) {
	d := make([]float64, len(x))
	for i := range x {
		e := r3.Sub(x[i], y[i])
		d[i] = r3.Norm(e)
		rms += d[i] * d[i] / float64(len(x))
		up += e.Y / float64(len(x))
	}
	slices.Sort(d)
	return math.Sqrt(rms), d[len(d)/2], up
}

// A sheet large enough to be solved by SSOR falls as one that is solved fifty times as far, nearer than by block Jacobi
// and coarse levels; and the same on any number of cores.
func TestRelaxed(t *testing.T) {
	fall := func(change func(s *Sim)) *Sim {
		s := hanging(t, 65)
		defer s.Close()
		change(s)
		if rep := take(t, s, 12, 1./120); rep.Outcome != step.Converged {
			t.Fatalf("outcome %v", rep.Outcome)
		}
		return s
	}
	relaxed := fall(func(s *Sim) {
		if !s.driver.SSOR {
			t.Fatal("nothing is relaxed")
		}
	})
	alone := fall(func(s *Sim) {
		s.pool.Close()
		s.pool = linalg.New(1)
	})
	if !slices.Equal(alone.State.X, relaxed.State.X) {
		t.Error("one core comes to other bits")
	}
	exact := fall(func(s *Sim) {
		s.driver.SSOR = false
		s.Settings.Tolerance, s.Settings.Acceleration = s.Settings.Tolerance/50, s.Settings.Acceleration/50
	})
	other := fall(func(s *Sim) { s.driver.SSOR = false })
	rms, _, _ := off(relaxed.State.X, exact.State.X)
	others, _, _ := off(other.State.X, exact.State.X)
	t.Logf("off by %.2g m in the root mean square, the other by %.2g m", rms, others)
	if !(rms < others/2) {
		t.Errorf("off by %.2g m in the root mean square, the other by %.2g m", rms, others)
	}
}
