package experiments

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Imperfection is how far all runs' start positions are off, at most, in each direction, and alike [m]: real cloth is
// nowhere symmetric, and without it round-off would decide where a sleeve folds. It moves folds by up to .8 mm.
const Imperfection = 1e-5

// Disturbance is how far each run's start positions are off beside that, from its seed [m]: a thousandth of the
// imperfection, far smaller than what claims are of, and more than round-off of positions of 0.1 m in single precision.
const Disturbance = 1e-8

// imperfect is the seed of the imperfection.
const imperfect = 1 << 32

// Shake moves positions by the imperfection and by the disturbance of a seed: the same seed moves them alike. Vertices
// that pins of the model hold stay; seed 0 moves nothing.
func Shake(m *cloth.Model, x []r3.Vec, seed uint64) {
	if seed == 0 {
		return
	}
	held := make([]bool, len(x))
	for _, p := range m.Pins {
		held[p.Vertex] = true
	}
	for _, q := range []struct {
		size float64
		seed uint64
	}{{Imperfection, imperfect}, {Disturbance, seed}} {
		rng := rand.New(rand.NewPCG(q.seed, 0))
		next := func() float64 { return 2*rng.Float64() - 1 }
		for i := range x {
			d := r3.Vec{X: next(), Y: next(), Z: next()}
			if !held[i] {
				x[i] = r3.Add(x[i], r3.Scale(q.size, d))
			}
		}
	}
}
