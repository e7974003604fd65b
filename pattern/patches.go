package pattern

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// Patches reports for each triangle whether its piece is a small one on a larger one: a button, a buckle, a print. A
// small piece is at most a sixth as long as the garment. It is on another if all of its vertices are nearer to that
// than half of its length and a mean edge.
func (s *Surface) Patches() (of []bool, count int) {
	const small = 1. / 6
	piece := s.Pieces()
	members := map[int32][]int32{}
	var order []int32
	used := make([]bool, len(s.X))
	for _, t := range s.Tri {
		used[t[0]], used[t[1]], used[t[2]] = true, true, true
	}
	for v, p := range piece {
		if used[v] {
			if members[p] == nil {
				order = append(order, p)
			}
			members[p] = append(members[p], int32(v))
		}
	}
	edge := 0.0
	for _, t := range s.Tri {
		for c := range 3 {
			edge += r3.Norm(r3.Sub(s.X[t[(c+1)%3]], s.X[t[c]])) / float64(3*len(s.Tri))
		}
	}
	size := map[int32]float64{}
	largest := 0.0
	for _, p := range order {
		lo, hi := s.X[p], s.X[p]
		for _, v := range members[p] {
			x := s.X[v]
			lo = r3.Vec{X: min(lo.X, x.X), Y: min(lo.Y, x.Y), Z: min(lo.Z, x.Z)}
			hi = r3.Vec{X: max(hi.X, x.X), Y: max(hi.Y, x.Y), Z: max(hi.Z, x.Z)}
		}
		size[p] = r3.Norm(r3.Sub(hi, lo))
		largest = max(largest, size[p])
	}
	patch := map[int32]bool{}
	for _, p := range order {
		if size[p] > small*largest {
			continue
		}
		on := true
		for _, v := range members[p] {
			near := math.Inf(1)
			for _, q := range order {
				if size[q] > small*largest {
					for _, w := range members[q] {
						near = min(near, r3.Norm2(r3.Sub(s.X[v], s.X[w])))
					}
				}
			}
			if on = math.Sqrt(near) < size[p]/2+edge; !on {
				break
			}
		}
		if on {
			patch[p] = true
		}
	}
	of = make([]bool, len(s.Tri))
	for i, t := range s.Tri {
		of[i] = patch[piece[t[0]]]
	}
	return of, len(patch)
}

// Leave removes triangles, and vertices that only they have. It returns the new number of each vertex, -1 for removed
// ones.
func (s *Surface) Leave(out []bool) (number []int32) {
	number = make([]int32, len(s.X))
	for v := range number {
		number[v] = -1
	}
	var tri [][3]int32
	var uv [][3]r2.Vec
	for i, t := range s.Tri {
		if !out[i] {
			number[t[0]], number[t[1]], number[t[2]] = 0, 0, 0
			tri = append(tri, t)
			if len(s.UV) > 0 {
				uv = append(uv, s.UV[i])
			}
		}
	}
	var x []r3.Vec
	for v, n := range number {
		if n == 0 {
			number[v] = int32(len(x))
			x = append(x, s.X[v])
		}
	}
	for i := range tri {
		for c := range 3 {
			tri[i][c] = number[tri[i][c]]
		}
	}
	s.X, s.Tri, s.UV = x, tri, uv
	return number
}

// PieceOf returns the number of the piece of each triangle.
func (s *Surface) PieceOf() []int32 {
	piece := s.Pieces()
	of := make([]int32, len(s.Tri))
	for i, t := range s.Tri {
		of[i] = piece[t[0]]
	}
	return of
}

// ByHeight returns the numbers of the pieces with triangles, by their highest points, highest first.
func (s *Surface) ByHeight() (list []int32) {
	top := map[int32]float64{}
	piece := s.Pieces()
	for _, t := range s.Tri {
		p := piece[t[0]]
		if _, seen := top[p]; !seen {
			list = append(list, p)
			top[p] = s.X[t[0]].Y
		}
		for _, v := range t {
			top[p] = max(top[p], s.X[v].Y)
		}
	}
	slices.SortStableFunc(list, func(a, b int32) int { return cmp.Compare(top[b], top[a]) })
	return list
}
