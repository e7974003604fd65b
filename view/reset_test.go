package view

import (
	"testing"
)

// TestRestart: whatever was done before, after a restart happens what happened at first, bit for bit; after a reset
// wind, fabric and friction stay.
func TestRestart(t *testing.T) {
	s, _ := begun(t, hung, "cpu")
	steps(t, s, 5)
	first, _ := s.Sum()
	everything(t, s, 2)
	do(t, s, Event{Do: Friction, On: livePtr(false)})
	do(t, s, Event{Do: Reset})
	if s.InternalFriction() || s.Steering().Gravity.Y != -3 || s.Setup.Parts[0].Fabric.Name != "silk" || s.Time() != 0 {
		t.Errorf("after a reset friction is %v, gravity %v, fabric %s, time %g", s.InternalFriction(), s.Steering().Gravity,
			s.Setup.Parts[0].Fabric.Name, s.Time())
	}
	do(t, s, Event{Do: Restart})
	if !s.InternalFriction() || s.Steering().Air != s.Setup.Settings.Air || s.Setup.Parts[0].Fabric.Name != "cotton" ||
		len(s.Pinned()) != 2 {
		t.Errorf("after a restart friction is %v, air %v, fabric %s, %d pins", s.InternalFriction(), s.Steering().Air,
			s.Setup.Parts[0].Fabric.Name, len(s.Pinned()))
	}
	steps(t, s, 5)
	if again, _ := s.Sum(); again != first {
		t.Error("after a restart other bits than after the start")
	}
	do(t, s, Event{Do: Friction, On: livePtr(false)}) // with the first fabric
	steps(t, s, 2)
	do(t, s, Event{Do: Restart})
	steps(t, s, 5)
	if again, _ := s.Sum(); again != first || !s.InternalFriction() {
		t.Error("after a restart without friction other bits than after the start")
	}
}
