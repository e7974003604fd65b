package cloth

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/spatial/r3"
)

func TestNewStateIsTheModelAtRest(t *testing.T) {
	m := model(t, strip("a", 2, 3, straight))
	s := NewState(m)
	if s.Time != 0 || len(s.V) != 12 || s.Past[Triangles].Len() != 12 || s.Past[Hinges].Len() != len(m.Hinges) ||
		cmp.Diff(m.X0, s.X) != "" {
		t.Errorf("state at %g s, %d velocities, %d and %d memories: expected the start of the model", s.Time, len(s.V),
			s.Past[Triangles].Len(), s.Past[Hinges].Len())
	}
	for i := range s.V {
		if s.V[i] != (r3.Vec{}) {
			t.Errorf("vertex %d starts with velocity %v", i, s.V[i])
		}
	}
	s.X[0].X = 9
	if m.X0[0].X == 9 {
		t.Error("a change of the state's positions changes the model")
	}
}

// Whatever is done to a clone leaves the original as it was, and the other way round.
func TestCloneIsIndependent(t *testing.T) {
	state := func() *State {
		p := strip("a", 2, 2, straight)
		p.Fabric.Bending = CurvatureBending
		s := NewState(model(t, p))
		s.Time = 3
		s.V[1] = r3.Vec{X: 1, Y: 2, Z: 3}
		copy(s.Past[Triangles].At(2, 1), []float64{0.1, 4})
		copy(s.Past[Hinges].At(3, 0), []float64{7, -5})
		return s
	}
	for name, change := range map[string]func(s *State){
		"time":       func(s *State) { s.Time = -1 },
		"positions":  func(s *State) { s.X[4].Z = -1 },
		"velocities": func(s *State) { s.V[1].Y = -1 },
		"membrane":   func(s *State) { s.Past[Triangles].At(2, 1)[1] = -1 },
		"bending":    func(s *State) { s.Past[Hinges].At(3, 0)[0] = -1 },
		"curve":      func(s *State) { s.Past[Curves].At(3, 2)[1] = -1 },
		"length":     func(s *State) { _ = append(s.X[:1], r3.Vec{X: -1}) },
	} {
		a := state()
		b := a.Clone()
		if d := cmp.Diff(a, b); d != "" {
			t.Fatalf("a clone differs:\n%s", d)
		}
		change(b)
		if d := cmp.Diff(state(), a); d != "" {
			t.Errorf("changed %s of the clone, and the original:\n%s", name, d)
		}
		b = a.Clone()
		change(a)
		if d := cmp.Diff(state(), b); d != "" {
			t.Errorf("changed %s of the original, and the clone:\n%s", name, d)
		}
	}
}

func TestPinActive(t *testing.T) {
	never, later := Pin{}, Pin{Release: 2}
	for _, c := range []struct {
		pin  *Pin
		t    float64
		want bool
	}{{&never, -1, true}, {&never, 1e9, true}, {&later, 0, true}, {&later, 1.999, true}, {&later, 2, false},
		{&later, 3, false}} {
		if got := c.pin.Active(c.t); got != c.want {
			t.Errorf("release at %g s: active at %g s is %v", c.pin.Release, c.t, got)
		}
	}
}
