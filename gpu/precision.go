//go:build cgo

package gpu

import (
	"fmt"
	"math/rand/v2"

	"hysteron/gpu/opengl"
	"hysteron/gpu/pack"
)

// probePass runs what kernels rely on to keep the digits of positions, see probe.comp.
var probePass = pass{name: "probe"}

// probeNames says what each of the vectors is that it leaves.
var probeNames = [pack.Probes]string{
	"twoSum", "twoSum's error", "twoSum of floats", "its error", "quickTwoSum", "quickTwoSum's error", "twoProduct", "twoProduct's error",
	"addTo", "addTo's low part", "difference", "differenceSplit", "differenceSplit's low part", "meanSplit", "meanSplit's low part", "addTally",
}

// probePrecision compares sums and products on the device with those of IEEE 754 single precision, bit by bit. text is
// probePass.source; tests put a mutant in its place.
func probePrecision(c *opengl.Context, text func(fetch bool, made map[string]string) (opengl.Source, error)) error {
	const items = 200
	rnd := rand.New(rand.NewPCG(1, 2))
	in := make([][4]float32, 4*items)
	for i := range items {
		for k := range 2 {
			for n := range 3 {
				// Positions of a few metres, and what is beside them on a fine mesh.
				hi := float32(4*rnd.Float64() - 2)
				if k == 1 && i%2 == 0 {
					hi = in[4*i][n] + float32(1e-3*rnd.Float64())
				}
				in[4*i+2*k][n], in[4*i+2*k+1][n] = hi, hi*float32(6e-8*(rnd.Float64()-.5))
			}
		}
	}
	out := make([][4]float32, pack.Probes*items)
	if err := c.Do(func() error {
		q := newQueue(c.Device().Limits, c.Fetch())
		defer q.free()
		if err := q.create(content{"probeIn", in}, content{"probeOut", vectors(len(out))}); err != nil {
			return err
		}
		t, err := text(c.Fetch(), nil)
		if err != nil {
			return err
		}
		if err := q.loadText(probePass, t); err != nil {
			return err
		}
		q.run("probe", items)
		read(q, q.buffers["probeOut"], out)
		return opengl.Error()
	}); err != nil {
		return err
	}
	for i := range items {
		for k, want := range pack.Probed([4][4]float32(in[4*i : 4*i+4])) {
			for n, v := range want {
				if got := out[pack.Probes*i+k][n]; got != v {
					return fmt.Errorf("%w: %s of %v and %v is %v, expected %v", ErrBroken, probeNames[k], in[4*i], in[4*i+2], got, v)
				}
			}
		}
	}
	return nil
}
