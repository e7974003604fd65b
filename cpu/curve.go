package cpu

import "hysteron/cloth"

// curveSlot keeps what the hinges need of one curve after all laws have spoken.
type curveSlot struct {
	S Strain // stress times a third of the area [N·m²]
	C Sym3   // tangent times the same [N·m³]
}

// curveRef is a curve that depends on a hinge, and how: cloth.Curve.C of it.
type curveRef struct {
	curve int32
	c     [3]float64
}

// curveLists tells for each hinge the curves that depend on it.
type curveLists struct {
	ptr  []int32
	ref  []curveRef
	area []float64 // that each curve stands for: a third of its triangle's, which lies elsewhere
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

// transferGo adds to the slots of the hinges from lo on what they have to pass on to their vertices for their curves;
// these are stiffened.
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

// bendAllGo measures curves, which have the given places, by the strains of hinges, which are at the places given.
func bendAllGo(curves []cloth.Curve, place []int32, hinge []float64, at []int32, eps *[most][]float64) {
	for i := range curves {
		p, e := place[i], bendStrains(&curves[i], hinge, at)
		eps[0][p], eps[1][p], eps[2][p] = e[0], e[1], e[2]
	}
}

// curveStiffening multiplies the curves' part of the matrix, which has the product of each hinge's
// gradient with itself alone and so keeps the pattern of hinges: a curve couples twelve vertices,
// and rows of 13 blocks would grow to 37. Leaving out the products of different hinges steers
// the iteration a little worse and changes no result. In an equilateral triangle without
// coupling the whole form is between 0.75 and 1.5 of this diagonal; in others it spreads more.
//
// Measured with factors 1, 1.25, 1.5 and 2 (20 edges along the strip of TestConvergentCantilever,
// 5 steps): the heavy elastica of Γ = 1 takes 233, 65, 72 and 98 Newton iterations on
// alternating diagonals and 47, 52, 62 and 80 on an unstructured mesh, that of Γ = 100 takes
// 166, 144, 156, 180 and 131, 139, 146, 160. A cotton sheet of 26×26 vertices that falls on a
// sphere at 1/120 s takes 7 to 8 per step with all of them, with the left-out products (8.4),
// and with hinges.
const curveStiffening = 1.25

// bendStrains of a curve from those of hinges, which are in the given places.
func bendStrains(c *cloth.Curve, hinge []float64, place []int32) (e Strain) {
	for k, h := range c.Hinge {
		for i := range e {
			e[i] += c.C[k][i] * hinge[place[h]]
		}
	}
	return e
}
