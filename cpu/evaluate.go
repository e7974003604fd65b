package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu/proximity"
)

// swap goes back to the evaluation before the last swap, and keeps the present one for the next.
func (s *Sim) swap() { s.elements, s.spare = s.spare, s.elements }

// evaluateElements evaluates all triangle and hinge terms at positions x and returns their
// energy; what the gather passes need stays in the slots.
func (s *Sim) evaluateElements(x []r3.Vec) float64 {
	m := s.Model
	e := s.pool.Sum(len(m.Tri), func(lo, hi int) float64 {
		var sum float64
		var r MembraneResponse // one for all: what is passed to a term lies on the heap
		for t := lo; t < hi; t++ {
			sum += s.evaluateTriangle(t, x, &r)
		}
		return sum
	})
	e += s.pool.Sum(len(m.Hinges), func(lo, hi int) float64 {
		var sum float64
		var r HingeResponse
		for i := lo; i < hi; i++ {
			sum += s.evaluateHinge(i, x, &r)
		}
		return sum
	})
	return e + s.evaluateCurves()
}

func (s *Sim) evaluateTriangle(t int, x []r3.Vec, r *MembraneResponse) float64 {
	v, rest, q := s.Model.Tri[t], &s.Model.Rest[t], &s.tri[t]
	x0, x1, x2 := x[v[0]], x[v[1]], x[v[2]]
	q.Wu, q.Wv = deformation(rest, x0, x1, x2)
	eps := greenStrain(q.Wu, q.Wv)
	copy(s.eps[cloth.Triangles][3*t:], eps[:])
	*r = MembraneResponse{}
	for _, term := range s.membranes {
		term.Membrane(t, eps, r)
	}
	for k := range q.S {
		q.S[k] = rest.Area * r.S[k]
	}
	for k := range q.C {
		q.C[k] = rest.Area * r.C[k]
	}
	if s.exact {
		q.SP = q.S
	} else {
		q.SP = clampStress(q.S)
	}
	return rest.Area * r.Psi
}

func (s *Sim) evaluateHinge(i int, x []r3.Vec, r *HingeResponse) float64 {
	h, q := &s.Model.Hinges[i], &s.hinge[i]
	theta, g := dihedral(hingePoints(h, x))
	toStrain := 3 / h.H
	theta = unwrap(theta, s.State.Past[cloth.Hinges].Eps(i, 0)/toStrain+h.Theta)
	eps := toStrain * (theta - h.Theta)
	s.eps[cloth.Hinges][i] = eps
	*r = HingeResponse{}
	for _, term := range s.hinges {
		term.Hinge(i, eps, r)
	}
	area := h.Area()
	for k := range g {
		q.G[k] = r3.Scale(toStrain, g[k])
	}
	q.Sigma, q.K = area*r.Sigma, area*r.K
	return area * r.Psi
}

// evaluatePoints evaluates all terms on vertices, centroids and pairs at positions x and returns
// their energy.
func (s *Sim) evaluatePoints(x []r3.Vec) float64 {
	e := s.pool.Sum(len(s.face), func(lo, hi int) float64 {
		var sum float64
		for t := lo; t < hi; t++ {
			r := &s.face[t]
			*r = PointResponse{}
			c := mean3(x, s.Model.Tri[t])
			for _, term := range s.faces {
				term.Face(t, c, r)
			}
			sum += r.Psi
		}
		return sum
	})
	e += s.evaluatePairs(x)
	return e + s.pool.Sum(len(x), func(lo, hi int) float64 {
		var sum float64
		for i := lo; i < hi; i++ {
			r := &s.vert[i]
			*r = PointResponse{}
			for _, term := range s.vertices {
				term.Vertex(i, x[i], r)
			}
			sum += r.Psi
		}
		return sum
	})
}

// evaluateCurves evaluates all curve terms at the bending strains of the hinges and returns
// their energy; what the hinges have to pass on to their vertices goes to their slots.
func (s *Sim) evaluateCurves() float64 {
	m := s.Model
	if len(m.Curves) == 0 {
		return 0
	}
	e := s.pool.Sum(len(m.Curves), func(lo, hi int) float64 {
		var sum float64
		var r MembraneResponse
		for i := lo; i < hi; i++ {
			c, q := &m.Curves[i], &s.curve[i]
			eps := bendStrains(c, s.eps[cloth.Hinges])
			copy(s.eps[cloth.Curves][3*i:], eps[:])
			r = MembraneResponse{}
			for _, term := range s.curves {
				term.Curve(i, eps, &r)
			}
			area := m.Rest[c.Tri].Area / 3
			for k := range q.S {
				q.S[k] = area * r.S[k]
			}
			for k := range q.C {
				q.C[k] = area * r.C[k]
			}
			sum += area * r.Psi
		}
		return sum
	})
	stiff := curveStiffening
	if s.exact {
		stiff = 1
	}
	s.pool.For(len(m.Hinges), elementGrain, func(lo, hi int) {
		for h := lo; h < hi; h++ {
			q := &s.hinge[h]
			refs := s.curveOf.of(h)
			for k := range refs {
				c, slot := &refs[k].c, &s.curve[refs[k].curve]
				q.Sigma += c[0]*slot.S[0] + c[1]*slot.S[1] + c[2]*slot.S[2]
				q.K += stiff * slot.C.form(c, c)
			}
		}
	})
	return e
}

// evaluatePairs evaluates all terms on the active pairs at positions x and returns their energy.
func (s *Sim) evaluatePairs(x []r3.Vec) float64 {
	if s.self == nil {
		return 0
	}
	s.self.listed = false
	s.self.bears = resize(s.self.bears, len(s.self.active))
	return s.pool.Sum(len(s.self.active), func(lo, hi int) float64 {
		var sum float64
		for i := lo; i < hi; i++ {
			p := &s.self.active[i]
			p.response = PointResponse{}
			at := points(x, &p.v)
			r := proximity.Between(&p.w, &at)
			for _, term := range s.pairTerms {
				term.Pair(i, r, &p.response)
			}
			s.self.bears[i] = p.response.G != r3.Vec{} || p.response.H != Sym3{}
			sum += p.response.Psi
		}
		return sum
	})
}
