package step

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Backend creates simulations.
type Backend interface {
	Name() string   // "cpu" or "gpu"
	Device() string // name of the device, for users

	// New returns a simulation that starts from a copy of state; nil is the model's own start, with no friction stress.
	New(m *cloth.Model, state *cloth.State, colliders []Collider, set Settings) (Sim, error)

	// Close releases the device. The simulations on it become invalid.
	Close() error
}

// Sim is a simulation under way. Two that start from equal states take the same steps bit for bit: run, checkpoint
// and resume rely on it.
type Sim interface {
	// Step advances by h [s]. On error the state is that of the last good sub-step or, for cloth with sub-steps of its
	// own (package islands), that before the step.
	Step(h float64) (Report, error)

	// SetWatch sets the function that observes steps and may end them; nil: none.
	SetWatch(w Watch)

	// State returns the complete present state. It may be costly (on a GPU, a transfer), must not be changed, and is
	// valid until the next Step or SetState.
	State() (*cloth.State, error)

	// SetState continues from a copy of a state. Data carried from step to step beside the state (warm starts, contact
	// candidates) are dropped.
	SetState(*cloth.State) error

	// Positions writes the present positions [m] for pictures and caches; len(dst) is the number of vertices.
	Positions(dst []r3.Vec) error

	// ResetHistory clears the friction history: zero stress at the strains of the present positions.
	ResetHistory() error

	// Steer replaces gravity, air and grabs from the next step on. The state, and data carried from step to step, stay.
	// It outlasts a SetState.
	Steer(Steering) error

	// Hurry, called by the observer of a step, ends the sub-step under way once its error is about ten tolerances or
	// less. The sub-step counts as unconverged.
	Hurry()

	// SetTerms restricts the simulation to the named physical terms.
	SetTerms(names ...string) error

	Close() error
}
