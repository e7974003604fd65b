package gpu

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// selfTestDevice is a simulation on the device under test.
type selfTestDevice interface {
	step.Sim

	// CheckGuards returns an error if a kernel wrote outside its buffers.
	CheckGuards() error
}

// limit is the largest difference from the reference after one step from the same state, of positions and of velocities
// times the step, relative to the size of the cloth. It is 2.5 times what the tolerance of the step allows for a single
// vertex (step.MostAside) if Newton's method ends an iteration earlier. Derived from measurements: a perturbation of
// positions by 1e-7 m, more than float32 rounding of forces, changes the reference's step by up to six tolerances;
// llvmpipe differs by up to 1.5 tolerances.
const limit = 2.5e-5

// Steps that are compared: from selfTestFirst on, of selfTestSteps. In the first step all contacts begin at once, and
// their planes depend on the iteration: a perturbation of positions by 1e-9 m changes the reference's step by ten
// tolerances of 1e-5 m. From the fourth step on the sheets rub on each other.
const (
	selfTestFirst = 2
	selfTestSteps = 4
)

// h is the length of a step [s].
const h = 1. / 120

// runSelfTest compares a few steps of the scene on the device with the reference, each from the device's state, because
// contact and buckling amplify rounding over several steps. wrong is a fault of the device: the two differ, two runs
// have different bits, a step fails, or a kernel wrote outside its buffers.
func runSelfTest(make func(*cloth.Model, []step.Collider, step.Settings) (selfTestDevice, error),
	reference step.Backend) (wrong, err error) {
	m, colliders, set, err := selfTestScene()
	if err != nil {
		return nil, err
	}
	runs := [2][]*cloth.State{}
	for k := range runs {
		s, err := make(m, colliders, set)
		if err != nil {
			return nil, err
		}
		runs[k], wrong, err = run(s, m, &set)
		s.Close()
		if wrong != nil || err != nil {
			return wrong, err
		}
	}
	for n, state := range runs[0] {
		for i, x := range runs[1][n].X {
			if x != state.X[i] {
				return fmt.Errorf("two runs of the self-test put vertex %d at %v and %v", i, state.X[i], x), nil
			}
		}
		if n < selfTestFirst {
			continue
		}
		want, err := referenceStep(reference, m, runs[0][n-1], colliders, set)
		if err != nil {
			return nil, fmt.Errorf("self-test of the reference: %w", err)
		}
		for i, x := range state.X {
			if d := r3.Norm(r3.Sub(x, want.X[i])) / selfTestSize; !(d < limit) {
				return fmt.Errorf("step %d of the self-test moves vertex %d to %v: expected %v", n, i, x, want.X[i]), nil
			}
			v, w := state.V[i], want.V[i] // impacts change only velocities
			if d := h * r3.Norm(r3.Sub(v, w)) / selfTestSize; !(d < limit) {
				return fmt.Errorf("step %d of the self-test: vertex %d leaves with %v m/s: expected %v", n, i, v, w), nil
			}
		}
	}
	return nil, nil
}

// run returns the state at the start and after each step.
func run(s selfTestDevice, m *cloth.Model, set *step.Settings) (states []*cloth.State, wrong, err error) {
	if err := s.Steer(selfTestSteering(m, set)); err != nil {
		return nil, nil, err
	}
	for n := range selfTestSteps + 1 {
		if n > 0 {
			// Both backends start afresh: their caches are not part of the state.
			if err := s.SetState(states[n-1]); err != nil {
				return nil, nil, err
			}
			if _, err := s.Step(h); err != nil {
				return nil, err, nil
			}
		}
		state, err := s.State()
		if err != nil {
			return nil, nil, err
		}
		states = append(states, state)
	}
	return states, s.CheckGuards(), nil
}

// referenceStep returns the state after a step of the reference.
func referenceStep(reference step.Backend, m *cloth.Model, from *cloth.State, colliders []step.Collider,
	set step.Settings) (*cloth.State, error) {
	s, err := reference.New(m, from, colliders, set)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if err := s.Steer(selfTestSteering(m, &set)); err != nil {
		return nil, err
	}
	if _, err := s.Step(h); err != nil {
		return nil, err
	}
	return s.State()
}
