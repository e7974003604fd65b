package linalg

import "slices"

// RigidAMGPattern is one level of a [RigidAMG] without its numbers, also for twins on other devices. Columns of a row
// ascend.
type RigidAMGPattern struct {
	N           int     // rows here
	Parent      []int32 // per row of the level below: its row here
	Ptr         []int32 // per row of the level below: where its blocks of P begin, and the end
	Col         []int32 // per block of P: the row here
	Of          []int32 // per block of P: the row of the level below
	ColumnBlock []int32 // per block of the matrix below: the block of P that its row has for its column's aggregate

	ImagePtr, ImageCol   []int32 // of A P, by rows of the level below
	MatrixPtr, MatrixCol []int32 // of PᵀAP

	back lists // per row here: its blocks of P
}

// Blocks are the blocks of P of row v.
func (t *RigidAMGPattern) Blocks(v int) []int32 { return t.back.of(v) }

// RigidAMGPatterns returns the levels that [RigidAMG.Setup] makes for A's pattern where they go on until nothing is
// left to gather, the finest first. What the first has to do with rows of A is in terms of another order, in which row
// k is order[k] of A; nil: A's own.
func RigidAMGPatterns(A *BSR, order []int32) []*RigidAMGPattern { return rigidAMGPatterns(A, order, 0) }

// rigidAMGPatterns is that, up to a level of top rows at most.
func rigidAMGPatterns(A *BSR, order []int32, top int) (levels []*RigidAMGPattern) {
	for A.N > 1 {
		parent, count := aggregate(A, rigidAMGRatio)
		if 4*count > 3*A.N && len(levels) > 0 {
			break // components that are single rows: nothing left to gather
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

// reordered has the pattern of A, and what belongs to its rows, in another order.
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

// newRigidAMGPattern makes the level whose n rows are the given aggregates of A's.
func newRigidAMGPattern(A *BSR, parent []int32, n int) *RigidAMGPattern {
	t := &RigidAMGPattern{N: n, Parent: parent, ColumnBlock: make([]int32, A.Blocks())}
	// P has blocks where a row is coupled to an aggregate, A P where one is to those.
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

// union returns the ascending columns of n rows, each those of count that list names, once.
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

// place is where a is in the ascending row that has it.
func place(row []int32, a int32) int32 {
	k, _ := slices.BinarySearch(row, a)
	return int32(k)
}
