package experiments

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Size is how far start positions are off, at most, in each direction [m].
const ShakeSize = 1e-5

// Shake moves positions by up to size [m] in each direction: the same seed moves them alike. Vertices that pins of the
// model hold stay; seed 0 moves nothing.
func Shake(m *cloth.Model, x []r3.Vec, size float64, seed uint64) {
	if seed == 0 {
		return
	}
	held := make([]bool, len(x))
	for _, p := range m.Pins {
		held[p.Vertex] = true
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	next := func() float64 { return 2*rng.Float64() - 1 }
	for i := range x {
		d := r3.Vec{X: next(), Y: next(), Z: next()}
		if !held[i] {
			x[i] = r3.Add(x[i], r3.Scale(size, d))
		}
	}
}
