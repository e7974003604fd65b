//go:build cgo

package gpu

import (
	"fmt"

	"hysteron/gpu/layout"
	"hysteron/gpu/opengl"
)

// probeDispatch runs the error-free transformations on which positions in split floats rely, see probe.comp.
var probeDispatch = dispatch{name: "probe"}

// probePrecision compares sums and products on the device with IEEE 754 single precision, bit by bit. text is
// probeDispatch.source; tests replace it by a mutant.
func probePrecision(c *opengl.Context, text func(fetch, software bool, made map[string]string) (opengl.Source,
	error)) error {
	const items = 200
	in := layout.ProbeInputs(items)
	out := make([][4]float32, layout.Probes*items)
	if err := c.Do(func() error {
		q := newQueue(c, c.Device().Limits, c.Fetch())
		defer q.free()
		if err := q.create(content{"probeIn", in}, content{"probeOut", vectors(len(out))}); err != nil {
			return err
		}
		t, err := text(c.Fetch(), c.Device().Software, nil)
		if err != nil {
			return err
		}
		if err := q.loadText(probeDispatch, t); err != nil {
			return err
		}
		q.run("probe", items)
		read(q, q.buffers["probeOut"], out)
		return opengl.Error()
	}); err != nil {
		return err
	}
	if wrong := layout.CompareProbes(in, out); wrong != "" {
		return fmt.Errorf("%w: %s", ErrBroken, wrong)
	}
	return nil
}
