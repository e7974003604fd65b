package gpu

import (
	"errors"

	"hysteron/cloth"
	"hysteron/gpu/opengl"
	"hysteron/step"
	"hysteron/step/islands"
)

// Backend creates simulations on the device of a context.
type Backend struct{ *opengl.Context }

var (
	_ step.Backend = Backend{}
	_ step.Sim     = (*Sim)(nil)
)

// OpenBackend opens a device and checks it against the reference (see [Trust]).
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

// HasHardware reports whether a device is hardware; opengl.Auto means the device that would be chosen. Software OpenGL
// is used only on request.
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

// Name returns "gpu".
func (Backend) Name() string { return "gpu" }

// Device returns the renderer name of the driver.
func (b Backend) Device() string { return b.Context.Device().Renderer }

// mostIslands is the largest number of islands that a device simulates separately. It solves them one after the other;
// a step of a small island takes the time of its launches, and every island has its own buffers.
const mostIslands = 8

// New creates a simulation, with each island of cloth solved separately.
func (b Backend) New(m *cloth.Model, state *cloth.State, colliders []step.Collider, set step.Settings) (step.Sim,
	error) {
	return islands.New(m, state, colliders, set, mostIslands, b.open)
}

// open creates a simulation of cloth as one system.
func (b Backend) open(m *cloth.Model, state *cloth.State, colliders []step.Collider, set step.Settings) (step.Sim,
	error) {
	s, err := New(b.Context, m, state, colliders, set)
	if err != nil {
		return nil, err
	}
	return s, nil
}
