package bvh

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// TestHalve: the half in front is what a list in order of place, then of number, begins with, in that order if it is to
// be; also of places that rise to the middle and fall, which a search for the middle takes apart one by one.
func TestHalvesHalve(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 8))
	for k := range 600 {
		n := 1 + rnd.IntN(1+4*k)
		centre, items := make([]r3.Vec, n), make([]int32, n)
		for i := range centre {
			items[i] = int32(i)
			switch k % 3 {
			case 0:
				centre[i] = r3.Vec{X: float64(rnd.IntN(9)), Y: rnd.Float64()} // many at the same place
			case 1:
				centre[i] = r3.Vec{Z: rnd.Float64()}
			case 2:
				centre[i] = r3.Vec{Y: -math.Abs(float64(i - n/2))}
			}
		}
		axis := func(i int32) float64 { return centre[i].X }
		extent := func(f func(r3.Vec) float64) float64 {
			lo, hi := math.Inf(1), math.Inf(-1)
			for _, c := range centre {
				lo, hi = min(lo, f(c)), max(hi, f(c))
			}
			return hi - lo
		}
		x, y, z := extent(func(v r3.Vec) float64 { return v.X }),
			extent(func(v r3.Vec) float64 { return v.Y }), extent(func(v r3.Vec) float64 { return v.Z })
		if y >= x && y >= z {
			axis = func(i int32) float64 { return centre[i].Y }
		} else if z >= x {
			axis = func(i int32) float64 { return centre[i].Z }
		}
		want := slices.Clone(items)
		slices.SortFunc(want, func(i, j int32) int { return cmp.Or(cmp.Compare(axis(i), axis(j)), cmp.Compare(i, j)) })
		half, sorted := rnd.IntN(n+1), k%2 == 0
		Halve(items, half, sorted, centre, make([]Placed, n))
		got := slices.Clone(items)
		if !sorted {
			for _, part := range [2][2][]int32{{got[:half], want[:half]}, {got[half:], want[half:]}} {
				slices.Sort(part[0])
				slices.Sort(part[1])
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("list %d, %d of %d: %v, expected %v", k, half, n, got, want)
		}
	}
}

// TestFold: of a list along a fold, which halves do not make shorter, what is left is sorted.
func TestFold(t *testing.T) {
	const n = 30_000
	list := make([]Placed, n)
	for i := range list {
		list[i] = Placed{-math.Abs(float64(i - n/2)), int32(i)}
	}
	if !partition(list, n/2) {
		t.Error("not sorted: the test shows nothing")
	}
	for _, q := range list[:n/2] {
		if q.At > -n/4+1 {
			t.Fatalf("item %d, at %g, is in the half in front", q.Item, q.At)
		}
	}
}
