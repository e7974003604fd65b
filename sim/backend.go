package sim

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/gpu"
	"hysteron/render"
	"hysteron/scenes"
	"hysteron/step"
)

// Backend moves a state on in time. A backend that starts twice from equal states takes the same
// steps bit for bit: run, checkpoint and resume rely on it.
type Backend interface {
	Name() string   // "cpu" or "gpu"
	Device() string // what it computes on, for people

	// Step moves on by h [s]. On error the state is that of the last good sub-step.
	Step(h float64) (step.Report, error)

	// Start continues from a state, which it copies. What a backend carries from step to step
	// beside the state (warm starts, contact candidates) is dropped.
	Start(s *cloth.State) error

	// Positions writes the present positions [m]; len(dst) is the number of vertices.
	Positions(dst []r3.Vec) error

	// State is the complete present state. It may be costly (on a GPU, a transfer), must not be
	// changed, and is valid until the next Step or Start.
	State() (*cloth.State, error)

	// Context is the OpenGL context that it computes on, for the renderer to share, or nil.
	Context() *gpu.Context

	// PositionBuffer is where the present positions lie in memory of that context, until the next
	// Step or Start; nil without a context.
	PositionBuffer() *render.PositionBuffer

	Close() error
}

// backendError is a choice of backend that cannot be met.
type backendError struct{ error }

// gpuError is the reason why a device that is there cannot simulate the cloth.
type gpuError struct{ error }

func (e gpuError) Unwrap() error { return e.error }

// Open makes the backend of a name ("auto", also "", "cpu" or "gpu") for a scene at a state; nil is
// the model's own start. Choices that cannot be met are InputErrors.
func Open(name string, setup *scenes.Setup, state *cloth.State) (Backend, error) {
	if state == nil {
		s, err := cpu.New(setup.Model, nil, setup.Colliders, setup.Settings) // fills in the friction history
		if err != nil {
			return nil, err
		}
		s.Close()
		state = s.State
	}
	b, err := openBackend(name, setup, state)
	return b, asInput(err)
}

// openBackend makes the backend of a name at a state: "cpu", "gpu" (any OpenGL device, hardware
// first) or "auto" (also ""): a hardware GPU if there is one, else the CPU.
func openBackend(name string, setup *scenes.Setup, state *cloth.State) (Backend, error) {
	switch name {
	case "cpu":
		return newCPU(setup, state)
	case "gpu":
		return newGPU(setup, state)
	case "", "auto":
		if hasGPU() {
			return newGPU(setup, state)
		}
		return newCPU(setup, state)
	}
	return nil, backendError{fmt.Errorf("unknown backend %q: expected auto, cpu or gpu", name)}
}

// cpuBackend is the float64 reference.
type cpuBackend struct {
	setup *scenes.Setup
	sim   *cpu.Sim
}

var _ Backend = (*cpuBackend)(nil)

func newCPU(setup *scenes.Setup, state *cloth.State) (*cpuBackend, error) {
	b := &cpuBackend{setup: setup}
	return b, b.Start(state)
}

func (b *cpuBackend) Name() string { return "cpu" }

func (b *cpuBackend) Device() string {
	return fmt.Sprintf("%s, %d threads", processor(), runtime.GOMAXPROCS(0))
}

func (b *cpuBackend) Step(h float64) (step.Report, error) { return b.sim.Step(h) }

func (b *cpuBackend) Start(s *cloth.State) error {
	next, err := cpu.New(b.setup.Model, s.Clone(), b.setup.Colliders, b.setup.Settings)
	if err != nil {
		return err
	}
	if b.sim != nil {
		b.sim.Close()
	}
	b.sim = next
	return nil
}

func (b *cpuBackend) Positions(dst []r3.Vec) error {
	copy(dst, b.sim.State.X)
	return nil
}

func (b *cpuBackend) State() (*cloth.State, error) { return b.sim.State, nil }

func (b *cpuBackend) Context() *gpu.Context { return nil }

func (b *cpuBackend) PositionBuffer() *render.PositionBuffer { return nil }

func (b *cpuBackend) Close() error {
	if b.sim != nil {
		b.sim.Close()
	}
	return nil
}

// processor is the name of the CPU where the system tells it, else the architecture.
func processor() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if key, value, ok := strings.Cut(s.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}
