package bvh

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// TestNearPortable: the same triangles in the same order without AVX2, and none where there is no room for all.
func TestNearPortable(t *testing.T) {
	eachMesh(t, func(t *testing.T, rnd *rand.Rand, tri [][3]int32, x []r3.Vec, tree *Tree) {
		full, some := 0, 0
		for _, p := range probes(rnd, tri, x, 4000) {
			d2 := math.Pow(10, -6+5*rnd.Float64())
			if rnd.IntN(2) == 0 {
				d2 = sq(bruteForce(tri[:8], x, p))
			}
			var a, b [64]int32
			n, want := near(tree.quads, p, d2, &a), nearGo(tree.quads, p, d2, &b)
			if n != want || !slices.Equal(a[:max(n, 0)], b[:max(n, 0)]) {
				t.Fatalf("%v, %g: %d found, %v, expected %d, %v", p, d2, n, a, want, b)
			}
			if n < 0 {
				full++
			} else if n > 4 {
				some++
			}
		}
		if full == 0 || some == 0 {
			t.Errorf("%d times without room and %d times with more than four triangles: expected both", full, some)
		}
	})
}

func sq(v float64) float64 { return v * v }

// TestClosestPortable: the same answers without AVX2.
func TestClosestPortable(t *testing.T) {
	defer func(was bool) { useAVX2 = was }(useAVX2)
	useAVX2 = false
	TestGridAgrees(t)
}
