package placement_test

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/placement"
	"hysteron/scenes/scenestest"
)

// A texture with the garment's own lengths is a pattern, at whatever scale; one that is squeezed is not.
func TestIsPattern(t *testing.T) {
	s := scenestest.Upright(0.2, 0, 0.5)
	for i := range s.UV {
		for c := range s.UV[i] {
			s.UV[i][c] = r2.Scale(0.3, s.UV[i][c])
		}
	}
	if !placement.IsPattern(&s) {
		t.Error("a pattern is taken for a picture")
	}
	for _, squeezed := range []float64{1.1, 1.6} { // the scale that is measured is between that of both directions
		for i := range s.UV {
			for c := range s.UV[i] {
				s.UV[i][c].X *= squeezed
			}
		}
		if placement.IsPattern(&s) {
			t.Errorf("a picture is taken for a pattern: squeezed by %g", squeezed)
		}
	}
	if s.UV = nil; placement.IsPattern(&s) {
		t.Error("no texture is taken for a pattern")
	}
}
