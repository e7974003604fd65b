package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/linalg"
)

var hingeCode = &codeOf[hingeSlot]{
	measureAll: (*Sim).fold,
	stress: func(m *cloth.Model, i int, q *hingeSlot, b *batch, p int, _ bool) float64 {
		area := m.Hinges[i].Area()
		q.Sigma, q.K = area*b.sigma[0][p], area*b.slope[0][p]
		return area
	},
	gradient: func(_ *cloth.Model, _ int, q *hingeSlot, corner int) r3.Vec { return r3.Scale(q.Sigma, q.G[corner]) },
	block: func(_ *cloth.Model, _ int, q *hingeSlot, a, b int, out *[9]float64) {
		linalg.AddOuter(out, q.K, q.G[a], q.G[b])
	},
	sumRow: func(s *Sim, v int, g *r3.Vec) { sumHinges(g, s.rows.of[cloth.Hinges].at(v), s.hinge) },
	before: (*Sim).turnHinges,
	addRow: func(s *Sim, v int) {
		refs := s.rows.of[cloth.Hinges].at(v)
		addHinges(s.matrix.Val, refs, s.hinge)
		if s.exact {
			for _, ref := range refs {
				s.addHingeCurvature(ref)
			}
		}
	},
	start: func(m *cloth.Model, state *cloth.State) {
		for i := range m.Hinges {
			h := &m.Hinges[i]
			theta, _ := DihedralAngle(points(state.X, &h.V))
			state.Past[cloth.Hinges].Restart(i, 0, 3*(theta-h.Theta)/h.H)
		}
	},
}

// fold computes hinges [lo, hi).
func (s *Sim) fold(lo, hi int, x []r3.Vec) {
	on, eps := &s.strains[cloth.Hinges], s.eps[cloth.Hinges][0]
	var theta [4]float64
	for i := lo; i < hi; i += len(theta) {
		hinges := s.Model.Hinges[i:min(i+len(theta), hi)]
		foldFour(hinges, x, s.hinge[i:], &theta)
		unfold(hinges, on.place[i:i+len(hinges)], &theta, on.epsN[0], eps)
	}
}

// turnHinges computes the second derivatives of angles, for all four vertices together, if the matrix is exact.
func (s *Sim) turnHinges() {
	if !s.exact {
		return
	}
	if s.turned == nil {
		s.turned = make([][4][4][9]float64, len(s.hinge))
	}
	s.pool.For(len(s.hinge), elementGrain, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			if d := NewDihedral(points(s.x, &s.Model.Hinges[k].V)); s.hinge[k].Sigma != 0 {
				s.turned[k] = d.Hessian()
			}
		}
	})
}

// addHingeCurvature adds A·σ·∇²ε, the indefinite part of the bending Hessian.
func (s *Sim) addHingeCurvature(ref elementRef) {
	h := s.Model.Hinges[ref.element].H
	for c := range 4 {
		out := s.matrix.Block(ref.block[c])
		for k, v := range s.turned[ref.element][ref.corner][c] {
			out[k] += s.hinge[ref.element].Sigma * 3 / h * v
		}
	}
}
