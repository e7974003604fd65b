package pattern

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
)

// sameUV is the difference up to which texture coordinates of one vertex are equal, relative to the texture's size:
// files have them rounded to float32, for cloth without a seam.
const sameUV = 1e-5

// JoinUV makes texture coordinates at one vertex equal if they differ by rounding alone, to those of the first
// triangle. It returns the number of changed corners.
func (s *Surface) JoinUV() (changed int) {
	if len(s.UV) == 0 {
		return 0
	}
	lo, hi := s.UV[0][0], s.UV[0][0]
	for _, t := range s.UV {
		for _, p := range t {
			lo = r2.Vec{X: min(lo.X, p.X), Y: min(lo.Y, p.Y)}
			hi = r2.Vec{X: max(hi.X, p.X), Y: max(hi.Y, p.Y)}
		}
	}
	within := sameUV * max(hi.X-lo.X, hi.Y-lo.Y)
	at := make([][]r2.Vec, len(s.X)) // the different ones of each vertex
	for i, t := range s.Tri {
	corners:
		for c, v := range t {
			p := s.UV[i][c]
			for _, q := range at[v] {
				if math.Abs(p.X-q.X) <= within && math.Abs(p.Y-q.Y) <= within {
					if p != q {
						s.UV[i][c] = q
						changed++
					}
					continue corners
				}
			}
			at[v] = append(at[v], p)
		}
	}
	return changed
}
