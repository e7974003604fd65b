package bvh

import (
	"math/rand/v2"
	"slices"
	"sort"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// TestHalve: the first ones are those that a list in order of place, then of number, begins with; and what becomes a
// leaf is in that order.
func TestHalve(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 9))
	leaf := 0
	for k := range 3000 {
		n := leafSize + 1 + rnd.IntN(30)
		if k%10 == 0 {
			n += rnd.IntN(2000)
		}
		centre := make([]r3.Vec, n)
		for i := range centre { // many at the same place
			centre[i] = r3.Vec{X: float64(rnd.IntN(1 + k%50)), Y: float64(60 + rnd.IntN(8)), Z: rnd.Float64() * float64(k%100)}
		}
		centre[0].Z -= 99 // the longest extent
		part := make([]int32, n)
		for i, v := range rnd.Perm(n) {
			part[i] = int32(v)
		}
		want := slices.Clone(part)
		sort.Slice(want, func(i, j int) bool {
			a, b := centre[want[i]].Z, centre[want[j]].Z
			return a < b || a == b && want[i] < want[j]
		})
		half := halve(part, centre, make([]Placed, n))
		for _, piece := range [2][2]int{{0, half}, {half, n}} {
			got, expected := part[piece[0]:piece[1]], want[piece[0]:piece[1]]
			if len(got) <= leafSize {
				leaf++
			} else {
				got, expected = slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(expected))
			}
			if !slices.Equal(got, expected) {
				t.Fatalf("%d triangles, half %d: %v, expected %v", n, half, got, expected)
			}
		}
	}
	if leaf < 100 {
		t.Errorf("%d leaves: the test would prove little", leaf)
	}
}
