package bench

import (
	"slices"

	"hysteron/cloth"
	"hysteron/cpu"
)

// blocks returns the number of 3×3 blocks of the system matrix: one on the diagonal per vertex, and two per pair of
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

// pcgBytes returns the least number of bytes that a conjugate gradient iteration of package linalg with the block
// Jacobi preconditioner reads and writes, every array once per loop over it:
//
//	q = Ap       per block 9·8 of values and 4 of column; per row 4 of start, p read, q written
//	r −= αq, z   per row r read and written, q read, z written, the inverse block (9·8) read
//	x += αp, p   per row x and p read and written, z read
//
// that is 76·blocks + (4 + 11·24 + 72)·vertices, with vectors of 24 bytes. With SSOR, used for cloth of some thousand
// vertices, with vectors of 32 bytes:
//
//	backward     per block of a half 9·4 of values and 4 of column; per row 4 of start, r read, p and t read and written
//	forward      likewise, p and t read, u read and written
//	r −= αq, x   per row r and x read and written, t and u read
//
// that is 40·(blocks − vertices) + (8 + 15·32)·vertices. Coarse levels, used in hard solves, move more.
func pcgBytes(m *cloth.Model) int64 {
	const vector, values, index = 3 * 8, 9 * 8, 4
	if cpu.Relaxes(len(m.X0)) {
		const lane = 4 * 8
		return (blocks(m)-int64(len(m.X0)))*(values/2+index) + int64(len(m.X0))*(2*index+15*lane)
	}
	return blocks(m)*(values+index) + int64(len(m.X0))*(index+11*vector+values)
}
