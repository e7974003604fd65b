package pairs

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// TestNewTree: leaves are those of lists that are put in order of place, then of number, and halved, until they are
// short; and in that order.
func TestNewTree(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 1))
	for k := range 300 {
		n := rnd.IntN(10 + 8*k)
		x, feature := make([]r3.Vec, n), make([][3]int32, n)
		for i := range x { // many at the same place
			x[i] = r3.Vec{X: float64(rnd.IntN(1 + k%9)), Y: rnd.Float64() * float64(k%7), Z: rnd.Float64() * float64(k%11)}
			if k%3 == 0 { // extents are alike
				x[i] = r3.Vec{X: float64(rnd.IntN(4)), Y: float64(rnd.IntN(4)), Z: float64(rnd.IntN(4))}
			}
			feature[i] = [3]int32{int32(i), int32(i), int32(i)}
		}
		want := make([]int32, n)
		for i := range want {
			want[i] = int32(i)
		}
		var halve func(part []int32)
		halve = func(part []int32) {
			if len(part) <= leafSize {
				return
			}
			at := [3]func(i int32) float64{
				func(i int32) float64 { return x[i].X },
				func(i int32) float64 { return x[i].Y }, func(i int32) float64 { return x[i].Z },
			}
			extent := func(axis int) float64 {
				by := func(i, j int32) int { return cmp.Compare(at[axis](i), at[axis](j)) }
				return at[axis](slices.MaxFunc(part, by)) - at[axis](slices.MinFunc(part, by))
			}
			longest := 0
			if y, z := extent(1), extent(2); y >= extent(0) && y >= z {
				longest = 1
			} else if z >= extent(0) {
				longest = 2
			}
			slices.SortFunc(part, func(i, j int32) int {
				return cmp.Or(cmp.Compare(at[longest](i), at[longest](j)), cmp.Compare(i, j))
			})
			halve(part[:len(part)/2])
			halve(part[len(part)/2:])
		}
		halve(want)
		tree := NewTree(feature, x)
		var got []int32
		for leaf := range tree.Leaves() {
			got = append(got, tree.Leaf(leaf)...)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%d features: %v, expected %v", n, got, want)
		}
	}
}
