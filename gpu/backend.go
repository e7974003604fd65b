package gpu

import (
	"errors"

	"hysteron/cloth"
	"hysteron/gpu/opengl"
	"hysteron/step"
	"hysteron/step/islands"
)

// Backend makes simulations on the device of a context.
type Backend struct{ *opengl.Context }

var (
	_ step.Backend = Backend{}
	_ step.Sim     = (*Sim)(nil)
)

// OpenBackend opens a device, and has it compared with the reference (Trust).
func OpenBackend(o opengl.Options, reference step.Backend) (b Backend, err error) {
	c, err := opengl.Open(o)
	if err != nil {
		return b, err
	}
	if err := Trust(c, reference); err != nil {
		return b, errors.Join(err, c.Close())
	}
	return Backend{c}, nil
}

// HasHardware reports whether a device, or with opengl.Auto the one that would be taken, is hardware: nobody is given
// software OpenGL who did not ask for it.
func HasHardware(device int) bool {
	devices, err := opengl.Devices()
	if err != nil {
		return false
	}
	if device == opengl.Auto {
		if device, err = opengl.Choose(devices); err != nil {
			return false
		}
	}
	return device >= 0 && device < len(devices) && !devices[device].Software
}

// Name is "gpu".
func (Backend) Name() string { return "gpu" }

// Device is the driver's name for it.
func (b Backend) Device() string { return b.Context.Device().Renderer }

// mostIslands is how many islands of cloth a device simulates at most. It takes one after the other: steps of small
// ones take as long as their launches, and each has its own buffers.
const mostIslands = 8

// New prepares a simulation, of each island of cloth by itself.
func (b Backend) New(m *cloth.Model, state *cloth.State, colliders []step.Collider, set step.Settings) (step.Sim,
	error) {
	return islands.New(m, state, colliders, set, mostIslands, b.open)
}

// open prepares a simulation of cloth that is taken as one.
func (b Backend) open(m *cloth.Model, state *cloth.State, colliders []step.Collider, set step.Settings) (step.Sim,
	error) {
	s, err := New(b.Context, m, state, colliders, set)
	if err != nil {
		return nil, err
	}
	return s, nil
}
