package linalg

import "gonum.org/v1/gonum/spatial/r3"

// lowFrom is the number of rows from which products are faster with values in single precision: larger matrices do not
// fit the caches and are limited by memory bandwidth. Measured: 1.4 ms instead of 3.5 ms at 201×201 vertices, 0.15 ms
// instead of 0.17 ms at 101×101.
const lowFrom = 8000

// lowTol is the smallest relative residual for which single-precision values are used. Below it the solve would have to
// restart with double precision.
const lowTol = 1e-4

// StoreLow enables single-precision products for a large matrix. SSOR ignores it and keeps its own values.
func (m *BSR) StoreLow() { m.Rounds = m.N >= lowFrom }

// round copies the values of rows [lo, hi) to Low in single precision.
func (m *BSR) round(lo, hi int) {
	first, last := 9*int(m.RowPtr[lo]), 9*int(m.RowPtr[hi])
	round(m.Low[first:last], m.Val[first:last])
}

// roundGo is the portable twin of round.
func roundGo(low []float32, val []float64) {
	for i, v := range val {
		low[i] = float32(v)
	}
}

// mulLowGo is mulRowsGo with the values of Low. It is the portable twin of mulLowAVX2.
func (m *BSR) mulLowGo(y, x []r3.Vec, lo, hi int) float64 {
	dot := 0.0
	for i := lo; i < hi; i++ {
		var s r3.Vec
		for k := m.RowPtr[i]; k < m.RowPtr[i+1]; k++ {
			a, v := (*[9]float32)(m.Low[9*int(k):]), x[m.Col[k]]
			s.X += float64(a[0])*v.X + float64(a[1])*v.Y + float64(a[2])*v.Z
			s.Y += float64(a[3])*v.X + float64(a[4])*v.Y + float64(a[5])*v.Z
			s.Z += float64(a[6])*v.X + float64(a[7])*v.Y + float64(a[8])*v.Z
		}
		y[i] = s
		dot += s.X*x[i].X + s.Y*x[i].Y + s.Z*x[i].Z
	}
	return dot
}
