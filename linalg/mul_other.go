//go:build !amd64

package linalg

import "gonum.org/v1/gonum/spatial/r3"

// mulRows computes rows [lo, hi) of y = A x and returns their contribution to xᵀA x.
func (m *BSR) mulRows(y, x []r3.Vec, lo, hi int) float64 { return m.mulRowsGo(y, x, lo, hi) }

// mulLow computes rows [lo, hi) of y = A x with the values of Low and returns their contribution to xᵀA x.
func (m *BSR) mulLow(y, x []r3.Vec, lo, hi int) float64 { return m.mulLowGo(y, x, lo, hi) }

// round converts val to single precision.
func round(low []float32, val []float64) { roundGo(low, val) }

// addBlocks adds block k of val to block target[k] of to.
func addBlocks(to []float64, target []int32, val []float64) { addBlocksGo(to, target, val) }
