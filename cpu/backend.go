package cpu

import (
	"cmp"
	"fmt"
	"math"
	"runtime"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/linalg"
	"hysteron/step"
	"hysteron/step/islands"
)

// Backend creates simulations on the CPU.
type Backend struct {
	Workers int // workers, if not set by the settings; 0: all cores
	// Ended is polled during preparation, see NewUntil: an error ends it; nil: never polled.
	Ended func() error
}

var _ step.Backend = Backend{}

// Name returns "cpu".
func (Backend) Name() string { return "cpu" }

// Device returns the name of the processor.
func (b Backend) Device() string {
	n := b.Workers
	if n == 0 {
		n = runtime.GOMAXPROCS(0)
	}
	return fmt.Sprintf("%s, %d threads", linalg.Processor(), n)
}

// New creates a simulation, with each island of cloth solved separately.
func (b Backend) New(m *cloth.Model, state *cloth.State, colliders []step.Collider, set step.Settings) (step.Sim,
	error) {
	if set.Workers == 0 {
		set.Workers = b.Workers
	}
	return islands.New(m, state, colliders, set, math.MaxInt, b.open)
}

// open creates a simulation of cloth as one system. It does not use more workers than there are chunks of triangles.
func (b Backend) open(m *cloth.Model, state *cloth.State, colliders []step.Collider, set step.Settings) (step.Sim,
	error) {
	if len(m.Tri) <= elementGrain {
		set.Workers = 1
	}
	s := &simulation{model: m, colliders: colliders, settings: set, ended: b.Ended}
	if err := s.SetState(state); err != nil {
		return nil, err
	}
	return s, nil
}

// Close does nothing.
func (Backend) Close() error { return nil }

// simulation is a Sim with the interface of both backends.
type simulation struct {
	*Sim
	model     *cloth.Model
	colliders []step.Collider
	settings  step.Settings
	terms     []string       // nil: all
	steering  *step.Steering // nil: by the settings
	watch     step.Watch
	ended     func() error // of the backend
}

func (s *simulation) State() (*cloth.State, error) { return s.Sim.State, nil }

func (s *simulation) SetState(state *cloth.State) error {
	if state != nil {
		state = state.Clone()
	}
	var why error
	next, err := newUntil(func() bool {
		if s.ended != nil {
			why = s.ended()
		}
		return why != nil
	}, s.Sim, s.model, state, s.colliders, s.settings)
	if err != nil {
		return cmp.Or(why, err)
	}
	s.Close()
	s.Sim = next
	s.Sim.SetWatch(s.watch)
	if s.steering != nil {
		if err := s.Sim.Steer(*s.steering); err != nil {
			return err
		}
	}
	if s.terms != nil {
		return s.SetTerms(s.terms...)
	}
	return nil
}

func (s *simulation) SetWatch(w step.Watch) {
	s.watch = w
	s.Sim.SetWatch(w)
}

func (s *simulation) Steer(by step.Steering) error {
	by.Grabs = slices.Clone(by.Grabs)
	s.steering = &by
	return s.Sim.Steer(by)
}

func (s *simulation) Positions(dst []r3.Vec) error {
	copy(dst, s.Sim.State.X)
	return nil
}

func (s *simulation) ResetHistory() error {
	s.Sim.ResetHistory()
	return nil
}

func (s *simulation) SetTerms(names ...string) error {
	terms, err := TermsNamed(names...)
	if err != nil {
		return err
	}
	s.terms = names
	s.Sim.SetTerms(terms)
	return nil
}

// TermsNamed returns the named terms of NewTerms, in its order.
func TermsNamed(names ...string) (terms []Term, err error) {
	for _, t := range NewTerms() {
		if slices.Contains(names, t.Name()) {
			terms = append(terms, t)
		}
	}
	if len(terms) != len(names) {
		return nil, fmt.Errorf("terms %q: expected names of the reference's terms, each once", names)
	}
	return terms, nil
}

func (s *simulation) Close() error {
	if s.Sim != nil {
		s.Sim.Close()
	}
	return nil
}

// UnderWay copies the current iterate of a step, for display.
func (s *simulation) UnderWay(dst []r3.Vec) { copy(dst, s.x) }
