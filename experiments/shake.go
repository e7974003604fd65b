package experiments

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Imperfection is the largest offset of start positions in each direction, the same in all runs [m]. Real cloth is
// never symmetric; without an imperfection round-off would decide where a sleeve folds. It moves folds by up to .8 mm.
const Imperfection = 1e-5

// Disturbance is the largest additional offset of start positions, from the seed of each run [m]: a thousandth of the
// imperfection. It is far below the differences in the claims and above single-precision round-off of positions of 0.1
// m.
const Disturbance = 1e-8

// imperfect is the seed of the imperfection.
const imperfect = 1 << 32

// Shake moves positions by the imperfection and by the disturbance of a seed. The same seed gives the same positions.
// Pinned vertices stay; seed 0 moves nothing.
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
