package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

var curveCode = &codeOf[curveSlot]{
	measureAll: (*Sim).bend,
	stress: func(m *cloth.Model, i int, q *curveSlot, b *batch, p int, _ bool) float64 {
		area := m.Rest[m.Curves[i].Tri].Area / 3
		b.stress(p, area, &q.S, &q.C)
		return area
	},
	stressFour: (*Sim).stressCurvesWide,
	measureSet: (*Sim).transferCurves,
	start: func(m *cloth.Model, state *cloth.State) {
		eps, place := make([]float64, len(m.Hinges)), make([]int32, len(m.Hinges))
		for i := range eps {
			eps[i], place[i] = state.Past[cloth.Hinges].Eps(i, 0), int32(i)
		}
		for i := range m.Curves {
			for k, e := range bendStrains(&m.Curves[i], eps, place) {
				state.Past[cloth.Curves].Restart(i, k, e)
			}
		}
	},
}

// bend computes curvature elements [lo, hi) from the strains of their hinges.
func (s *Sim) bend(lo, hi int, _ []r3.Vec) {
	on, eps, hinge, place := &s.strains[cloth.Curves], &s.eps[cloth.Curves], s.eps[cloth.Hinges][0],
		s.strains[cloth.Hinges].place
	bendAll(s.Model.Curves[lo:hi], on.place[lo:hi], hinge, place, eps)
}

// transferCurves adds the forces of curvature elements to the slots of their hinges.
func (s *Sim) transferCurves() {
	stiff := curveStiffening
	if s.exact {
		stiff = 1
	}
	s.pool.For(len(s.hinge), elementGrain, func(lo, hi int) {
		s.curveOf.transfer(s.hinge[lo:hi], lo, s.curve, stiff)
	})
}
