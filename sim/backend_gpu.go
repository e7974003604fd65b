//go:build cgo

package sim

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/gpu"
	"hysteron/render"
	"hysteron/scenes"
	"hysteron/step"
)

// hasGPU tells whether the device that would be taken is hardware: auto never takes software OpenGL.
func hasGPU() bool {
	devices, err := gpu.Devices()
	if err != nil {
		return false
	}
	at, err := gpu.Choose(devices)
	return err == nil && !devices[at].Software
}

// gpuBackend is the step in compute shaders. The state stays on the device.
type gpuBackend struct {
	setup   *scenes.Setup
	context *gpu.Context
	sim     *gpu.Sim
	pins    int // of the model when sim was made
	shown   [][4]float32
}

var _ Backend = (*gpuBackend)(nil)

func newGPU(setup *scenes.Setup, state *cloth.State) (Backend, error) {
	return newTrustedGPU(setup, state, gpu.Trust)
}

// newTrustedGPU is newGPU on a device that trust has no objection to.
func newTrustedGPU(setup *scenes.Setup, state *cloth.State, trust func(*gpu.Context) error) (Backend, error) {
	c, err := gpu.Open(gpu.Options{Device: gpu.Auto, Compute: true})
	if err != nil {
		return nil, backendError{fmt.Errorf("no device for the GPU backend: %w; use --backend cpu", err)}
	}
	b := &gpuBackend{setup: setup, context: c}
	if err = trust(c); errors.Is(err, gpu.ErrBroken) {
		err = fmt.Errorf("%w; update the driver, or use --backend cpu", err)
	}
	if err == nil {
		err = b.Start(state)
	}
	if errors.Is(err, gpu.ErrTooLarge) || errors.Is(err, gpu.ErrOutOfMemory) {
		err = fmt.Errorf("%w; use a coarser cloth, or --backend cpu", err)
	}
	if err != nil {
		b.Close()
		return nil, gpuError{err}
	}
	return b, nil
}

func (b *gpuBackend) Name() string { return "gpu" }

func (b *gpuBackend) Device() string { return b.context.Device().Renderer }

func (b *gpuBackend) Step(h float64) (step.Report, error) { return b.sim.Step(h) }

func (b *gpuBackend) Start(s *cloth.State) error {
	if b.sim != nil && b.pins == len(b.setup.Model.Pins) {
		return b.sim.SetState(s)
	}
	if b.sim != nil {
		if err := b.sim.Close(); err != nil {
			return err
		}
		b.sim = nil
	}
	var err error
	b.pins = len(b.setup.Model.Pins)
	b.sim, err = gpu.New(b.context, b.setup.Model, s, b.setup.Colliders, b.setup.Settings)
	return err
}

func (b *gpuBackend) Positions(dst []r3.Vec) error {
	at := b.PositionBuffer()
	if at.Stride != 4 || at.Count != len(dst) {
		return fmt.Errorf("position buffer of %d vertices, stride %d: expected %d and 4", at.Count, at.Stride, len(dst))
	}
	if b.shown == nil {
		b.shown = make([][4]float32, len(dst))
	}
	err := b.context.Do(func() error {
		gl.MemoryBarrier(gl.BUFFER_UPDATE_BARRIER_BIT)
		gl.BindBuffer(gl.COPY_READ_BUFFER, at.Buffer)
		gl.GetBufferSubData(gl.COPY_READ_BUFFER, 4*at.Offset, 16*len(b.shown), unsafe.Pointer(&b.shown[0]))
		gl.BindBuffer(gl.COPY_READ_BUFFER, 0)
		return gpu.Error()
	})
	for i, x := range b.shown {
		dst[i] = r3.Vec{X: float64(x[0]), Y: float64(x[1]), Z: float64(x[2])}
	}
	return err
}

func (b *gpuBackend) State() (*cloth.State, error) { return b.sim.State() }

func (b *gpuBackend) Context() *gpu.Context { return b.context }

func (b *gpuBackend) PositionBuffer() *render.PositionBuffer {
	p := &render.PositionBuffer{}
	p.Buffer, p.Offset, p.Stride, p.Count = b.sim.Positions()
	return p
}

func (b *gpuBackend) Close() error {
	var err error
	if b.sim != nil {
		err = b.sim.Close()
	}
	if cerr := b.context.Close(); err == nil {
		err = cerr
	}
	return err
}
