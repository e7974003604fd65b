package cpu

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// TestRuns: runs visit each of the points that they are to once, in order, and no others, and are no longer than they
// may be.
func TestRuns(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const n, lo, hi = 1000, 3, 990
	for _, share := range []float64{0, .1, .5, .99, 1, 2} {
		var some []bool // nil: all
		if share <= 1 {
			some = make([]bool, n)
			for i := range some {
				some[i] = rng.Float64() < share
			}
		}
		next, longest := lo, 0
		pass := func(to int) { // over points that are not to be visited
			for ; next < to; next++ {
				if some == nil || some[next] {
					t.Fatalf("share %g: point %d is not visited", share, next)
				}
			}
		}
		runs(lo, hi, some, func(from, to int) {
			if from < next || to > hi {
				t.Fatalf("share %g: run [%d, %d) after %d", share, from, to, next)
			}
			pass(from)
			for longest = max(longest, to-from); next < to; next++ {
				if some != nil && !some[next] {
					t.Fatalf("share %g: point %d is visited", share, next)
				}
			}
		})
		if pass(hi); longest > runLength || share >= 1 && longest < runLength {
			t.Errorf("share %g: runs of up to %d points, expected %d at most", share, longest, runLength)
		}
	}
}

// Springs pull at their own vertices, wherever runs begin.
func TestGrabbedInRuns(t *testing.T) {
	on := make(grabs, 6)
	on[4].Stiffness, on[4].Target = 3, r3.Vec{X: 1}
	on[5].Stiffness, on[5].Target = 2, r3.Vec{Y: 1}
	c := Grabbed{on: &on}
	x := make([]r3.Vec, len(on))
	all, parts := make([]PointResponse, len(x)), make([]PointResponse, len(x))
	c.Vertices(0, x, all)
	c.Vertices(0, x[:3], parts[:3])
	c.Vertices(3, x[3:], parts[3:])
	if !slices.Equal(parts, all) || all[4].Psi != 1.5 || all[5].G != (r3.Vec{Y: -2}) || all[3] != (PointResponse{}) {
		t.Errorf("%v in runs, %v at once", parts, all)
	}
}
