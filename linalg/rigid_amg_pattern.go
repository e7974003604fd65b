package linalg

import "slices"

// RigidAMGPattern is the sparsity of one level of a [RigidAMG], also for its device twin. The columns of a row ascend.
type RigidAMGPattern struct {
	N           int     // rows of this level
	Parent      []int32 // per row of the finer level: its row here
	Ptr         []int32 // per row of the finer level: offset of its blocks of P; one more at the end
	Col         []int32 // per block of P: its column, a row here
	Of          []int32 // per block of P: its row of the finer level
	ColumnBlock []int32 // per block of the finer matrix: the block of P in its row for the aggregate of its column

	ImagePtr, ImageCol   []int32 // A P, by rows of the finer level
	MatrixPtr, MatrixCol []int32 // PᵀAP

	back lists // per row here: its blocks of P
}

// Blocks returns the blocks of P in column v.
func (t *RigidAMGPattern) Blocks(v int) []int32 { return t.back.of(v) }

// RigidAMGPatterns returns the levels that [RigidAMG.Setup] builds for the pattern of A if it coarsens until nothing is
// left to aggregate, finest first. Rows of the finest matrix are numbered in the given order: row k is row order[k] of
// A. nil keeps the order of A.
func RigidAMGPatterns(A *BSR, order []int32) []*RigidAMGPattern { return rigidAMGPatterns(A, order, 0) }

// rigidAMGPatterns is RigidAMGPatterns with coarsening until a level has at most top rows.
func rigidAMGPatterns(A *BSR, order []int32, top int) (levels []*RigidAMGPattern) {
	for A.N > 1 {
		parent, count := aggregate(A, rigidAMGRatio)
		if 4*count > 3*A.N && len(levels) > 0 {
			break // components of one row each: nothing left to aggregate
		}
		if order != nil {
			A, parent = reordered(A, parent, order)
			order = nil
		}
		t := newRigidAMGPattern(A, parent, count)
		if levels = append(levels, t); count <= top {
			break
		}
		A = &BSR{N: count, RowPtr: t.MatrixPtr, Col: t.MatrixCol}
	}
	return levels
}

// reordered returns the pattern of A and the per-row values of, renumbered by order.
func reordered(A *BSR, of, order []int32) (*BSR, []int32) {
	place, next := make([]int32, A.N), make([]int32, A.N)
	for k, i := range order {
		place[i], next[k] = int32(k), of[i]
	}
	B := &BSR{N: A.N, RowPtr: []int32{0}}
	for k, i := range order {
		for _, j := range A.Col[A.RowPtr[i]:A.RowPtr[i+1]] {
			B.Col = append(B.Col, place[j])
		}
		slices.Sort(B.Col[B.RowPtr[k]:])
		B.RowPtr = append(B.RowPtr, int32(len(B.Col)))
	}
	return B, next
}

// newRigidAMGPattern returns the level whose n rows are the given aggregates of the rows of A.
func newRigidAMGPattern(A *BSR, parent []int32, n int) *RigidAMGPattern {
	t := &RigidAMGPattern{N: n, Parent: parent, ColumnBlock: make([]int32, A.Blocks())}
	// P has a block where a row of A is coupled to an aggregate; A P where a row is coupled to such a row.
	t.Ptr, t.Col = union(A.N, n, func(i int, add func(int32)) {
		for _, j := range A.Col[A.RowPtr[i]:A.RowPtr[i+1]] {
			add(parent[j])
		}
	})
	t.ImagePtr, t.ImageCol = union(A.N, n, func(i int, add func(int32)) {
		for _, j := range A.Col[A.RowPtr[i]:A.RowPtr[i+1]] {
			for _, a := range t.Col[t.Ptr[j]:t.Ptr[j+1]] {
				add(a)
			}
		}
	})
	t.Of = make([]int32, len(t.Col))
	for i := range A.N {
		row := t.Col[t.Ptr[i]:t.Ptr[i+1]]
		for k := range row {
			t.Of[int(t.Ptr[i])+k] = int32(i)
		}
		for k := A.RowPtr[i]; k < A.RowPtr[i+1]; k++ {
			t.ColumnBlock[k] = t.Ptr[i] + place(row, parent[A.Col[k]])
		}
	}
	t.back.collect(t.Col, n, nil)
	t.MatrixPtr, t.MatrixCol = union(n, n, func(v int, add func(int32)) {
		for _, k := range t.Blocks(v) {
			i := t.Of[k]
			for _, a := range t.ImageCol[t.ImagePtr[i]:t.ImagePtr[i+1]] {
				add(a)
			}
		}
	})
	return t
}

// union returns the ascending columns of n rows, without duplicates. list passes the columns of row i, below count, to
// add.
func union(n, count int, list func(i int, add func(int32))) (ptr, col []int32) {
	ptr, seen := make([]int32, n+1), make([]int32, count)
	for i := range n {
		add := func(a int32) {
			if seen[a] != int32(i+1) {
				seen[a] = int32(i + 1)
				col = append(col, a)
			}
		}
		list(i, add)
		slices.Sort(col[ptr[i]:])
		ptr[i+1] = int32(len(col))
	}
	return ptr, col
}

// place returns the position of a in an ascending row that contains it.
func place(row []int32, a int32) int32 {
	k, _ := slices.BinarySearch(row, a)
	return int32(k)
}
