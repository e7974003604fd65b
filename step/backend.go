package step

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Backend makes simulations.
type Backend interface {
	Name() string   // "cpu" or "gpu"
	Device() string // what it computes on, for people

	// New prepares a simulation that starts from a copy of state; nil is the model's own start, without stress of
	// friction.
	New(m *cloth.Model, state *cloth.State, colliders []Collider, set Settings) (Sim, error)

	// Close gives the device back. The simulations on it are no more.
	Close() error
}

// Sim is a simulation under way. Two that start from equal states take the same steps bit for bit: run, checkpoint
// and resume rely on it.
type Sim interface {
	// Step moves on by h [s]. On error the state is that of the last good sub-step or, where there is cloth that has
	// sub-steps of its own (package islands), that before the step.
	Step(h float64) (Report, error)

	// SetWatch has w look on while steps are taken, and end them; nil: nobody.
	SetWatch(w Watch)

	// State is the complete present state. It may be costly (on a GPU, a transfer), must not be changed, and is valid
	// until the next Step or SetState.
	State() (*cloth.State, error)

	// SetState continues from a copy of a state. What is carried from step to step beside the state (warm starts, contact
	// candidates) is dropped.
	SetState(*cloth.State) error

	// Positions writes the present positions [m], as pictures and caches show them; len(dst) is the number of vertices.
	Positions(dst []r3.Vec) error

	// ResetHistory wipes the friction history: zero stress at the strains of the present positions.
	ResetHistory() error

	// Steer has gravity, air and grabs act as it says, from the next step on. The state, and what is carried from step to
	// step, stay. A SetState keeps it.
	Steer(Steering) error

	// Hurry, called by who looks on, has the sub-step under way end once its error is about ten tolerances or less. It
	// counts as one that has not converged.
	Hurry()

	// SetTerms takes only the named physical terms into account.
	SetTerms(names ...string) error

	Close() error
}
