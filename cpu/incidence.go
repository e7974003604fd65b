package cpu

import (
	"hysteron/cloth"
	"hysteron/cpu/sparse"
)

// incidence lists, for each vertex, the triangles, hinges and segments it belongs to, and where the
// blocks of its matrix row go. Every row gathers from its own elements in a fixed order:
// no two goroutines write the same number, so sums are repeatable.
type incidence struct {
	triPtr   []int32
	tri      []triRef
	hingePtr []int32
	hinge    []hingeRef
	segments segmentLists
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
	r := incidence{triPtr: make([]int32, n+1), hingePtr: make([]int32, n+1), segments: newSegmentLists(m, a)}
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
