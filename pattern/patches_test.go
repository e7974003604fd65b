package pattern

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// A button on a sheet is a patch, one that is far from it is none, and the sheet stays with its texture.
func TestPatches(t *testing.T) {
	square := func(s *Surface, at r3.Vec, size float64) {
		k := int32(len(s.X))
		for _, c := range [][2]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}} {
			s.X = append(s.X, r3.Add(at, r3.Vec{X: size * c[0], Y: size * c[1]}))
		}
		s.Tri = append(s.Tri, [3]int32{k, k + 1, k + 2}, [3]int32{k, k + 2, k + 3})
		s.UV = append(s.UV, [3]r2.Vec{{X: at.X}}, [3]r2.Vec{{X: at.X}})
	}
	var s Surface
	square(&s, r3.Vec{X: 0.01, Z: 0.002}, 0.02)
	square(&s, r3.Vec{}, 1)
	square(&s, r3.Vec{X: 3}, 0.02)
	of, n := s.Patches()
	if want := []bool{true, true, false, false, false, false}; n != 1 || !slices.Equal(of, want) {
		t.Errorf("%d patches, %v: expected 1, %v", n, of, want)
	}
	number := s.Leave(of)
	if want := []int32{-1, -1, -1, -1, 0, 1, 2, 3, 4, 5, 6, 7}; !slices.Equal(number, want) || len(s.X) != 8 ||
		len(s.UV) != 4 || s.UV[2][0].X != 3 || s.Tri[0] != [3]int32{0, 1, 2} {
		t.Errorf("left %v: expected %v; %d vertices, texture %v, triangles %v", number, want, len(s.X), s.UV, s.Tri)
	}
}
