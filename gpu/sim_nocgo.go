//go:build !cgo

package gpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// Sim stands for a simulation on a device; without cgo none can be made.
type Sim struct {
	Model    *cloth.Model
	Settings step.Settings
}

// New returns ErrNoCgo.
func New(*Context, *cloth.Model, *cloth.State, []step.Collider, step.Settings) (*Sim, error) {
	return nil, ErrNoCgo
}

// SelfTest returns ErrNoCgo.
func SelfTest(*Context, step.Backend) error { return ErrNoCgo }

// Trust returns ErrNoCgo.
func Trust(*Context, step.Backend) error { return ErrNoCgo }

// Step returns ErrNoCgo.
func (*Sim) Step(float64) (step.Report, error) { return step.Report{}, ErrNoCgo }

// State returns ErrNoCgo.
func (*Sim) State() (*cloth.State, error) { return nil, ErrNoCgo }

// SetState returns ErrNoCgo.
func (*Sim) SetState(*cloth.State) error { return ErrNoCgo }

// ResetMemory returns ErrNoCgo.
func (*Sim) ResetMemory() error { return ErrNoCgo }

// SetWatch does nothing.
func (*Sim) SetWatch(step.Watch) {}

// SetTerms returns ErrNoCgo.
func (*Sim) SetTerms(...string) error { return ErrNoCgo }

// Positions returns ErrNoCgo.
func (*Sim) Positions([]r3.Vec) error { return ErrNoCgo }

// PositionBuffer returns zeros.
func (*Sim) PositionBuffer() (buffer uint32, offset, stride, count int) { return }

// Time returns zero.
func (*Sim) Time() float64 { return 0 }

// Bytes returns zero.
func (*Sim) Bytes() int64 { return 0 }

// Counts returns zeros.
func (*Sim) Counts() Counts { return Counts{} }

// IterationBytes returns zero.
func (*Sim) IterationBytes() int64 { return 0 }

// CheckGuards returns ErrNoCgo.
func (*Sim) CheckGuards() error { return ErrNoCgo }

// Close does nothing.
func (*Sim) Close() error { return nil }
