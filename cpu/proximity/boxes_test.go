package proximity

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// TestBoxes: boxes asked together answer as each by itself, in order; what touches meets, and what is no number does not.
func TestBoxes(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 9))
	coarse := func() r3.Vec { // so that many touch
		return r3.Vec{X: float64(rnd.IntN(6)), Y: float64(rnd.IntN(6)), Z: float64(rnd.IntN(6))}
	}
	random := func() Box {
		a, b := coarse(), coarse()
		return Box{r3.Vec{X: min(a.X, b.X), Y: min(a.Y, b.Y), Z: min(a.Z, b.Z)}, r3.Vec{X: max(a.X, b.X), Y: max(a.Y, b.Y), Z: max(a.Z, b.Z)}}
	}
	for _, n := range []int{0, 1, 3, 4, 5, 31, 127, 128, 129, 300} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			var b Boxes
			b.Resize(n)
			all := make([]Box, n)
			for i := range all {
				all[i] = random()
				switch rnd.IntN(30) {
				case 0:
					all[i].Lo.Y = math.NaN()
				case 1:
					all[i].Hi.Z = math.NaN()
				case 2:
					all[i].Lo.X = math.Inf(-1)
				}
				b.Set(i, &all[i])
			}
			for range 200 {
				a := random()
				if rnd.IntN(20) == 0 {
					a.Hi.X = math.NaN()
				}
				from := rnd.IntN(n + 1)
				want := []int32{-7}
				for i := from; i < n; i++ {
					if a.Meets(&all[i]) {
						want = append(want, int32(i))
					}
				}
				if got := b.Meeting(&a, from, []int32{-7}); !slices.Equal(got, want) {
					t.Fatalf("box %v from number %d on meets %v, expected %v", a, from, got, want)
				}
			}
		})
	}
}
