package pairs

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestFeaturesPortable: Go and AVX2 give the same rows, and the same answers, bit by bit.
func TestFeaturesPortable(t *testing.T) {
	if !proximityUseAVX2 {
		t.Skip("no AVX2")
	}
	defer func() { proximityUseAVX2 = true }()
	for seed := range uint64(40) {
		for count := 1; count <= 3; count++ {
			var rows [2][]row
			var found [2][]int32
			for k := range rows {
				proximityUseAVX2 = k == 0
				rnd := rand.New(rand.NewPCG(seed, 2))
				f := newCrowd(rnd, count, 37, 60, float64(seed), seed%3 == 0)
				g := f
				if count == 1 {
					g = newCrowd(rnd, 3, 61, 60, float64(seed), seed%3 == 0)
				}
				for i := range f.list {
					b := f.box(i)
					found[k] = append(f.Meeting(&b, found[k]), -1)
					if count < 3 {
						found[k] = append(f.Near(i, g.Features, i%5, found[k]), -2)
					}
				}
				rows[k] = append(f.rows, g.rows...)
			}
			for i := range rows[0] {
				for k := range rows[0][i] {
					a, b := rows[0][i][k], rows[1][i][k]
					if math.Float64bits(a) != math.Float64bits(b) && (a == a || b == b) {
						t.Fatalf("features of %d vertices: row %d, %d: %v with AVX2, %v without", count, i, k, a, b)
					}
				}
			}
			if !slices.Equal(found[0], found[1]) {
				t.Fatalf("features of %d vertices:\n%v with AVX2,\n%v without", count, found[0], found[1])
			}
		}
	}
	proximityUseAVX2 = false
	t.Run("meeting", TestFeaturesMeeting)
	t.Run("near", TestFeaturesNear)
}
