package sim

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/gpu"
	"hysteron/gpu/opengl"
	"hysteron/render"
	"hysteron/scenes"
	"hysteron/step"
	"hysteron/step/islands"
)

// Engine is the simulation of a scene and the backend that it is on.
type Engine struct {
	step.Sim
	On step.Backend
	// why it is on the CPU, where the choice was left to the program and there is a GPU; nil: for no such reason
	Instead error
}

// Context is the OpenGL context that it computes on, for the renderer to share, or nil.
func (e *Engine) Context() *opengl.Context {
	if g, ok := e.On.(gpu.Backend); ok {
		return g.Context
	}
	return nil
}

// PositionBuffer is where the present positions lie in memory of that context, until the next
// Step or SetState; nil without a context, or where several islands of cloth lie in a buffer each.
func (e *Engine) PositionBuffer() *render.PositionBuffer {
	s, ok := islands.Only(e.Sim).(*gpu.Sim)
	if !ok {
		return nil
	}
	p := &render.PositionBuffer{}
	p.Buffer, p.Offset, p.Stride, p.Count = s.PositionBuffer()
	return p
}

// Close ends the simulation and gives the device back.
func (e *Engine) Close() error { return errors.Join(e.Sim.Close(), e.On.Close()) }

// backendError is a choice of backend that cannot be met.
type backendError struct{ error }

// gpuError is the reason why a device that is there cannot simulate the cloth.
type gpuError struct{ error }

func (e gpuError) Unwrap() error { return e.error }

// Open starts the backend of a name ("auto", also "", "cpu" or "gpu") on a scene at a state; nil is
// the model's own start. Choices that cannot be met are InputErrors.
func Open(name string, setup *scenes.Setup, state *cloth.State) (*Engine, error) {
	return OpenOn(context.Background(), opengl.Auto, name, setup, state)
}

// OpenOn is Open with an OpenGL device for "gpu" and "auto", as opengl.Options has it. Once the context has ended, it
// and every SetState on the CPU, which take seconds in fine cloth, soon end with its error.
func OpenOn(ctx context.Context, device int, name string, setup *scenes.Setup, state *cloth.State) (*Engine, error) {
	if state == nil {
		e, err := engine(cpu.Backend{Ended: ctx.Err}, setup, nil) // fills in the friction history
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

// choose opens the backend of a name. Where the choice is left to the program, a GPU that cannot be used, because its
// driver fails the self-test, or the cloth does not fit or is too narrow for its numbers, gives way to the CPU, with
// the reason.
func choose(name string, open func(name string) (*Engine, error)) (*Engine, error) {
	e, err := open(name)
	if refused := (gpuError{}); (name == "" || name == "auto") && errors.As(err, &refused) {
		if e, err = open("cpu"); err == nil {
			e.Instead = refused
		}
	}
	return e, asInput(err)
}

// Tell says by note, one line each, why the CPU computes instead of the GPU, if it does, and what is to be known about
// the GPU.
func (e *Engine) Tell(note func(format string, args ...any)) {
	if e.Instead != nil {
		note("computing on the CPU, because the GPU cannot be used: %v", e.Instead)
	}
	if c := e.Context(); c != nil {
		for _, doubt := range c.Doubts() {
			note("%s", doubt)
		}
	}
}

// openBackend starts the backend of a name at a state: "cpu", "gpu" (any OpenGL device, hardware
// first) or "auto" (also ""): a hardware GPU if there is one, else the CPU.
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

// engine starts a backend at a state.
func engine(b step.Backend, setup *scenes.Setup, state *cloth.State) (*Engine, error) {
	s, err := b.New(setup.Model, state, setup.Colliders, setup.Settings)
	if err != nil {
		return nil, err
	}
	return &Engine{Sim: s, On: b}, nil
}

// openGPU starts on a device that trust has no objection to, with triangles that its numbers can hold.
func openGPU(ctx context.Context, device int, setup *scenes.Setup, state *cloth.State, trust func(*opengl.Context,
	step.Backend) error) (*Engine, error) {
	if err := cmp.Or(setup.ErrKinds(), setup.ErrNeedles()); err != nil {
		return nil, gpuError{backendError{err}}
	}
	c, err := opengl.Open(opengl.Options{Device: device, Compute: true, Timed: true, Ended: ctx.Err})
	if errors.Is(err, opengl.ErrNoCgo) {
		return nil, backendError{errors.New("no GPU backend in this build, which was made without cgo: expected --backend " +
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
