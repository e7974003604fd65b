package tetra

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// five has the tetrahedra of a cube whose corners are numbered by bits x, y, z: one in the middle and one at each of
// four corners. Adjacent cubes are mirror images, so that the diagonals of their common faces agree, and no direction
// is preferred.
var five = [5][4]int{{0, 3, 5, 6}, {1, 0, 3, 5}, {2, 3, 0, 6}, {4, 5, 6, 0}, {7, 6, 5, 3}}

// Box returns a box of a size around the origin, of cubes with edges of about a length.
func Box(size r3.Vec, edge float64) *Mesh {
	n := [3]int{}
	for k, s := range [3]float64{size.X, size.Y, size.Z} {
		n[k] = max(1, int(math.Round(s/edge)))
	}
	return BoxOf(size, n)
}

// BoxOf returns a box of n cubes along each axis.
func BoxOf(size r3.Vec, n [3]int) *Mesh {
	m := &Mesh{}
	at := func(i, j, k int) int32 { return int32((k*(n[1]+1)+j)*(n[0]+1) + i) }
	for k := range n[2] + 1 {
		for j := range n[1] + 1 {
			for i := range n[0] + 1 {
				m.X = append(m.X, r3.Vec{X: size.X * (float64(i)/float64(n[0]) - .5), Y: size.Y * (float64(j)/float64(n[1]) - .5),
					Z: size.Z * (float64(k)/float64(n[2]) - .5)})
			}
		}
	}
	for k := range n[2] {
		for j := range n[1] {
			for i := range n[0] {
				for _, tet := range five {
					var v [4]int32
					for a, c := range tet {
						x, y, z := c&1, c>>1&1, c>>2
						if (i+j+k)%2 == 1 {
							x = 1 - x
						}
						v[a] = at(i+x, j+y, k+z)
					}
					m.Tets = append(m.Tets, v)
				}
			}
		}
	}
	m.turn()
	m.compact()
	return m
}
