package cpu

import (
	"testing"

	"hysteron/cloth/clothtest"
	"hysteron/step"
)

// TestFlagInStorm: a flag that flogs in 30 m/s converges in every step of 1/192 s: where Newton's iterations run out,
// as contact planes change with each detection, the step is halved.
func TestFlagInStorm(t *testing.T) {
	set := step.DefaultSettings()
	set.Wind.Velocity = clothtest.FlagWind
	s := newSim(t, clothtest.Flag(), nil, set)
	halved, left, newton := 0, 0, 0
	for range 72 {
		rep, err := s.Step(1. / 192)
		if err != nil {
			t.Fatal(err)
		}
		newton += rep.Newton
		halved += rep.Halvings
		if rep.Outcome != step.Converged {
			left++
		}
	}
	t.Logf("%d halvings, %d Newton iterations", halved, newton)
	if left > 0 {
		t.Errorf("%d of 72 steps have not converged", left)
	}
}
