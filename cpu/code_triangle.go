package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

var triangleCode = &codeOf[triSlot]{
	strain: func(m *cloth.Model, t int, x []r3.Vec, q *triSlot) Strain {
		v := &m.Tri[t]
		q.Wu, q.Wv = deformation(&m.Rest[t], x[v[0]], x[v[1]], x[v[2]])
		return greenStrain(q.Wu, q.Wv)
	},
	stress: func(m *cloth.Model, t int, q *triSlot, b *batch, p int, exact bool) float64 {
		area := m.Rest[t].Area
		b.stress(p, area, &q.S, &q.C)
		if exact {
			q.SP = q.S
		} else {
			q.SP = clampStress(q.S)
		}
		return area
	},
	gradient: func(m *cloth.Model, t int, q *triSlot, corner int) r3.Vec { return q.gradient(m.Rest[t].B[corner]) },
	block: func(m *cloth.Model, t int, q *triSlot, a, b int, out *[9]float64) {
		q.block(m.Rest[t].B[a], m.Rest[t].B[b], &q.SP, out)
	},
	strainFour: (*Sim).deformWide,
	stressFour: (*Sim).stressWide,
	sumRow:     func(s *Sim, v int, g *r3.Vec) { sumTriangles(g, s.rows.triangles(v), s.tri, s.Model.Rest, s.face) },
	addRow:     func(s *Sim, v int) { addTriangles(s.matrix.Val, s.rows.triangles(v), s.tri, s.Model.Rest, s.face) },
}
