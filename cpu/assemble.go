package cpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu/sparse"
)

// incidence lists, for each vertex, the triangles and hinges it belongs to, and where the
// blocks of its matrix row go. Every row gathers from its own elements in a fixed order:
// no two goroutines write the same number, so sums are repeatable.
type incidence struct {
	triPtr   []int32
	tri      []triRef
	hingePtr []int32
	hinge    []hingeRef
}

type triRef struct {
	tri    int32
	corner int32
	block  [3]int32 // matrix blocks of (vertex, corner b)
}

type hingeRef struct {
	hinge int32
	local int32
	block [4]int32
}

func newIncidence(m *cloth.Model, a *sparse.BSR) incidence {
	n := len(m.X0)
	r := incidence{triPtr: make([]int32, n+1), hingePtr: make([]int32, n+1)}
	for _, t := range m.Tri {
		for _, v := range t {
			r.triPtr[v+1]++
		}
	}
	for i := range m.Hinges {
		for _, v := range m.Hinges[i].V {
			r.hingePtr[v+1]++
		}
	}
	for i := range n {
		r.triPtr[i+1] += r.triPtr[i]
		r.hingePtr[i+1] += r.hingePtr[i]
	}
	r.tri, r.hinge = make([]triRef, 3*len(m.Tri)), make([]hingeRef, 4*len(m.Hinges))
	triFill, hingeFill := append([]int32(nil), r.triPtr[:n]...), append([]int32(nil), r.hingePtr[:n]...)
	for i, t := range m.Tri {
		for c, v := range t {
			ref := triRef{tri: int32(i), corner: int32(c)}
			for b, w := range t {
				ref.block[b] = a.Find(v, w)
			}
			r.tri[triFill[v]] = ref
			triFill[v]++
		}
	}
	for i := range m.Hinges {
		for c, v := range m.Hinges[i].V {
			ref := hingeRef{hinge: int32(i), local: int32(c)}
			for b, w := range m.Hinges[i].V {
				ref.block[b] = a.Find(v, w)
			}
			r.hinge[hingeFill[v]] = ref
			hingeFill[v]++
		}
	}
	return r
}

// elements is what an evaluation of triangles, hinges and curves leaves.
type elements struct {
	strain      []Strain
	bendStrain  []float64
	curveStrain []Strain
	tri         []triSlot
	hinge       []hingeSlot
	curve       []curveSlot
}

func newElements(m *cloth.Model) elements {
	return elements{
		strain: make([]Strain, len(m.Tri)), tri: make([]triSlot, len(m.Tri)),
		bendStrain: make([]float64, len(m.Hinges)), hinge: make([]hingeSlot, len(m.Hinges)),
		curveStrain: make([]Strain, len(m.Curves)), curve: make([]curveSlot, len(m.Curves)),
	}
}

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
	s.strain[t] = eps
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
	theta = unwrap(theta, s.State.Bend[i].Eps/toStrain+h.Theta)
	eps := toStrain * (theta - h.Theta)
	s.bendStrain[i] = eps
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

// gatherGradient sums ∂Φ/∂x of all terms into s.g; rows of pinned vertices are zero.
func (s *Sim) gatherGradient() {
	if s.self != nil {
		s.self.list(len(s.x))
	}
	s.pool.For(len(s.g), elementGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if s.fixed[i] {
				s.g[i] = r3.Vec{}
				continue
			}
			g := s.vert[i].G
			for _, ref := range s.rows.tri[s.rows.triPtr[i]:s.rows.triPtr[i+1]] {
				q := &s.tri[ref.tri]
				g = r3.Add(g, q.gradient(s.Model.Rest[ref.tri].B[ref.corner]))
				g = r3.Add(g, r3.Scale(1./3, s.face[ref.tri].G))
			}
			for _, ref := range s.rows.hinge[s.rows.hingePtr[i]:s.rows.hingePtr[i+1]] {
				q := &s.hinge[ref.hinge]
				g = r3.Add(g, r3.Scale(q.Sigma, q.G[ref.local]))
			}
			if s.self != nil {
				for _, ref := range s.self.of(i) {
					p := &s.self.bearing[ref/4]
					g = r3.Add(g, r3.Scale(p.w[ref%4], p.g))
				}
			}
			s.g[i] = g
		}
	})
}

// gatherMatrix sums the second derivatives of all terms into the rows of the matrix.
func (s *Sim) gatherMatrix() {
	a := s.matrix
	if s.self != nil {
		s.self.list(len(s.x))
	}
	s.pool.For(a.N, elementGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := a.Val[9*a.RowPtr[i] : 9*a.RowPtr[i+1]]
			clear(row)
			first := a.RowPtr[i]
			at := func(block int32) *[9]float64 { return (*[9]float64)(row[9*(block-first):]) }
			h := &s.vert[i].H
			d := at(a.Diag[i])
			*d = [9]float64{h[0], h[5], h[4], h[5], h[1], h[3], h[4], h[3], h[2]}
			if s.self != nil {
				s.self.gatherOwn(i).addTo(d, 1)
			}
			for _, ref := range s.rows.tri[s.rows.triPtr[i]:s.rows.triPtr[i+1]] {
				q, b, face := &s.tri[ref.tri], &s.Model.Rest[ref.tri].B, &s.face[ref.tri].H
				for c := range 3 {
					out := at(ref.block[c])
					q.block(b[ref.corner], b[c], &q.SP, out)
					face.addTo(out, 1./9)
				}
			}
			for _, ref := range s.rows.hinge[s.rows.hingePtr[i]:s.rows.hingePtr[i+1]] {
				q := &s.hinge[ref.hinge]
				for c := range 4 {
					addOuterBlock(at(ref.block[c]), q.K, q.G[ref.local], q.G[c])
				}
				if s.exact {
					s.addHingeCurvature(ref, at)
				}
			}
			s.scale[i] = 1 / (d[0] + d[4] + d[8])
		}
	})
}

// addHingeCurvature adds A·σ·∇²ε, the part of the bending Hessian that is not semi-definite.
func (s *Sim) addHingeCurvature(ref hingeRef, at func(int32) *[9]float64) {
	h := &s.Model.Hinges[ref.hinge]
	d := newHingeGeometry(hingePoints(h, s.x))
	blocks := d.hessian()
	for c := range 4 {
		out := at(ref.block[c])
		for k, v := range blocks[ref.local][c] {
			out[k] += s.hinge[ref.hinge].Sigma * 3 / h.H * v
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
