package cpu

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cloth/clothtest"
	"hysteron/law"
	"hysteron/step"
)

// TestHoldRecovers: a strip bent around a cylinder for 300 s and let go (clothtest.Recovering) has the curvature of the
// closed form after 2 s, when inertia has little to say, and after 100, 500 and 2,000 s, within half a percent of the
// first curvature.
func TestHoldRecovers(t *testing.T) {
	m, err := cloth.NewModel([]cloth.Part{clothtest.Recovering()})
	if err != nil {
		t.Fatal(err)
	}
	set := settings()
	set.Gravity, set.SelfContact = r3.Vec{}, false
	state := cloth.NewState(m)
	hold := func(at, seconds float64) HoldResult {
		still, _ := StandStill(m, nil, at)
		s, err := Backend{}.New(still, state, nil, set)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		r, err := Hold(s, still, nil, set, seconds, HoldOptions{})
		if err != nil {
			t.Fatal(err)
		}
		now, err := s.State()
		if err != nil {
			t.Fatal(err)
		}
		state = now.Clone()
		return r
	}
	hold(0, clothtest.HoldTime)
	past := 0.
	for _, after := range []float64{2, 100, 500, 2000} {
		r := hold(clothtest.LetGo, after-past)
		past = after
		got, want := clothtest.RecoveringCurvature(state.X), clothtest.RecoveringLeft(after)
		t.Logf("%g s: %.5f, closed form %.5f; %+v", after, got, want, r)
		if math.Abs(got-want) > .005 || r.Unconverged > 0 {
			t.Errorf("%g s after it is let go the curvature is %.4f of the first: expected %.4f; %d steps unconverged", after,
				got, want, r.Unconverged)
		}
	}
}

// TestHoldRefusesWhatFalls: cloth in the air is not held.
func TestHoldRefusesWhatFalls(t *testing.T) {
	p := staticsHanging(fabric(law.Elastic{K1: 40}), 4, 4, .02)
	p.Pins = nil
	m, err := cloth.NewModel([]cloth.Part{p})
	if err != nil {
		t.Fatal(err)
	}
	s, err := Backend{}.New(m, nil, nil, settings())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var falls *Unsupported
	if _, err := Hold(s, m, nil, settings(), 3600, HoldOptions{}); !errors.As(err, &falls) {
		t.Errorf("error %v: expected that nothing holds the cloth", err)
	}
}

// spinning is a triangle that turns.
type spinning struct{ step.Surface }

func (spinning) Positions(dst []r3.Vec, t float64) { dst[0] = r3.Vec{X: math.Cos(t), Y: math.Sin(t)} }

// TestStandStill: pins and surfaces are where they were at the time, at any other.
func TestStandStill(t *testing.T) {
	m := &cloth.Model{Pins: []cloth.Pin{{Vertex: 3, Point: r3.Vec{X: 1}, Velocity: r3.Vec{Y: 2}},
		{Vertex: 4, Release: 5},
		{Vertex: 5, Point: r3.Vec{Z: 1}, Velocity: r3.Vec{X: 1}, Stiffness: 2,
			Strength: []cloth.Strength{{Time: 0, Factor: 0}, {Time: 10, Factor: 5}}}}}
	still, stand := StandStill(m, []step.Collider{{Surface: spinning{}}, {Normal: r3.Vec{Y: 1}}}, 6)
	if len(still.Pins) != 2 || still.Pins[0].Target(still, 100) != (r3.Vec{X: 1, Y: 12}) || len(m.Pins) != 3 {
		t.Errorf("%+v: expected the first pin, at (1, 12, 0), and the last", still.Pins)
	}
	if p := still.Pins[1]; p.Pull(0) != 3 || p.Pull(100) != 3 || p.Target(still, 100) != (r3.Vec{X: 6, Z: 1}) {
		t.Errorf("%+v: expected three times its stiffness at (6, 0, 1)", p)
	}
	var a, b [1]r3.Vec
	stand[0].Surface.Positions(a[:], 100)
	spinning{}.Positions(b[:], 6)
	if a != b || stand[1].Surface != nil {
		t.Errorf("surface at %v: expected %v", a, b)
	}
}
