package experiments

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// The same seed moves positions by the same bits, another by others, a disturbance apart, all by the same imperfection;
// held vertices stay, and seed 0 moves nothing.
func TestShake(t *testing.T) {
	const n = 40
	m := &cloth.Model{Pins: []cloth.Pin{{Vertex: 3}, {Vertex: 17}}}
	shaken := func(seed uint64) []r3.Vec {
		x := make([]r3.Vec, n)
		for i := range x {
			x[i] = r3.Vec{X: float64(i)}
		}
		Shake(m, x, seed)
		return x
	}
	plain, a, b := shaken(0), shaken(1), shaken(2)
	if !slices.Equal(a, shaken(1)) || slices.Equal(a, b) {
		t.Error("expected the same bits of the same seed, and others of another")
	}
	farthest := func(a, b []r3.Vec) (most float64, moved int) {
		for i := range a {
			d := r3.Sub(a[i], b[i])
			far := max(math.Abs(d.X), math.Abs(d.Y), math.Abs(d.Z))
			if most = max(most, far); far > 0 {
				moved++
			}
		}
		return most, moved
	}
	for _, q := range []struct {
		x, y   []r3.Vec
		lo, hi float64
	}{{a, plain, Imperfection / 2, 1.01 * Imperfection}, {a, b, Disturbance / 2, 2.01 * Disturbance}} {
		if far, moved := farthest(q.x, q.y); far < q.lo || far > q.hi || moved != n-2 {
			t.Errorf("%d vertices differ, by up to %g m: expected all but the two that are held, by %g to %g m", moved, far,
				q.lo, q.hi)
		}
	}
	if a[3] != plain[3] || a[17] != plain[17] || plain[5] != (r3.Vec{X: 5}) {
		t.Error("held vertices moved, or those of seed 0")
	}
}
