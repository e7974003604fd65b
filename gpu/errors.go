// Package gpu computes the implicit step of package cpu on an OpenGL 4.3 device: the same terms, solver and contact, in
// float32 with positions as pairs of floats (hi + lo). Without cgo the package builds, and every entry returns
// opengl.ErrNoCgo.
package gpu

import (
	"errors"

	"hysteron/gpu/layout"
	"hysteron/gpu/opengl"
	"hysteron/step"
)

// Errors of a device at run time, in addition to those of package opengl. Test with errors.Is.
var (
	ErrTooLarge = layout.ErrTooLarge                                      // data exceeds the device's limits
	ErrBroken   = errors.New("this OpenGL driver computes wrong results") // kernels differ from the reference
)

// Costs are the costs of AMG on a device, for cloth of about that many vertices.
type Costs struct {
	Vertices int `json:"vertices"`
	step.LevelCosts
	Measured bool `json:"measured"` // false: assumed
}

// Counts are the operations that were issued to the device and the driver.
type Counts = opengl.Counts
