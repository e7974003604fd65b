//go:build cgo

package gpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cloth/clothtest"
	"hysteron/cpu"
	"hysteron/gpu/opengl"
	"hysteron/step"
)

// A fabric and a body that tests share with the reference.
var (
	cotton    = clothtest.Cotton
	newSphere = clothtest.NewSphere
)

// grid is a sheet with alternating diagonals.
func grid(nu, nv int, lu, lv float64, f cloth.Fabric) cloth.Part {
	return clothtest.Grid(nu, nv, lu, lv, f, true)
}

func model(t testing.TB, parts ...cloth.Part) *cloth.Model {
	t.Helper()
	m, err := cloth.NewModel(parts)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// twins is the same simulation on both backends.
type twins struct {
	cpu *cpu.Sim
	gpu *Sim
}

// newTwins starts both from state; nil starts from the model's own.
func newTwins(t testing.TB, c *opengl.Context, m *cloth.Model, state *cloth.State, colliders []step.Collider,
	set step.Settings) twins {
	t.Helper()
	var own *cloth.State
	if state != nil {
		own = state.Clone()
	}
	a, err := cpu.New(m, own, colliders, set)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return twins{a, newGPU(t, c, m, state, colliders, set)}
}

// newGPU makes a simulation whose guard bands are checked at the end of the test.
func newGPU(t testing.TB, c *opengl.Context, m *cloth.Model, state *cloth.State, colliders []step.Collider,
	set step.Settings) *Sim {
	t.Helper()
	s, err := New(c, m, state, colliders, set)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.CheckGuards(); err != nil {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func gpuState(t testing.TB, s *Sim) *cloth.State {
	t.Helper()
	st, err := s.State()
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// farthest is the largest distance between two sets of positions.
func farthest(a, b []r3.Vec) (most float64) {
	for i := range a {
		most = max(most, r3.Norm(r3.Sub(a[i], b[i])))
	}
	return most
}

// relative is ‖a − b‖/‖b‖ over all components, NaN where b is zero.
func relative(a, b []r3.Vec) float64 {
	var d, n float64
	for i := range a {
		d += r3.Norm2(r3.Sub(a[i], b[i]))
		n += r3.Norm2(b[i])
	}
	return math.Sqrt(d / n)
}
