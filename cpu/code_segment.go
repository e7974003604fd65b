package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// The force is Ā·σ/l̄ along e. The second derivative is Ā·σ′/l̄²·eeᵀ + Ā·σ/(l̄·l)·(I − eeᵀ); its second part is
// negative for a compressed segment, which buckles.
var segmentCode = &codeOf[segmentSlot]{
	strain: func(m *cloth.Model, i int, x []r3.Vec, q *segmentSlot) Strain {
		g := &m.Segments[i]
		d := r3.Sub(x[g.V[1]], x[g.V[0]])
		l := r3.Norm(d)
		q.E, q.T = r3.Vec{}, 0
		if l > 0 {
			q.E, q.T = r3.Scale(1/l, d), 1/l
		}
		return Strain{l/g.Length - 1}
	},
	stress: func(m *cloth.Model, i int, q *segmentSlot, b *batch, p int, exact bool) float64 {
		g := &m.Segments[i]
		q.Sigma, q.K = g.Area/g.Length*b.sigma[0][p], g.Area/(g.Length*g.Length)*b.slope[0][p]
		q.T *= q.Sigma
		if q.T < 0 && !exact {
			q.T = 0
		}
		return g.Area
	},
	gradient: func(_ *cloth.Model, _ int, q *segmentSlot, corner int) r3.Vec {
		return r3.Scale(float64(2*corner-1)*q.Sigma, q.E)
	},
	block: func(_ *cloth.Model, _ int, q *segmentSlot, a, b int, out *[9]float64) {
		sign := 1.
		if a != b {
			sign = -1
		}
		q.addBlock(sign, out)
	},
}
