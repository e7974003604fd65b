//go:build !cgo

package gpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/gpu/opengl"
	"hysteron/step"
)

// Sim is a placeholder: without cgo no simulation can be created.
type Sim struct {
	Model    *cloth.Model
	Settings step.Settings
}

// New returns opengl.ErrNoCgo.
func New(*opengl.Context, *cloth.Model, *cloth.State, []step.Collider, step.Settings) (*Sim, error) {
	return nil, opengl.ErrNoCgo
}

// SelfTest returns opengl.ErrNoCgo.
func SelfTest(*opengl.Context, step.Backend) error { return opengl.ErrNoCgo }

// Trust returns opengl.ErrNoCgo.
func Trust(*opengl.Context, step.Backend) error { return opengl.ErrNoCgo }

// Measured returns zeros.
func Measured(opengl.Device) (list []Costs) { return }

// LevelCosts returns zeros.
func (*Sim) LevelCosts() (c step.LevelCosts) { return }

// Step returns opengl.ErrNoCgo.
func (*Sim) Step(float64) (step.Report, error) { return step.Report{}, opengl.ErrNoCgo }

// State returns opengl.ErrNoCgo.
func (*Sim) State() (*cloth.State, error) { return nil, opengl.ErrNoCgo }

// Hurry does nothing.
func (*Sim) Hurry() {}

// Steer returns opengl.ErrNoCgo.
func (*Sim) Steer(step.Steering) error { return opengl.ErrNoCgo }

// SetState returns opengl.ErrNoCgo.
func (*Sim) SetState(*cloth.State) error { return opengl.ErrNoCgo }

// ResetHistory returns opengl.ErrNoCgo.
func (*Sim) ResetHistory() error { return opengl.ErrNoCgo }

// SetWatch does nothing.
func (*Sim) SetWatch(step.Watch) {}

// SetTerms returns opengl.ErrNoCgo.
func (*Sim) SetTerms(...string) error { return opengl.ErrNoCgo }

// Positions returns opengl.ErrNoCgo.
func (*Sim) Positions([]r3.Vec) error { return opengl.ErrNoCgo }

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

// CheckGuards returns opengl.ErrNoCgo.
func (*Sim) CheckGuards() error { return opengl.ErrNoCgo }

// Close does nothing.
func (*Sim) Close() error { return nil }
