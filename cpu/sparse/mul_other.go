//go:build !amd64

package sparse

import "gonum.org/v1/gonum/spatial/r3"

// mulRows computes rows [lo, hi) of y = A x and returns their part of xᵀA x.
func (m *BSR) mulRows(y, x []r3.Vec, lo, hi int) float64 { return m.mulRowsGo(y, x, lo, hi) }
