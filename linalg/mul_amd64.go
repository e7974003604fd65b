package linalg

import (
	"golang.org/x/sys/cpu"
	"gonum.org/v1/gonum/spatial/r3"
)

// useAVX2 selects the vector kernels. Tests clear it to run the portable ones.
var useAVX2 = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// mulRowsAVX2 computes consecutive block rows of y = A x: twin of mulRowsGo. rowPtr, col, val, xRow and y point to the
// entries of the first row, x to the start of the vector. It returns the contribution of the rows to xᵀA x.
//
//go:noescape
func mulRowsAVX2(rowPtr, col *int32, val, x, xRow, y *float64, rows int) (dot float64)

// mulRows computes rows [lo, hi) of y = A x and returns their contribution to xᵀA x.
func (m *BSR) mulRows(y, x []r3.Vec, lo, hi int) float64 {
	if !useAVX2 || lo >= hi {
		return m.mulRowsGo(y, x, lo, hi)
	}
	// Every row has a diagonal block, so the first row is not empty.
	first := m.RowPtr[lo]
	_, _ = x[m.N-1], y[hi-1]
	return mulRowsAVX2(&m.RowPtr[lo], &m.Col[first], &m.Val[9*int(first)], &x[0].X, &x[lo].X, &y[lo].X, hi-lo)
}

// mulLowAVX2 is mulRowsAVX2 with the values of Low: twin of mulLowGo.
//
//go:noescape
func mulLowAVX2(rowPtr, col *int32, val *float32, x, xRow, y *float64, rows int) (dot float64)

// mulLow computes rows [lo, hi) of y = A x with the values of Low and returns their contribution to xᵀA x.
func (m *BSR) mulLow(y, x []r3.Vec, lo, hi int) float64 {
	if !useAVX2 || lo >= hi {
		return m.mulLowGo(y, x, lo, hi)
	}
	first := m.RowPtr[lo]
	_, _ = x[m.N-1], y[hi-1]
	return mulLowAVX2(&m.RowPtr[lo], &m.Col[first], &m.Low[9*int(first)], &x[0].X, &x[lo].X, &y[lo].X, hi-lo)
}

// roundAVX2 converts n numbers, n a multiple of 8, to single precision.
//
//go:noescape
func roundAVX2(low *float32, val *float64, n int)

// round converts val to single precision.
func round(low []float32, val []float64) {
	n := 0
	if useAVX2 && len(val) >= 8 {
		n = len(val) &^ 7
		_ = low[n-1]
		roundAVX2(&low[0], &val[0], n)
	}
	roundGo(low[n:], val[n:])
}

// addBlocksAVX2 is the twin of addBlocksGo; results are bitwise equal.
//
//go:noescape
func addBlocksAVX2(to *float64, target *int32, val *float64, count int)

// addBlocks adds block k of val to block target[k] of to.
func addBlocks(to []float64, target []int32, val []float64) {
	if !useAVX2 || len(target) == 0 {
		addBlocksGo(to, target, val)
		return
	}
	_ = val[9*len(target)-1]
	addBlocksAVX2(&to[0], &target[0], &val[0], len(target))
}
