package cpu

import (
	"hysteron/cloth"
	"hysteron/linalg"
)

// incidence lists, for each vertex, its elements of each kind, and the positions of the blocks of its matrix row. Every
// row gathers from its own elements in a fixed order, so no two workers write the same number, and sums are
// reproducible.
type incidence struct {
	triPtr []int32
	tri    []triRef
	of     [cloth.Kinds]elementRefs // of all other kinds
	joins  [cloth.Kinds]bool        // kinds of which vertices have any
}

type triRef struct {
	tri    int32
	corner int32
	block  [3]int32 // matrix blocks of (vertex, corner b)
}

// elementRef is an element of a vertex.
type elementRef struct {
	element int32
	corner  int32
	block   [cloth.MostCorners]int32
}

// elementRefs has the elements of each vertex.
type elementRefs struct {
	ptr []int32
	ref []elementRef
}

// at returns the elements of vertex v.
func (r *elementRefs) at(v int) []elementRef { return r.ref[r.ptr[v]:r.ptr[v+1]] }

// triangles returns the triangles of vertex v.
func (r *incidence) triangles(v int) []triRef { return r.tri[r.triPtr[v]:r.triPtr[v+1]] }

// Prefetch distance of the assembly in refs, and its largest value.
const (
	//lint:ignore U1000 the assembly has it from go_asm.h
	prefetch    = 12
	maxPrefetch = 48
)

func newIncidence(m *cloth.Model, a *linalg.BSR) (r incidence) {
	n := len(m.X0)
	r.triPtr, r.tri = linalg.Incident(a, n, len(m.Tri), func(i int) []int32 { return m.Tri[i][:] },
		func(i, c int32, b []int32) triRef { return triRef{i, c, [3]int32(b)} })
	r.tri = append(r.tri, make([]triRef, maxPrefetch)...)
	for kind := range cloth.Kinds {
		r.joins[kind] = kind.Row().Corners > 0 && m.Count(kind) > 0
		if kind != cloth.Triangles && kind.Row().Corners > 0 {
			r.of[kind] = newElementRefs(m, a, kind)
		}
	}
	return r
}

func newElementRefs(m *cloth.Model, a *linalg.BSR, kind cloth.Kind) (r elementRefs) {
	r.ptr, r.ref = linalg.Incident(a, len(m.X0), m.Count(kind), func(i int) []int32 { return m.Corners(kind, i) },
		func(i, c int32, b []int32) elementRef {
			ref := elementRef{element: i, corner: c}
			copy(ref.block[:], b)
			return ref
		})
	r.ref = append(r.ref, make([]elementRef, maxPrefetch)...)
	return r
}
