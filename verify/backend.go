package verify

import (
	"errors"
	"fmt"
	"slices"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/gpu"
	"hysteron/step"
)

// Backend makes simulations.
type Backend interface {
	Name() string   // "cpu" or "gpu"
	Device() string // what it runs on
	New(m *cloth.Model, state *cloth.State, colliders []step.Collider, set step.Settings) (Sim, error)
}

// Sim is what problems see of a simulation under way.
type Sim interface {
	Step(h float64) (step.Report, error)
	// State is the present state; it may be shared with the simulation, and is not valid any more
	// after the next step.
	State() (*cloth.State, error)
	SetState(*cloth.State) error
	ResetMemory() error
	// SetTerms takes only the named physical terms into account.
	SetTerms(names ...string) error
	Close() error
}

// CPU is the reference.
type CPU struct{}

// Name is "cpu".
func (CPU) Name() string { return "cpu" }

// Device is empty: any processor gives the same result to rounding.
func (CPU) Device() string { return "float64 reference" }

// New prepares a simulation on one core: problems run beside each other, and the results of the
// reference do not depend on the number of cores.
func (CPU) New(m *cloth.Model, state *cloth.State, colliders []step.Collider, set step.Settings) (Sim, error) {
	set.Workers = 1
	s, err := cpu.New(m, state, colliders, set)
	if err != nil {
		return nil, err
	}
	return cpuSim{s}, nil
}

type cpuSim struct{ *cpu.Sim }

func (s cpuSim) State() (*cloth.State, error) { return s.Sim.State, nil }

func (s cpuSim) SetState(state *cloth.State) error {
	s.Sim.State = state
	return nil
}

func (s cpuSim) ResetMemory() error {
	s.Sim.ResetMemory()
	return nil
}

func (s cpuSim) SetTerms(names ...string) error { return setTerms(s.Sim, names) }

func (s cpuSim) Close() error {
	s.Sim.Close()
	return nil
}

// setTerms keeps the named terms, in the order of cpu.NewTerms.
func setTerms(s *cpu.Sim, names []string) error {
	var terms []cpu.Term
	for _, t := range cpu.NewTerms() {
		if slices.Contains(names, t.Name()) {
			terms = append(terms, t)
		}
	}
	if len(terms) != len(names) {
		return fmt.Errorf("terms %q: expected names of the reference's terms, each once", names)
	}
	s.SetTerms(terms)
	return nil
}

// GPU is a device.
type GPU struct{ ctx *gpu.Context }

// OpenGPU opens the device that gpu.Auto takes and has it tested.
func OpenGPU() (*GPU, error) {
	ctx, err := gpu.Open(gpu.Options{Device: gpu.Auto, Compute: true})
	if err != nil {
		return nil, err
	}
	if err := gpu.Trust(ctx); err != nil {
		return nil, errors.Join(err, ctx.Close())
	}
	return &GPU{ctx}, nil
}

// Name is "gpu".
func (*GPU) Name() string { return "gpu" }

// Device is the driver's name for it.
func (g *GPU) Device() string { return g.ctx.Device().Renderer }

// Close gives the device back.
func (g *GPU) Close() error { return g.ctx.Close() }

// New prepares a simulation on the device.
func (g *GPU) New(m *cloth.Model, state *cloth.State, colliders []step.Collider, set step.Settings) (Sim, error) {
	s, err := gpu.New(g.ctx, m, state, colliders, set)
	if err != nil {
		return nil, err
	}
	return gpuSim{s}, nil
}

type gpuSim struct{ *gpu.Sim }

func (s gpuSim) SetTerms(names ...string) error { return s.Sim.SetTerms(names) }
