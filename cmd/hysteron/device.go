package main

import (
	"fmt"

	"hysteron/gpu/opengl"
	"hysteron/param"
)

// deviceFlag selects the OpenGL device.
type deviceFlag struct {
	Device *int `placeholder:"N" help:"OpenGL device, as listed by hysteron devices (default: the first hardware device, else software)."`
}

// check returns an error unless the device can be used. compute: it has to simulate, also if it is software OpenGL.
func (f *deviceFlag) check(compute bool) error {
	if f.Device == nil {
		return nil
	}
	if err := opengl.Check(*f.Device, compute); err != nil {
		return param.Wrong(fmt.Errorf("--device %d: %w (hysteron devices lists them)", *f.Device, err))
	}
	return nil
}
