package view

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// TestSoftPinsEvent: a factor makes soft pins pull as much harder, so that cloth hangs as much less below them; it
// stays after a reset, and goes with a restart.
func TestSoftPinsEvent(t *testing.T) {
	s, _ := begun(t, `fps = 10
step_s = 0.1
[air]
density_kg_m3 = 0
[[sheet]]
name = "sheet"
size_m = [0.2, 0.2]
vertices = [4, 4]
mesh = "right"
fabric = "cotton"
[[sheet.pin]]
at = ["all"]
stiffness_n_m = 5
`, "cpu")
	m := s.Setup.Model
	sag := m.TotalMass() * 9.81 / 5
	hangs := func(want float64) {
		t.Helper()
		steps(t, s, 60)
		x := make([]r3.Vec, len(m.X0))
		if err := s.Engine().Positions(x); err != nil {
			t.Fatal(err)
		}
		if got := m.X0[5].Y - x[5].Y; math.Abs(got/want-1) > .01 {
			t.Errorf("it hangs %.4g m below: expected %.4g", got, want)
		}
	}
	hangs(sag)
	do(t, s, Event{Do: SoftPins, Factor: livePtr(4.)})
	do(t, s, Event{Do: SoftPins, Factor: livePtr(2.)})
	hangs(sag / 2)
	do(t, s, Event{Do: Reset})
	hangs(sag / 2)
	if n, factor := s.SoftPins(); n != 16 || factor != 2 {
		t.Errorf("%d soft pins, factor %g: expected 16, and 2", n, factor)
	}
	do(t, s, Event{Do: Restart})
	hangs(sag)
	for _, bad := range []*float64{nil, livePtr(0.), livePtr(math.NaN()), livePtr(1e6)} {
		if _, err := s.Do(Event{Do: SoftPins, Factor: bad}); err == nil {
			t.Errorf("factor %v was taken", bad)
		}
	}
}
