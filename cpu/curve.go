package cpu

import "hysteron/cloth"

// curveSlot has what the hinges need of a curvature element, after the laws.
type curveSlot struct {
	S Strain // stress times a third of the area [N·m²]
	C Sym3   // tangent times the same [N·m³]
}

// curveRef is a curvature element that depends on a hinge, with its coefficient cloth.Curve.C.
type curveRef struct {
	curve int32
	c     [3]float64
}

// curveLists has, for each hinge, the curvature elements that depend on it.
type curveLists struct {
	ptr  []int32
	ref  []curveRef
	area []float64 // of each element: a third of its triangle's
}

func newCurveLists(m *cloth.Model) curveLists {
	each := func(add func(h int32, r curveRef)) {
		for i := range m.Curves {
			for k, h := range m.Curves[i].Hinge {
				if k == 0 || h != m.Curves[i].Hinge[0] {
					add(h, curveRef{int32(i), m.Curves[i].C[k]})
				}
			}
		}
	}
	n := len(m.Hinges)
	l := curveLists{ptr: make([]int32, n+1), area: make([]float64, len(m.Curves))}
	for i := range m.Curves {
		l.area[i] = m.Rest[m.Curves[i].Tri].Area / 3
	}
	each(func(h int32, _ curveRef) { l.ptr[h+1]++ })
	for i := range n {
		l.ptr[i+1] += l.ptr[i]
	}
	l.ref = make([]curveRef, l.ptr[n])
	fill := append([]int32(nil), l.ptr[:n]...)
	each(func(h int32, r curveRef) {
		l.ref[fill[h]] = r
		fill[h]++
	})
	return l
}

// transferGo adds the forces of curvature elements, with stiffened tangents, to the slots of the hinges from lo on.
func (l *curveLists) transferGo(hinges []hingeSlot, lo int, curves []curveSlot, stiff float64) {
	for h := range hinges {
		q, refs := &hinges[h], l.ref[l.ptr[lo+h]:l.ptr[lo+h+1]]
		for k := range refs {
			c, slot := &refs[k].c, &curves[refs[k].curve]
			q.Sigma += c[0]*slot.S[0] + c[1]*slot.S[1] + c[2]*slot.S[2]
			q.K += stiff * slot.C.Form(c, c)
		}
	}
}

// bendAllGo computes curvature elements, at the given places, from the strains of hinges at places at.
func bendAllGo(curves []cloth.Curve, place []int32, hinge []float64, at []int32, eps *[most][]float64) {
	for i := range curves {
		p, e := place[i], bendStrains(&curves[i], hinge, at)
		eps[0][p], eps[1][p], eps[2][p] = e[0], e[1], e[2]
	}
}

// curveStiffening is the factor on the curvature elements' part of the matrix. That part has only the products of each
// hinge's gradient with itself, and so keeps the pattern of hinges: a curvature element couples twelve vertices, which
// would increase rows from 13 blocks to 37. Omitting products of different hinges makes convergence slightly slower and
// does not change results. In an equilateral triangle without coupling the full form is between 0.75 and 1.5 times this
// diagonal; in others the range is larger.
//
// Measured with factors 1, 1.25, 1.5 and 2 (20 edges along the strip of TestConvergentCantilever, 5 steps): the heavy
// elastica of Γ = 1 takes 233, 65, 72 and 98 Newton iterations on alternating diagonals and 47, 52, 62 and 80 on an
// unstructured mesh, that of Γ = 100 takes 166, 144, 156, 180 and 131, 139, 146, 160. A cotton sheet of 26×26 vertices
// that falls on a sphere at 1/120 s takes 7 to 8 per step with all of them, with the omitted products (8.4), and with
// hinges.
const curveStiffening = 1.25

// bendStrains returns the strains of a curvature element from those of hinges at the given places.
func bendStrains(c *cloth.Curve, hinge []float64, place []int32) (e Strain) {
	for k, h := range c.Hinge {
		for i := range e {
			e[i] += c.C[k][i] * hinge[place[h]]
		}
	}
	return e
}
