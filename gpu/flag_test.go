//go:build cgo

package gpu

import (
	"testing"

	"hysteron/cloth/clothtest"
	"hysteron/step"
)

// TestFlagInStorm: a flag that flogs in 30 m/s converges in every step of 1/192 s, as on the CPU.
func TestFlagInStorm(t *testing.T) {
	set := step.DefaultSettings()
	set.Wind.Velocity = clothtest.FlagWind
	s := newGPU(t, open(t, true), model(t, clothtest.Flag()), nil, nil, set)
	const n = 56
	halved, left := 0, 0
	for range n {
		rep, err := s.Step(1. / 192)
		if err != nil {
			t.Fatal(err)
		}
		halved += rep.Halvings
		if rep.Outcome != step.Converged {
			left++
		}
	}
	t.Logf("%d halvings", halved)
	if left > 0 {
		t.Errorf("%d of %d steps have not converged", left, n)
	}
}
