package bench

import (
	"slices"

	"hysteron/cloth"
)

// blocks counts the 3×3 blocks of the system matrix: one on the diagonal per vertex, and two per pair of
// vertices that share a triangle or a hinge.
func blocks(m *cloth.Model) int64 {
	pairs := make([]uint64, 0, 3*len(m.Tri)+6*len(m.Hinges))
	add := func(v []int32) {
		for i, a := range v {
			for _, b := range v[:i] {
				if a != b {
					pairs = append(pairs, uint64(min(a, b))<<32|uint64(max(a, b)))
				}
			}
		}
	}
	for i := range m.Tri {
		add(m.Tri[i][:])
	}
	for i := range m.Hinges {
		add(m.Hinges[i].V[:])
	}
	slices.Sort(pairs)
	return int64(len(m.X0)) + 2*int64(len(slices.Compact(pairs)))
}

// pcgBytes is how many bytes a conjugate gradient iteration of package cpu/sparse with the block Jacobi
// preconditioner reads and writes at least, every array once per loop over it:
//
//	q = Ap       per block 9·8 of values and 4 of column; per row 4 of start, p read, q written
//	r −= αq, z   per row r read and written, q read, z written, the inverse block (9·8) read
//	x += αp, p   per row x and p read and written, z read
//
// that is 76·blocks + (4 + 11·24 + 72)·vertices, a vector being 24 bytes. The multilevel preconditioner,
// which hard solves switch to, moves more than that.
func pcgBytes(m *cloth.Model) int64 {
	const vector, values, index = 3 * 8, 9 * 8, 4
	return blocks(m)*(values+index) + int64(len(m.X0))*(index+11*vector+values)
}
