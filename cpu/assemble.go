package cpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// gatherGradient assembles ∂Φ/∂x of all terms in s.g, with zeros for pinned vertices.
func (s *Sim) gatherGradient() { s.gatherGradientOf(nil) }

// gatherGradientOf assembles it for some vertices; nil: all.
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
			g := &s.g[i] // a variable of its own would escape to the heap
			*g = s.vert[i].G
			for kind, code := range codes {
				if s.rows.joins[kind] {
					code.sum(s, cloth.Kind(kind), i, g)
				}
			}
			if s.self != nil {
				s.self.operator.AddGradient(i, g)
			}
			if s.air.of != nil {
				s.addAir(i, g)
			}
		}
	})
	s.rigid.foldGradient(s.x, s.g)
}

// gatherMatrix assembles the second derivatives of all terms in the matrix.
func (s *Sim) gatherMatrix() { s.gatherMatrixOf(nil) }

// gatherMatrixOf assembles the rows of some vertices; nil: all.
func (s *Sim) gatherMatrixOf(some []bool) {
	a := s.matrix
	if s.self != nil {
		s.self.list(len(s.x))
	}
	for _, code := range codes {
		code.prepare(s)
	}
	s.air.operator.update(s)
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
			for kind, code := range codes {
				if s.rows.joins[kind] {
					code.add(s, cloth.Kind(kind), i)
				}
			}
			trace := d[0] + d[4] + d[8]
			s.scale[i], s.elastic[i] = 1/trace, max(0, trace-s.pointTrace(i))
		}
	})
	s.foldMatrix()
}

// gradientNorm returns ‖g‖ in the norm of the inverse diagonal, an energy: what local stiffness would release if every
// vertex moved alone.
func (s *Sim) gradientNorm() float64 {
	return math.Sqrt(s.pool.Sum(len(s.g), func(lo, hi int) float64 {
		var sum float64
		for i := lo; i < hi; i++ {
			sum += r3.Norm2(s.g[i]) * s.scale[i]
		}
		return sum
	}))
}

// endNorm returns ‖g‖ in the norm of the inverse diagonal at the present positions: that of the last matrix, with the
// present responses of points and pairs in place of those in it. Contact and friction change by orders of magnitude
// within a Newton step.
func (s *Sim) endNorm() float64 {
	return math.Sqrt(s.pool.Sum(len(s.g), func(lo, hi int) (sum float64) {
		for i := lo; i < hi; i++ {
			g := r3.Norm2(s.g[i])
			switch trace := s.elastic[i]; {
			case g == 0:
			case trace < 0:
				sum += g * s.scale[i]
			default:
				sum += g / (trace + s.pointTrace(i))
			}
		}
		return sum
	}))
}

// pointTrace returns the trace of the second derivatives of points and pairs in the diagonal block of vertex i [N/m].
func (s *Sim) pointTrace(i int) float64 {
	trace := s.vert[i].H.Trace()
	for _, ref := range s.rows.triangles(i) {
		trace += s.face[ref.tri].H.Trace() / 9
	}
	if s.self != nil {
		trace += s.self.operator.traceOf(i)
	}
	return trace
}

// residual returns how far the gradient would move cloth without stiffness, see step.Weights [m]. It is zero in rows of
// pinned vertices.
func (s *Sim) residual() float64 {
	return s.H * s.H * math.Sqrt(s.pool.Sum(len(s.g), func(lo, hi int) (sum float64) {
		for i := lo; i < hi; i++ {
			sum += r3.Norm2(s.g[i]) * s.cg.Weight[i]
		}
		return sum
	}))
}

// rounding returns a bound of the effect of rounded positions on the residual [m]. A coordinate x has the error u·|x|
// with the unit round-off u = 2⁻⁵³. It changes the gradient of its vertex by the diagonal block A, and those of the
// neighbours in total by as much, because a translation changes no strain: by 2·tr A·u·|x| in all.
func (s *Sim) rounding() float64 {
	return s.H * s.H * math.Sqrt(s.pool.Sum(len(s.x), func(lo, hi int) (sum float64) {
		for i := lo; i < hi; i++ {
			if !s.fixed[i] && s.cg.Weight[i] > 0 {
				sum += sq(0x1p-52/s.scale[i]) * r3.Norm2(s.x[i]) * s.cg.Weight[i]
			}
		}
		return sum
	}))
}

// longest returns Reductions.Move of the search direction [m].
func (s *Sim) longest() float64 {
	return math.Sqrt(s.pool.Max(len(s.p), func(lo, hi int) (l float64) {
		for i := lo; i < hi; i++ {
			l = max(l, r3.Norm2(s.p[i]))
		}
		return l
	}))
}

// mean returns Reductions.Mean of the search direction [m]: √(Σ m|p|²/M) over the mass M of each mesh component,
// weighted by step.Weights. Every mesh component counts separately, also if several move together.
func (s *Sim) mean() float64 {
	return math.Sqrt(float64(len(s.components.flying)) * s.pool.Sum(len(s.p), func(lo, hi int) (sum float64) {
		for i := lo; i < hi; i++ {
			sum += r3.Norm2(s.p[i]) * s.cg.Weight[i] * s.Model.Mass[i] * s.Model.Mass[i]
		}
		return sum
	}))
}
