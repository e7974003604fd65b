package check

import (
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// TestParted: what is found with parted triangles is what is found without, but for pairs of two of them, where they
// share corners too; and panels that all lie in one place are linear work, not quadratic.
func TestParted(t *testing.T) {
	rng := rand.New(rand.NewPCG(58, 5))
	for range 50 {
		var m Mesh
		for range 40 {
			m.X = append(m.X, vec(rng.Float64(), rng.Float64(), rng.Float64()))
		}
		var parted []bool
		for range 60 {
			p := rng.Perm(len(m.X))
			m.Tri = append(m.Tri, [3]int32{int32(p[0]), int32(p[1]), int32(p[2])})
			parted = append(parted, rng.IntN(2) == 0)
		}
		want := slices.DeleteFunc(Check(m, nil, nil).Self, func(p Pair) bool { return parted[p[0]] && parted[p[1]] })
		if got := (Checker{Parted: parted}).Check(m, nil, nil).Self; !slices.Equal(got, want) || len(want) == 0 {
			t.Fatalf("%v, expected %v", got, want)
		}
		most := len(want) / 2
		if got := (Checker{Parted: parted, Most: most}).Check(m, nil, nil); len(got.Self) != most || !got.More {
			t.Fatalf("%d pairs, more %v: expected %d and more", len(got.Self), got.More, most)
		}
	}

	asked := func(panels int) int {
		var m Mesh
		for range panels {
			for range 8 {
				n := int32(len(m.X))
				m.X = append(m.X, r3.Vec{}, vec(1, 0, 0), vec(0, 1, 0))
				m.Tri = append(m.Tri, [3]int32{n, n + 1, n + 2})
			}
		}
		parted := slices.Repeat([]bool{true}, len(m.Tri))
		var times atomic.Int64
		Checker{Workers: 1, Parted: parted, Stop: func() bool { times.Add(1); return false }}.Check(m, nil, nil)
		return int(times.Load())
	}
	// 8,000 triangles have 32 million pairs, and it is asked after each 8,192.
	if few, many := asked(100), asked(1000); many > few+100 {
		t.Errorf("asked %d times about 1000 panels, %d times about 100", many, few)
	}
}
