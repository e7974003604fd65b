package body

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// NewSphere returns a static icosphere: an icosahedron whose triangles are split into four `subdivisions` times (20·4^n
// triangles), with vertices on the sphere. It returns an error for a radius that is not positive and finite, a centre
// that is not finite, or subdivisions outside 0…7.
func NewSphere(radius float64, centre r3.Vec, subdivisions int) (*Track, error) {
	if !(radius > 0) || math.IsInf(radius, 0) {
		return nil, fmt.Errorf("body: sphere radius %g m: expected a positive length", radius)
	}
	if !cloth.FiniteVec(centre) {
		return nil, fmt.Errorf("body: sphere centre (%g, %g, %g): expected finite coordinates", centre.X, centre.Y, centre.Z)
	}
	if subdivisions < 0 || subdivisions > 7 {
		return nil, fmt.Errorf("body: sphere subdivisions %d: expected 0…7", subdivisions)
	}
	g := math.Phi
	pos := []r3.Vec{
		{X: -1, Y: g}, {X: 1, Y: g}, {X: -1, Y: -g}, {X: 1, Y: -g},
		{Y: -1, Z: g}, {Y: 1, Z: g}, {Y: -1, Z: -g}, {Y: 1, Z: -g},
		{X: g, Z: -1}, {X: g, Z: 1}, {X: -g, Z: -1}, {X: -g, Z: 1},
	}
	tris := [][3]int32{
		{0, 11, 5}, {0, 5, 1}, {0, 1, 7}, {0, 7, 10}, {0, 10, 11},
		{1, 5, 9}, {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
		{3, 9, 4}, {3, 4, 2}, {3, 2, 6}, {3, 6, 8}, {3, 8, 9},
		{4, 9, 5}, {2, 4, 11}, {6, 2, 10}, {8, 6, 7}, {9, 8, 1},
	}
	for i := range pos {
		pos[i] = r3.Unit(pos[i])
	}
	for ; subdivisions > 0; subdivisions-- {
		mid := make(map[[2]int32]int32, 3*len(tris)/2)
		half := func(a, b int32) int32 {
			key := [2]int32{min(a, b), max(a, b)}
			if m, ok := mid[key]; ok {
				return m
			}
			m := int32(len(pos))
			pos = append(pos, r3.Unit(r3.Add(pos[a], pos[b])))
			mid[key] = m
			return m
		}
		next := make([][3]int32, 0, 4*len(tris))
		for _, t := range tris {
			a, b, c := half(t[0], t[1]), half(t[1], t[2]), half(t[2], t[0])
			next = append(next, [3]int32{t[0], a, c}, [3]int32{t[1], b, a}, [3]int32{t[2], c, b}, [3]int32{a, b, c})
		}
		tris = next
	}
	for i := range pos {
		pos[i] = r3.Add(centre, r3.Scale(radius, pos[i]))
	}
	return NewTrack(tris, []float64{0}, [][]r3.Vec{pos}, Linear)
}
