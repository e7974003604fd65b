//go:build cgo

package gpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cloth/clothtest"
	"hysteron/cpu"
	"hysteron/step"
)

// TestHoldRecovers: a strip bent around a cylinder for 300 s and let go (clothtest.Recovering) has the curvature of the
// closed form after 2 and 100 s, on the device alone, within three quarters of a percent of the first curvature.
func TestHoldRecovers(t *testing.T) {
	ctx := open(t, true)
	m := model(t, clothtest.Recovering())
	set := step.DefaultSettings()
	set.Gravity, set.SelfContact, set.AirDensity, set.MaxNewton = r3.Vec{}, false, 0, 100
	state := cloth.NewState(m)
	hold := func(at, seconds float64) {
		still, _ := cpu.StandStill(m, nil, at)
		s, err := Backend{Context: ctx}.New(still, state, nil, set)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		r, err := cpu.Hold(s, still, nil, set, seconds, cpu.HoldOptions{})
		if err != nil {
			t.Fatal(err)
		}
		now, err := s.State()
		if err != nil {
			t.Fatal(err)
		}
		state = now.Clone()
		t.Logf("%+v", r)
	}
	hold(0, clothtest.HoldTime)
	past := 0.
	for _, after := range []float64{2, 100} {
		hold(clothtest.LetGo, after-past)
		past = after
		got, want := clothtest.RecoveringCurvature(state.X), clothtest.RecoveringLeft(after)
		t.Logf("%g s: %.5f, closed form %.5f", after, got, want)
		if math.Abs(got-want) > .0075 {
			t.Errorf("%g s after it is let go the curvature is %.4f of the first: expected %.4f", after, got, want)
		}
	}
}
