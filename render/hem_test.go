package render

import (
	"math"
	"testing"
)

// TestHemDistances: of vertices of two panels that share material coordinates, one of which has a hem along u = 0, and
// of a vertex beyond reach.
func TestHemDistances(t *testing.T) {
	uv := [][2]float32{{0, 0}, {0.02, 0}, {0, 0.02}, {0.3, 0.01}, {0, 0}, {0.02, 0}, {0, 0.02}}
	tri := [][3]uint32{{0, 1, 2}, {1, 3, 2}, {4, 5, 6}}
	want := []float64{0, 0.02, 0, hemReach, hemReach, hemReach, hemReach}
	for i, d := range hemDistances(tri, uv, [][2]uint32{{2, 0}}) {
		if math.Abs(float64(d)-want[i]) > 1e-8 {
			t.Errorf("vertex %d: %g m, expected %g", i, d, want[i])
		}
	}
}
