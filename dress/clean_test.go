package dress

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cloth/clothtest"
	"hysteron/cpu"
	"hysteron/scenes"
	"hysteron/scenes/scenestest"
)

func load(t *testing.T, text string) *scenes.Setup {
	t.Helper()
	s, err := scenes.Parse("s.toml", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	return setup
}

// Only positions change, and only where it is needed.
func TestCleanKeepsVelocities(t *testing.T) {
	setup := load(t, scenestest.Cross)
	s, err := cpu.New(setup.Model, nil, setup.Colliders, setup.Settings)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for i := range s.State.V {
		s.State.V[i] = r3.Vec{X: float64(i)}
	}
	before := s.State.Clone()
	if err := clean(setup, s.State, setup.Bodies, func(float64) {}, func(string) {}, nil); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(s.State.V, before.V) || !slices.Equal(s.State.Past[cloth.Triangles].Data,
		before.Past[cloth.Triangles].Data) || slices.Equal(s.State.X, before.X) {
		t.Error("expected positions to change, and neither velocities nor friction history")
	}
	again := slices.Clone(s.State.X)
	if err := clean(setup, s.State, setup.Bodies, func(float64) {}, func(text string) {
		t.Error(text)
	}, nil); err != nil || !slices.Equal(s.State.X, again) {
		t.Errorf("%v: expected a clean state to stay as it is", err)
	}
	for _, p := range setup.Model.Pins {
		if p.Kind == cloth.PinFixed && s.State.X[p.Vertex] != before.X[p.Vertex] {
			t.Errorf("pinned vertex %d was moved", p.Vertex)
		}
	}
}

// A stretch counts as a tear where it is both large and long.
func TestTear(t *testing.T) {
	for _, c := range []struct {
		edge, stretch float64
		torn          bool
	}{{.02, 2.4, false}, {.02, 2.8, true}, {.007, 2.8, false}, {.007, 3.5, true}} {
		m, err := cloth.NewModel([]cloth.Part{clothtest.Grid(3, 3, 2*c.edge, 2*c.edge, clothtest.Cotton(), true)})
		if err != nil {
			t.Fatal(err)
		}
		x := slices.Clone(m.X0)
		for i := range x {
			x[i].X *= c.stretch
		}
		if worst, l := tear(m, x); worst > 1 != c.torn || math.Abs(l-c.stretch) > 1e-9 {
			t.Errorf("edges of %g m stretched %g times: %g of the bound, stretch %g: expected a tear: %v", c.edge, c.stretch,
				worst, l, c.torn)
		}
	}
}
