package verify

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Rims of known numbers of folds: alike, hanging askew, so that most folds stay on one side of the mean, of unequal
// heights, and with a tracer's noise; and each the same from wherever the round begins.
func TestFolds(t *testing.T) {
	wave := func(n int, height, a float64) float64 { return height * math.Cos(float64(n)*a) }
	for _, c := range []struct {
		name string
		want int
		at   func(a float64) float64
	}{
		{"a circle", 0, func(float64) float64 { return 0 }},
		{"three", 3, func(a float64) float64 { return wave(3, .01, a) }},
		{"a mesh with 75 corners", 0, func(a float64) float64 {
			return .12*math.Cos(math.Pi/75)/math.Cos(math.Mod(a, 2*math.Pi/75)-math.Pi/75) - .12
		}},
		{"nine", 9, func(a float64) float64 { return wave(9, .01, a) }},
		{"nine of cloth that hangs askew", 9, func(a float64) float64 { return wave(9, .006, a) + wave(1, .012, a) }},
		{"nine on three broad ones", 9, func(a float64) float64 { return wave(9, .008, a) + wave(3, .008, a+.2) }},
		{"nine of unequal heights", 9, func(a float64) float64 { return wave(9, .006, a) * (1 + .6*math.Cos(2*a)) }},
		{"six narrow ones", 6, func(a float64) float64 { return .02 * math.Pow((1+math.Cos(6*a))/2, 6) }},
	} {
		for _, noise := range []float64{0, 3e-4} {
			for _, start := range []int{0, 17, 300, 719} {
				random := rand.New(rand.NewPCG(1, uint64(start)))
				radius := make([]float64, 720)
				for i := range radius {
					radius[i] = .12 + c.at(2*math.Pi*float64(i+start)/720)
					if c.want > 0 {
						radius[i] += noise * (2*random.Float64() - 1)
					}
				}
				if got := Folds(radius, .0125); got != c.want {
					t.Errorf("%s, noise of %g m, from ray %d: %d folds, expected %d", c.name, noise, start, got, c.want)
				}
			}
		}
	}
}
