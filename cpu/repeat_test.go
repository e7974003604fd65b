package cpu

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// draped is a sheet of 24×24 vertices falling on a rising sphere above a plane, in wind: every
// term is at work.
func draped(t *testing.T, workers int) *Sim {
	t.Helper()
	m, colliders, set := drapedScene(t, workers)
	s, err := New(m, nil, colliders, set)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func drapedScene(t *testing.T, workers int) (*cloth.Model, []step.Collider, step.Settings) {
	t.Helper()
	m, err := cloth.NewModel([]cloth.Part{grid(24, 24, .3, .3, cotton(), true)})
	if err != nil {
		t.Fatal(err)
	}
	set := step.DefaultSettings()
	set.Workers = workers
	set.Wind = step.Wind{Velocity: r3.Vec{X: 1, Z: .5}, Gust: .5, Frequency: 3}
	return m, []step.Collider{
		{Surface: newTestSphere(.08, r3.Vec{X: .14, Y: -.09, Z: -.16}, r3.Vec{Y: .6}), Friction: .3},
		{Point: r3.Vec{Y: -.015}, Normal: r3.Vec{Y: 1}, Friction: .3},
	}, set
}

// take moves s on by n steps of h and fails the test if one fails.
func take(t *testing.T, s *Sim, n int, h float64) (sum step.Report) {
	t.Helper()
	for range n {
		rep, err := s.Step(h)
		if err != nil {
			t.Fatal(err)
		}
		sum.Outcome = max(sum.Outcome, rep.Outcome)
		sum.Substeps += rep.Substeps
		sum.Halvings += rep.Halvings
		sum.Newton += rep.Newton
		sum.CG += rep.CG
		sum.Projected += rep.Projected
	}
	return sum
}

// fingerprint writes the bits of a state.
func fingerprint(s *cloth.State) string {
	h := uint64(14695981039346656037)
	add := func(v float64) { h = (h ^ math.Float64bits(v)) * 1099511628211 }
	for i := range s.X {
		for c := range 3 {
			add(*component(&s.X[i], c))
			add(*component(&s.V[i], c))
		}
	}
	for k := range s.Past {
		for _, v := range s.Past[k].Data {
			add(v)
		}
	}
	return fmt.Sprintf("%016x", h)
}

// TestSameBits: a drape with contact, wind and friction has the same bits with any number of
// workers, and in a second run.
func TestSameBits(t *testing.T) {
	var want string
	for _, workers := range []int{1, 1, 2, 3, 5} {
		s := draped(t, workers)
		rep := take(t, s, 24, 1./120)
		touching := 0
		for _, live := range s.obstacles[0].live {
			if live {
				touching++
			}
		}
		if touching == 0 {
			t.Fatal("the sheet does not touch the sphere: the test would prove nothing")
		}
		got := fingerprint(s.State)
		if want == "" {
			want = got
			t.Logf("%d points near the sphere, %+v", touching, rep)
		}
		if got != want {
			t.Errorf("%d workers: state %s, expected %s", workers, got, want)
		}
	}
}

// TestSetAnew: a simulation whose state is set continues with the bits of one made from that state, as resumed runs do.
func TestSetAnew(t *testing.T) {
	m, colliders, set := drapedScene(t, 2)
	made := func(state *cloth.State) step.Sim {
		s, err := Backend{}.New(m, state, colliders, set)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		return s
	}
	on := func(s step.Sim, n int) *cloth.State {
		for range n {
			if _, err := s.Step(1. / 120); err != nil {
				t.Fatal(err)
			}
		}
		state, err := s.State()
		if err != nil {
			t.Fatal(err)
		}
		return state.Clone()
	}
	s := made(nil)
	state := on(s, 14)
	on(s, 5) // elsewhere
	if err := s.SetState(state); err != nil {
		t.Fatal(err)
	}
	if got, want := fingerprint(on(s, 10)), fingerprint(on(made(state), 10)); got != want {
		t.Errorf("state %s, expected %s", got, want)
	}
}

// TestCommitIsIdempotent: after an accepted step the history stands at the accepted positions;
// a second commit of the same positions changes no bit, and |σ| ≤ S.
func TestCommitIsIdempotent(t *testing.T) {
	s := draped(t, 0)
	for range 24 {
		take(t, s, 1, 1./120)
		before := fingerprint(s.State)
		s.commit(&s.elements, s.roles)
		if got := fingerprint(s.State); got != before {
			t.Fatalf("t = %.4f s: a second commit changed the state", s.State.Time)
		}
		f := &s.Model.Parts[0].Fabric
		for i := range s.Model.Tri {
			for k, c := range []*cloth.Component{&f.Warp, &f.Weft, &f.Shear} {
				kept := s.State.Past[cloth.Triangles].At(i, k)
				if limit := c.Dahl().A + c.Dahl().B*math.Abs(kept[0]); math.Abs(kept[1]) > limit {
					t.Fatalf("triangle %d: |σ| = %g above S = %g", i, math.Abs(kept[1]), limit)
				}
			}
		}
	}
}

// TestHistoryStandsAtPositions: the strains in the history are those of the positions, also
// after vertices were pushed out of a collider. Otherwise damping and friction act on
// motions that never happened.
func TestHistoryStandsAtPositions(t *testing.T) {
	s := draped(t, 0)
	s.Settings.ContactStiffness = 1e3 // too soft to hold the sphere off: the push-out must
	projected := 0
	for range 30 {
		projected += take(t, s, 1, 1./120).Projected
		for i, v := range s.Model.Tri {
			wu, wv := deformation(&s.Model.Rest[i], s.State.X[v[0]], s.State.X[v[1]], s.State.X[v[2]])
			for k, e := range greenStrain(wu, wv) {
				// rounding where pieces are moved as a whole
				if got := s.State.Past[cloth.Triangles].Eps(i, k); math.Abs(got-e) > 1e-14 {
					t.Fatalf("t = %.4f s: strain %d of triangle %d: history %g, positions %g", s.State.Time, k, i, got, e)
				}
			}
		}
	}
	if projected == 0 {
		t.Fatal("nothing was pushed out: the test would prove nothing")
	}
}
