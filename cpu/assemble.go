package cpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// gatherGradient sums ∂Φ/∂x of all terms into s.g; rows of pinned vertices are zero.
func (s *Sim) gatherGradient() { s.gatherGradientOf(nil) }

// gatherGradientOf does so for some vertices; nil: for all.
func (s *Sim) gatherGradientOf(some []bool) {
	if s.self != nil {
		s.self.list(len(s.x))
	}
	s.pool.For(len(s.g), elementGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if some != nil && !some[i] {
				continue
			}
			if s.fixed[i] {
				s.g[i] = r3.Vec{}
				continue
			}
			g := s.vert[i].G
			sumTriangles(&g, s.rows.tri[s.rows.triPtr[i]:s.rows.triPtr[i+1]], s.tri, s.Model.Rest, s.face)
			sumHinges(&g, s.rows.hinge[s.rows.hingePtr[i]:s.rows.hingePtr[i+1]], s.hinge)
			for _, ref := range s.rows.segment[s.rows.segmentPtr[i]:s.rows.segmentPtr[i+1]] {
				q := &s.segment[ref.segment]
				g = r3.Add(g, r3.Scale(float64(2*ref.local-1)*q.Sigma, q.E))
			}
			if s.self != nil {
				s.self.operator.AddGradient(i, &g)
			}
			s.g[i] = g
		}
	})
}

// gatherMatrix sums the second derivatives of all terms into the rows of the matrix.
func (s *Sim) gatherMatrix() { s.gatherMatrixOf(nil) }

// gatherMatrixOf does so for some vertices; nil: for all.
func (s *Sim) gatherMatrixOf(some []bool) {
	a := s.matrix
	if s.self != nil {
		s.self.list(len(s.x))
	}
	if s.exact { // once for all four vertices
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
	s.pool.For(a.N, elementGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if some != nil && !some[i] {
				continue
			}
			clear(a.Val[9*a.RowPtr[i] : 9*a.RowPtr[i+1]])
			h := &s.vert[i].H
			d := a.Block(a.Diag[i])
			*d = [9]float64{h[0], h[5], h[4], h[5], h[1], h[3], h[4], h[3], h[2]}
			if s.self != nil {
				s.self.operator.Own(i).AddTo(d, 1)
			}
			addTriangles(a.Val, s.rows.tri[s.rows.triPtr[i]:s.rows.triPtr[i+1]], s.tri, s.Model.Rest, s.face)
			hinges := s.rows.hinge[s.rows.hingePtr[i]:s.rows.hingePtr[i+1]]
			addHinges(a.Val, hinges, s.hinge)
			if s.exact {
				for _, ref := range hinges {
					s.addHingeCurvature(ref)
				}
			}
			for _, ref := range s.rows.segment[s.rows.segmentPtr[i]:s.rows.segmentPtr[i+1]] {
				q := &s.segment[ref.segment]
				q.addBlock(1, a.Block(ref.block[ref.local]))
				q.addBlock(-1, a.Block(ref.block[1-ref.local]))
			}
			s.scale[i] = 1 / (d[0] + d[4] + d[8])
		}
	})
}

// addHingeCurvature adds A·σ·∇²ε, the part of the bending Hessian that is not semi-definite.
func (s *Sim) addHingeCurvature(ref hingeRef) {
	h := s.Model.Hinges[ref.hinge].H
	for c := range 4 {
		out := s.matrix.Block(ref.block[c])
		for k, v := range s.turned[ref.hinge][ref.local][c] {
			out[k] += s.hinge[ref.hinge].Sigma * 3 / h * v
		}
	}
}

// gradientNorm is ‖g‖ in the norm of the inverse diagonal, an energy: what the local
// stiffness would give back if every vertex moved alone.
func (s *Sim) gradientNorm() float64 {
	return math.Sqrt(s.pool.Sum(len(s.g), func(lo, hi int) float64 {
		var sum float64
		for i := lo; i < hi; i++ {
			sum += r3.Norm2(s.g[i]) * s.scale[i]
		}
		return sum
	}))
}

// residual is how far the gradient would move cloth without stiffness, see step.Weights [m]. It is zero in rows of
// pinned vertices.
func (s *Sim) residual() float64 {
	return s.H * s.H * math.Sqrt(s.pool.Sum(len(s.g), func(lo, hi int) (sum float64) {
		for i := lo; i < hi; i++ {
			sum += r3.Norm2(s.g[i]) * s.cg.Weight[i]
		}
		return sum
	}))
}

// rounding is a bound on what the rounding of positions makes of unbalanced [m]. A coordinate x has the error u·|x|
// with the unit round-off u = 2⁻⁵³. It changes the gradient of a vertex through its own diagonal block A, and those of
// its neighbours change it by as much together, as a translation changes no strain: by 2·tr A·u·|x|.
func (s *Sim) rounding() float64 {
	return s.H * s.H * math.Sqrt(s.pool.Sum(len(s.x), func(lo, hi int) (sum float64) {
		for i := lo; i < hi; i++ {
			if !s.fixed[i] {
				sum += sq(0x1p-52/s.scale[i]) * r3.Norm2(s.x[i]) * s.cg.Weight[i]
			}
		}
		return sum
	}))
}

// longest is Reductions.Move of the search direction [m].
func (s *Sim) longest() float64 {
	return math.Sqrt(s.pool.Max(len(s.p), func(lo, hi int) (l float64) {
		for i := lo; i < hi; i++ {
			l = max(l, r3.Norm2(s.p[i]))
		}
		return l
	}))
}

// mean is Reductions.Mean of the search direction [m]: the root of Σ m|p|²/M over the mass M of each piece, by
// step.Weights. Pieces count one by one, whatever moves as one.
func (s *Sim) mean() float64 {
	return math.Sqrt(float64(len(s.components.flying)) * s.pool.Sum(len(s.p), func(lo, hi int) (sum float64) {
		for i := lo; i < hi; i++ {
			sum += r3.Norm2(s.p[i]) * s.cg.Weight[i] * s.Model.Mass[i] * s.Model.Mass[i]
		}
		return sum
	}))
}
