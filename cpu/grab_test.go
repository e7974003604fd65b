package cpu

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// TestGrabHolds: a patch that springs alone carry hangs m·g/k below their targets, wherever it is let go; when
// it is let go it falls freely.
func TestGrabHolds(t *testing.T) {
	m, err := cloth.NewModel([]cloth.Part{grid(5, 4, .04, .03, cotton(), true)})
	if err != nil {
		t.Fatal(err)
	}
	set := step.DefaultSettings()
	set.AirDensity = 0
	s, err := New(m, nil, nil, set)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	by, sag := s.Settings.Steering(), .004
	up := r3.Vec{X: .002, Y: .01, Z: -.003}
	for i, x := range m.X0 {
		by.Grabs = append(by.Grabs, step.Grab{Vertex: int32(i), Stiffness: m.Mass[i] * 9.81 / sag, Target: r3.Add(x, up)})
	}
	steer(t, s, by)
	for range 200 {
		if _, err := s.Step(1. / 60); err != nil {
			t.Fatal(err)
		}
	}
	for i, x := range m.X0 {
		want := r3.Add(r3.Add(x, up), r3.Vec{Y: -sag})
		if d := r3.Norm(r3.Sub(s.State.X[i], want)); d > 1e-6 {
			t.Fatalf("vertex %d rests %.3g m from where the spring carries its weight", i, d)
		}
	}
	steer(t, s, s.Settings.Steering())
	from := s.State.X[0].Y
	for range 6 {
		if _, err := s.Step(1. / 60); err != nil {
			t.Fatal(err)
		}
	}
	if fall, want := from-s.State.X[0].Y, 9.81/3600*21; math.Abs(fall-want) > 1e-4 { // 1 + 2 + … + 6 steps of g·h²
		t.Errorf("let go it falls %.5g m in 6 steps: expected %.5g", fall, want)
	}
}

// TestSteerLeavesBits: to steer as the settings say, without grabs, is to leave the simulation alone; and with others
// they act from the next step on, and after a SetState too.
func TestSteerLeavesBits(t *testing.T) {
	p := grid(6, 5, .05, .04, cotton(), true)
	p.Pins = []cloth.Pin{{Vertex: 0, Point: p.X[0]}}
	m, err := cloth.NewModel([]cloth.Part{p})
	if err != nil {
		t.Fatal(err)
	}
	set := step.DefaultSettings()
	set.Tolerance = 1e-8 // what a SetState drops matters as little
	run := func(do func(s step.Sim, k int)) *cloth.State {
		s, err := Backend{}.New(m, nil, nil, set)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for k := range 12 {
			do(s, k)
			if _, err := s.Step(1. / 120); err != nil {
				t.Fatal(err)
			}
		}
		state, _ := s.State()
		return state.Clone()
	}
	same := func(a, b *cloth.State) bool {
		for i := range a.X {
			if a.X[i] != b.X[i] || a.V[i] != b.V[i] {
				return false
			}
		}
		return true
	}
	windy := set.Steering()
	windy.Air.Velocity.Z = 3
	alone := run(func(step.Sim, int) {})
	idle := run(func(s step.Sim, k int) {
		if err := s.Steer(set.Steering()); err != nil {
			t.Fatal(err)
		}
	})
	blown := run(func(s step.Sim, k int) {
		if k == 6 {
			if err := s.Steer(windy); err != nil {
				t.Fatal(err)
			}
		}
	})
	kept := run(func(s step.Sim, k int) {
		if k == 6 {
			if err := s.Steer(windy); err != nil {
				t.Fatal(err)
			}
			state, _ := s.State()
			if err := s.SetState(state); err != nil {
				t.Fatal(err)
			}
		}
	})
	if !same(alone, idle) {
		t.Error("steering as the settings say changes the bits of the motion")
	}
	if same(alone, blown) {
		t.Error("wind from step 6 on changes nothing")
	}
	if d := r3.Norm(r3.Sub(blown.X[29], kept.X[29])); d > 1e-6 || d > .1*r3.Norm(r3.Sub(blown.X[29], alone.X[29])) {
		t.Errorf("after a SetState the wind leads %.3g m away from where it leads without", d)
	}
}

// TestSteerWithin: a step within which a grab moves leads where it leads with the grab there from its beginning.
func TestSteerWithin(t *testing.T) {
	p := grid(6, 5, .05, .04, cotton(), true)
	p.Pins = []cloth.Pin{{Vertex: 0, Point: p.X[0]}}
	m, err := cloth.NewModel([]cloth.Part{p})
	if err != nil {
		t.Fatal(err)
	}
	set := step.DefaultSettings()
	set.Tolerance = 1e-7
	by := func(target r3.Vec) step.Steering {
		s := set.Steering()
		s.Grabs = []step.Grab{{Vertex: 29, Stiffness: 3, Target: r3.Add(m.X0[29], target)}}
		return s
	}
	here, there := r3.Vec{X: .002, Y: .005}, r3.Vec{X: -.003, Y: .002, Z: .006}
	run := func(first r3.Vec, within func(s step.Sim, m step.Moment)) (r3.Vec, int) {
		s, err := Backend{}.New(m, nil, nil, set)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if err := s.Steer(by(first)); err != nil {
			t.Fatal(err)
		}
		s.SetWatch(func(m step.Moment) error { within(s, m); return nil })
		rep, err := s.Step(1. / 60)
		// a jump: energies of both places were compared
		if err != nil || rep.Outcome != step.Converged || rep.BlindSteps > 0 {
			t.Fatal(rep.Outcome, rep.BlindSteps, err)
		}
		state, _ := s.State()
		return state.X[29], rep.Newton
	}
	none := func(step.Sim, step.Moment) {}
	from, _ := run(here, none)
	want, _ := run(there, none)
	for _, after := range []int{1, 2} {
		moved := 0
		got, n := run(here, func(s step.Sim, m step.Moment) {
			if m.Open && m.Newton == after {
				moved++
				if err := s.Steer(by(there)); err != nil {
					t.Fatal(err)
				}
			}
		})
		if d := r3.Norm(r3.Sub(got, want)); moved != 1 || n <= after || d > 1e-6 || r3.Norm(r3.Sub(from, want)) < 1e-3 {
			t.Errorf("moved %d times after iteration %d of %d: %.3g m from where it leads otherwise (%.3g m apart)", moved,
				after, n, d, r3.Norm(r3.Sub(from, want)))
		}
	}
}

// TestSteerRefuses: what makes no sense is refused by name.
func TestSteerRefuses(t *testing.T) {
	set := step.DefaultSettings()
	for want, change := range map[string]func(*step.Steering){
		"grab 0 of vertex 7":      func(b *step.Steering) { b.Grabs[0].Vertex = 7 },
		"grab 0 of vertex -1":     func(b *step.Steering) { b.Grabs[0].Vertex = -1 },
		"expected one grab":       func(b *step.Steering) { b.Grabs = append(b.Grabs, b.Grabs[0]) },
		"stiffness NaN":           func(b *step.Steering) { b.Grabs[0].Stiffness = math.NaN() },
		"stiffness 0":             func(b *step.Steering) { b.Grabs[0].Stiffness = 0 },
		"expected finite numbers": func(b *step.Steering) { b.Grabs[0].Target.Y = math.Inf(1) },
		"wind_m_s":                func(b *step.Steering) { b.Air.Velocity.X = 1e4 },
		"gravity_m_s2":            func(b *step.Steering) { b.Gravity.X = math.NaN() },
	} {
		by := set.Steering()
		by.Grabs = []step.Grab{{Vertex: 1, Stiffness: 3}}
		change(&by)
		if err := by.Check(7); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: expected %q in it", err, want)
		}
	}
}
