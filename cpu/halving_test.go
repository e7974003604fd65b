package cpu

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// fence is a term for tests whose energy is infinite for displacements within a step beyond a
// limit, as a barrier that allows each vertex so much and no more.
type fence struct {
	w     *World
	limit float64
}

func (*fence) Name() string     { return "fence" }
func (c *fence) Begin(w *World) { c.w = w }
func (c *fence) Vertices(i int, x []r3.Vec, r []PointResponse) {
	for k := range x {
		if r3.Norm(r3.Sub(x[k], c.w.State.X[i+k])) > c.limit {
			r[k].Psi = math.Inf(1)
		}
	}
}

var _ VertexTerm = (*fence)(nil)

func thrown(t *testing.T, limit float64) *Sim {
	t.Helper()
	f := cotton()
	f.Drag, f.DragSkin = 0, 0
	set := step.DefaultSettings()
	set.Gravity = r3.Vec{}
	s := newSim(t, grid(4, 4, .03, .03, f, true), nil, set)
	s.SetTerms(append(NewTerms(), &fence{limit: limit}))
	for i := range s.State.V {
		s.State.V[i] = r3.Vec{X: 2, Z: 1}
	}
	return s
}

// TestHalvingRecovers: 2.24 m/s over 1/100 s is 22.4 mm; a fence at 7 mm fails the whole step
// and its half, and lets quarters pass. The flight ends where it must, and the next step is
// tried whole again.
func TestHalvingRecovers(t *testing.T) {
	s := thrown(t, .007)
	for n := 1; n <= 3; n++ {
		rep, err := s.Step(.01)
		if err != nil {
			t.Fatal(err)
		}
		// Quarters: two failures first; after two quarters a half is tried again, and fails.
		if rep.Substeps != 4 || rep.Halvings != 3 || rep.Outcome != step.Converged {
			t.Errorf("step %d: %d sub-steps, %d halvings, %v: expected 4, 3, converged", n, rep.Substeps, rep.Halvings,
				rep.Outcome)
		}
		if math.Abs(s.State.Time-.01*float64(n)) > 1e-15 {
			t.Errorf("time %g after %d steps of .01 s", s.State.Time, n)
		}
		for i, x := range s.State.X {
			want := r3.Add(s.Model.X0[i], r3.Scale(.01*float64(n), r3.Vec{X: 2, Z: 1}))
			if r3.Norm(r3.Sub(x, want)) > 1e-9 {
				t.Fatalf("step %d, vertex %d at %v, expected %v", n, i, x, want)
			}
		}
	}
}

// TestHopelessStep: a fence that no halving satisfies ends in a *StepError that names time and
// size, with the state as before, bit for bit.
func TestHopelessStep(t *testing.T) {
	s := thrown(t, 1e-6)
	before := s.State.Clone()
	rep, err := s.Step(.01)
	var failed *step.StepError
	if !errors.As(err, &failed) {
		t.Fatalf("error %v: expected a *StepError", err)
	}
	if failed.Outcome != step.NonFinite || failed.H != .01/32 || rep.Halvings != s.Settings.MaxHalvings ||
		rep.Substeps != 0 {
		t.Errorf("%+v, report %+v: expected non-finite numbers at h = .01/32 after 5 halvings", failed, rep)
	}
	if got, want := fingerprint(s.State), fingerprint(before); got != want || s.State.Time != 0 {
		t.Errorf("the state has changed")
	}
	// Once the fence is gone the same simulation goes on.
	s.SetTerms(NewTerms())
	take(t, s, 1, .01)
}

// TestHalfwayFailure: a step that fails after some sub-steps leaves the end of the last good one.
func TestHalfwayFailure(t *testing.T) {
	s := thrown(t, .007)
	wall := &fence{limit: .007}
	s.SetTerms(append(NewTerms(), wall, &closing{wall: wall, at: .005}))
	_, err := s.Step(.01)
	var failed *step.StepError
	if !errors.As(err, &failed) {
		t.Fatalf("error %v: expected a *StepError", err)
	}
	if failed.Time != .005 || s.State.Time != .005 {
		t.Errorf("failed at %g s, state at %g s: expected .005 s", failed.Time, s.State.Time)
	}
	for i, x := range s.State.X {
		want := r3.Add(s.Model.X0[i], r3.Scale(.005, r3.Vec{X: 2, Z: 1}))
		if r3.Norm(r3.Sub(x, want)) > 1e-9 {
			t.Fatalf("vertex %d at %v, expected %v", i, x, want)
		}
	}
}

// closing shuts a fence from a point of time on.
type closing struct {
	wall *fence
	at   float64
}

func (*closing) Name() string { return "closing" }
func (c *closing) Begin(w *World) {
	if w.State.Time >= c.at {
		c.wall.limit = 0
	}
}

// TestRefusesBadInput: numbers that are not finite, and states that do not fit, are refused
// with an error before anything moves.
func TestRefusesBadInput(t *testing.T) {
	s := thrown(t, 1)
	before := fingerprint(s.State)
	for _, h := range []float64{math.NaN(), math.Inf(1), 0, -.01} {
		if _, err := s.Step(h); err == nil {
			t.Errorf("step of %g: expected an error", h)
		}
	}
	if fingerprint(s.State) != before {
		t.Error("a refused step changed the state")
	}
	nan := math.NaN()
	for name, change := range map[string]func(*step.Settings){
		"gravity":       func(s *step.Settings) { s.Gravity.Y = nan },
		"wind":          func(s *step.Settings) { s.Wind.Velocity.X = math.Inf(1) },
		"gust":          func(s *step.Settings) { s.Wind.Gust = nan },
		"frequency":     func(s *step.Settings) { s.Wind.Frequency = nan },
		"air density":   func(s *step.Settings) { s.AirDensity = nan },
		"tolerance":     func(s *step.Settings) { s.Tolerance = nan },
		"thickness":     func(s *step.Settings) { s.Thickness = 0 },
		"stiffness":     func(s *step.Settings) { s.ContactStiffness = math.Inf(1) },
		"friction slip": func(s *step.Settings) { s.FrictionSlip = nan },
		"newton":        func(s *step.Settings) { s.MaxNewton = 0 },
		"halvings":      func(s *step.Settings) { s.MaxHalvings = -1 },
		"many halvings": func(s *step.Settings) { s.MaxHalvings = 63 },
	} {
		set := step.DefaultSettings()
		change(&set)
		if c, err := New(s.Model, nil, nil, set); err == nil {
			c.Close()
			t.Errorf("%s: expected an error", name)
		}
	}
	for name, change := range map[string]func(*cloth.State){
		"positions":  func(s *cloth.State) { s.X[3].Y = nan },
		"velocities": func(s *cloth.State) { s.V[0].Z = math.Inf(-1) },
		"membrane":   func(s *cloth.State) { s.Past[cloth.Triangles].At(2, 1)[1] = nan },
		"bending":    func(s *cloth.State) { s.Past[cloth.Hinges].At(1, 0)[0] = nan },
		"time":       func(s *cloth.State) { s.Time = nan },
		"size":       func(s *cloth.State) { s.X = s.X[1:] },
	} {
		state := s.State.Clone()
		change(state)
		if c, err := New(s.Model, state, nil, step.DefaultSettings()); err == nil {
			c.Close()
			t.Errorf("state with bad %s: expected an error", name)
		}
	}
	for name, c := range map[string]step.Collider{
		"normal length": {Normal: r3.Vec{Y: 2}},
		"normal":        {Normal: r3.Vec{Y: nan}},
		"point":         {Normal: r3.Vec{Y: 1}, Point: r3.Vec{X: nan}},
		"friction":      {Normal: r3.Vec{Y: 1}, Friction: nan},
	} {
		if c, err := New(s.Model, nil, []step.Collider{c}, step.DefaultSettings()); err == nil {
			c.Close()
			t.Errorf("collider with bad %s: expected an error", name)
		}
	}
}

// vanishing is a surface whose first vertex is nowhere after a time.
type vanishing struct {
	step.Surface
	at float64
}

func (c vanishing) Positions(dst []r3.Vec, t float64) {
	c.Surface.Positions(dst, t)
	if t > c.at {
		dst[c.Surface.Triangles()[0][0]] = r3.Vec{X: math.NaN()}
	}
}

// TestPinWithoutPlace: a pin that follows a triangle which is nowhere has no place to be: the step ends with an
// error, not with a panic.
func TestPinWithoutPlace(t *testing.T) {
	m, err := cloth.NewModel([]cloth.Part{grid(3, 3, .04, .04, cotton(), true)})
	if err != nil {
		t.Fatal(err)
	}
	m.Pins = append(m.Pins, cloth.Pin{Kind: cloth.PinBody, Bary: [3]float64{1, 0, 0}, Offset: r3.Vec{Z: .004}})
	// The vertex lies where the pin has it, or nearly so: one that has to go far tears the cloth before.
	ball := newTestSphere(.08, r3.Vec{}, r3.Vec{})
	at := make([]r3.Vec, ball.NumVertices())
	ball.Positions(at, 0)
	corner := at[ball.Triangles()[0][0]]
	centre := r3.Sub(m.X0[0], r3.Scale(1+.004/.08, corner))
	ball = newTestSphere(.08, centre, r3.Vec{})
	s, err := New(m, nil, []step.Collider{{Surface: vanishing{ball, .005}}}, step.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var failed *step.StepError
	if _, err := s.Step(.01); !errors.As(err, &failed) || failed.Outcome != step.NonFinite || failed.Time != .005 {
		t.Errorf("error %v: expected non-finite numbers at .005 s", err)
	}
}
