package sparse

import "gonum.org/v1/gonum/spatial/r3"

func (m *BSR) mulRows(y, x []r3.Vec, lo, hi int) float64 { return m.mulRowsGo(y, x, lo, hi) }
