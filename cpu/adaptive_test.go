package cpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// jerked is a sheet of 20 cm that hangs from an edge, and whose lower edge is off at 12 m/s.
func jerked(t *testing.T, adaptive bool, most float64) *Sim {
	t.Helper()
	p := grid(8, 8, .2, .2, cotton(), true)
	for i, x := range p.X {
		if x.Z == 0 {
			p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: x})
		}
	}
	set := step.DefaultSettings()
	set.Adaptive, set.MostChange = adaptive, most
	s := newSim(t, p, nil, set)
	for i, x := range s.State.X {
		if x.Z < -.19 {
			s.State.V[i] = r3.Vec{Y: 12}
		}
	}
	return s
}

// TestAdaptiveSteps: steps of 1/60 s in which a sheet is jerked are cut, until no strain changes by more than a tenth;
// they grow back when it has calmed down; frames stay on time; and what is nearest to the truth is nearer than without.
func TestAdaptiveSteps(t *testing.T) {
	const h, frames = 1. / 60, 40
	s := jerked(t, true, .1)
	first, last := step.Report{}, step.Report{}
	for n := range frames {
		rep, err := s.Step(h)
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			first = rep
		}
		last = rep
		if math.Abs(s.State.Time-h*float64(n+1)) > 1e-12 {
			t.Errorf("at %g s after %d frames", s.State.Time, n+1)
		}
	}
	if first.Halvings == 0 || first.Substeps < 4 || !(first.Smallest < h/3) {
		t.Errorf("the jerk: %+v", first)
	}
	if last.Substeps != 1 || s.State.Halvings != 0 {
		t.Errorf("at the end: %+v, halved %d times", last, s.State.Halvings)
	}

	at := func(s *Sim, n int, h float64) []r3.Vec {
		take(t, s, n, h)
		return s.State.X
	}
	exact := at(jerked(t, false, .1), 64, h/32)
	off := func(x []r3.Vec) (sum float64) {
		for i := range x {
			sum += r3.Norm2(r3.Sub(x[i], exact[i])) / float64(len(x))
		}
		return math.Sqrt(sum)
	}
	whole, cut := off(at(jerked(t, false, .1), 2, h)), off(at(jerked(t, true, .1), 2, h))
	if !(cut < .8*whole) {
		t.Errorf("%.2g mm off with cut steps, %.2g with whole ones", 1e3*cut, 1e3*whole)
	}
	t.Logf("%.3g mm off with cut steps, %.3g with whole ones; first %+v", 1e3*cut, 1e3*whole, first)
}

// TestAdaptiveStepsResume: a state holds the size of the next step, so a resumed simulation takes the same steps.
func TestAdaptiveStepsResume(t *testing.T) {
	const h = 1. / 60
	s := jerked(t, true, .02)
	take(t, s, 1, h)
	if s.State.Halvings == 0 {
		t.Fatal("the step is whole: the test would prove nothing")
	}
	state := s.State.Clone()
	other := func(state *cloth.State) []r3.Vec {
		b, err := Backend{}.New(s.Model, state, nil, s.Settings)
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		rep, err := b.Step(h)
		if err != nil {
			t.Fatal(err)
		}
		if rep.Smallest > h/math.Pow(2, float64(state.Halvings)) {
			t.Errorf("the smallest of the steps is of %g s after %d halvings", rep.Smallest, state.Halvings)
		}
		now, err := b.State()
		if err != nil {
			t.Fatal(err)
		}
		return now.X
	}
	a, b := other(state), other(state)
	for i := range a {
		if a[i] != b[i] {
			t.Fatalf("vertex %d at %v and %v", i, a[i], b[i])
		}
	}
	state.Halvings = -1
	if state.Check(s.Model) == nil {
		t.Error("a state whose next step is halved -1 times is sound")
	}
}
