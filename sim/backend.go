package sim

import (
	"context"
	"errors"
	"fmt"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/gpu"
	"hysteron/gpu/opengl"
	"hysteron/param"
	"hysteron/render"
	"hysteron/scenes"
	"hysteron/step"
	"hysteron/step/islands"
)

// Engine is the simulation of a scene on one backend.
type Engine struct {
	step.Sim
	On step.Backend
	// reason why a simulation with --backend auto is on the CPU although there is a GPU; nil if there is none
	Instead error
}

// Context returns the OpenGL context of the simulation, for the renderer to share, or nil.
func (e *Engine) Context() *opengl.Context {
	if g, ok := e.On.(gpu.Backend); ok {
		return g.Context
	}
	return nil
}

// PositionBuffer returns the buffer with the present positions in that context. It is valid until the next Step or
// SetState. It is nil without a context, or if islands of cloth have buffers of their own.
func (e *Engine) PositionBuffer() *render.PositionBuffer {
	s, ok := islands.Only(e.Sim).(*gpu.Sim)
	if !ok {
		return nil
	}
	p := &render.PositionBuffer{}
	p.Buffer, p.Offset, p.Stride, p.Count = s.PositionBuffer()
	return p
}

// Close ends the simulation and releases the device.
func (e *Engine) Close() error { return errors.Join(e.Sim.Close(), e.On.Close()) }

// backendError is the error of a backend that is not available.
type backendError struct{ error }

// gpuError is the reason why an available device cannot simulate the cloth.
type gpuError struct{ error }

func (e gpuError) Unwrap() error { return e.error }

// Open opens the backend "auto" (also ""), "cpu" or "gpu" on a scene. A nil state is the model's own start. A backend
// that is not available is an InputError.
func Open(name string, setup *scenes.Setup, state *cloth.State) (*Engine, error) {
	return OpenOn(context.Background(), opengl.Auto, name, setup, state)
}

// OpenOn is Open with an OpenGL device for "gpu" and "auto", see opengl.Options. When the context ends, OpenOn and
// SetState on the CPU, which take seconds in fine cloth, soon return its error.
func OpenOn(ctx context.Context, device int, name string, setup *scenes.Setup, state *cloth.State) (*Engine, error) {
	if setup.Model.Tears() {
		return nil, param.Wrong(errors.New("the cloth tears, which hysteron run computes alone: expected no tear_n_m and " +
			"no tear_seam_n_m here"))
	}
	if state == nil {
		e, err := engine(cpu.Backend{Ended: ctx.Err}, setup, nil) // also sets the friction history
		if err != nil {
			return nil, err
		}
		e.Close()
		if state, err = e.State(); err != nil {
			return nil, err
		}
	}
	return choose(name, func(name string) (*Engine, error) { return openBackend(ctx, device, name, setup, state) })
}

// choose opens a backend. With "auto" it returns the CPU, with the reason, if the driver of the GPU fails the
// self-test, the cloth does not fit into its memory, or triangles are too narrow for single precision.
func choose(name string, open func(name string) (*Engine, error)) (*Engine, error) {
	e, err := open(name)
	if refused := (gpuError{}); (name == "" || name == "auto") && errors.As(err, &refused) {
		if e, err = open("cpu"); err == nil {
			e.Instead = refused
		}
	}
	return e, asInput(err)
}

// Remarks calls note with the reason why the CPU is used instead of the GPU, if any, and with remarks about the GPU,
// one line each.
func (e *Engine) Remarks(note func(format string, args ...any)) {
	if e.Instead != nil {
		note("computing on the CPU, because the GPU cannot be used: %v", e.Instead)
	}
	if c := e.Context(); c != nil {
		for _, doubt := range c.Doubts() {
			note("%s", doubt)
		}
	}
}

// openBackend opens a backend at a state: "cpu", "gpu" (any OpenGL device, hardware first) or "auto" (also ""), a
// hardware GPU if there is one, otherwise the CPU.
func openBackend(ctx context.Context, device int, name string, setup *scenes.Setup, state *cloth.State) (*Engine,
	error) {
	switch name {
	case "cpu":
		return engine(cpu.Backend{Ended: ctx.Err}, setup, state)
	case "gpu":
		return openGPU(ctx, device, setup, state, gpu.Trust)
	case "", "auto":
		if gpu.HasHardware(device) {
			return openGPU(ctx, device, setup, state, gpu.Trust)
		}
		return engine(cpu.Backend{Ended: ctx.Err}, setup, state)
	}
	return nil, backendError{fmt.Errorf("unknown backend %q: expected auto, cpu or gpu", name)}
}

// engine opens a backend at a state.
func engine(b step.Backend, setup *scenes.Setup, state *cloth.State) (*Engine, error) {
	s, err := b.New(setup.Model, state, setup.Colliders, setup.Settings)
	if err != nil {
		return nil, err
	}
	return &Engine{Sim: s, On: b}, nil
}

// openGPU opens a device that passes the self-test, if single precision resolves the triangles.
func openGPU(ctx context.Context, device int, setup *scenes.Setup, state *cloth.State, trust func(*opengl.Context,
	step.Backend) error) (*Engine, error) {
	if err := setup.ErrDevice(); err != nil {
		return nil, gpuError{backendError{err}}
	}
	c, err := opengl.Open(opengl.Options{Device: device, Compute: true, Timed: true, Ended: ctx.Err})
	if errors.Is(err, opengl.ErrNoCgo) {
		return nil,
			backendError{errors.New("no GPU backend in this build, which was made without cgo: expected --backend " +
				"cpu or auto")}
	} else if err != nil {
		return nil, backendError{fmt.Errorf("no device for the GPU backend: %w; use --backend cpu", err)}
	}
	if err = trust(c, cpu.Backend{}); errors.Is(err, gpu.ErrBroken) {
		err = fmt.Errorf("%w; update the driver, or use --backend cpu", err)
	}
	var e *Engine
	if err == nil {
		e, err = engine(gpu.Backend{Context: c}, setup, state)
	}
	if errors.Is(err, gpu.ErrTooLarge) || errors.Is(err, opengl.ErrOutOfMemory) {
		err = fmt.Errorf("%w; use a coarser cloth, or --backend cpu", err)
	}
	if ctx.Err() != nil && err != nil {
		return nil, errors.Join(err, c.Close())
	}
	if err != nil {
		return nil, gpuError{errors.Join(err, c.Close())}
	}
	return e, nil
}
