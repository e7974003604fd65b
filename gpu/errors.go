// Package gpu takes the implicit step of package cpu on a device of OpenGL 4.3: the same terms, solver and contact, in
// float32 with positions in split floats (hi + lo). Without cgo the package builds and every entry returns
// opengl.ErrNoCgo.
package gpu

import (
	"errors"

	"hysteron/gpu/layout"
	"hysteron/gpu/opengl"
	"hysteron/step"
)

// Errors of a device at work, beside those of package opengl; test with errors.Is.
var (
	ErrTooLarge = layout.ErrTooLarge                                      // data beyond the device's limits
	ErrBroken   = errors.New("this OpenGL driver computes wrong results") // kernels differ from the reference
)

// Costs are what coarse levels cost on a device in cloth of about so many vertices.
type Costs struct {
	Vertices int `json:"vertices"`
	step.LevelCosts
	Measured bool `json:"measured"` // else they are what is assumed
}

// Counts are what steps ask of the device and the driver.
type Counts = opengl.Counts
