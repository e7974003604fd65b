package render

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// prism is a closed one of n sides; its lids are fans around their middles.
func prism(n int) (tri [][3]int32, x []r3.Vec) {
	for _, z := range []float64{0, 1} {
		for i := range n {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
			x = append(x, r3.Vec{X: cos, Y: sin, Z: z})
		}
	}
	x = append(x, r3.Vec{}, r3.Vec{Z: 1})
	for i := range int32(n) {
		a, b, m := i, (i+1)%int32(n), int32(n)
		tri = append(tri, [3]int32{a, b, b + m}, [3]int32{a, b + m, a + m}, [3]int32{b, a, 2 * m},
			[3]int32{a + m, b + m, 2*m + 1})
	}
	return tri, x
}

// TestCreased: of a hexagonal prism each face has corners of its own, of an octagonal one the sides share theirs, and a
// triangle without area joins what it touches. All points of a vertex are where it is.
func TestCreased(t *testing.T) {
	for _, c := range []struct{ sides, points int }{{4, 4*6 + 2}, {6, 6*6 + 2}, {8, 8*4 + 2}} {
		tri, x := prism(c.sides)
		split, of := creased(tri, x)
		if len(of) != c.points {
			t.Errorf("%d sides: %d points, expected %d", c.sides, len(of), c.points)
		}
		for i := range x {
			if of[i] != int32(i) {
				t.Fatalf("%d sides: point %d is at vertex %d", c.sides, i, of[i])
			}
		}
		for k, s := range split {
			for a, p := range s {
				if of[p] != tri[k][a] {
					t.Fatalf("%d sides: corner %d of triangle %d is at vertex %d, expected %d", c.sides, a, k, of[p], tri[k][a])
				}
			}
		}
	}
	tri, x := prism(6)
	x[2*6] = x[0] // a lid's fan now has two triangles without area
	if _, of := creased(tri, x); len(of) >= 6*6+2 || len(of) <= 2*6+2 {
		t.Errorf("%d points with triangles without area", len(of))
	}
}
