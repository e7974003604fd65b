package cpu

import (
	"hysteron/cloth"
	"hysteron/linalg"
)

// incidence lists, for each vertex, the triangles, hinges and segments it belongs to, and where the
// blocks of its matrix row go. Every row gathers from its own elements in a fixed order:
// no two goroutines write the same number, so sums are repeatable.
type incidence struct {
	triPtr     []int32
	tri        []triRef
	hingePtr   []int32
	hinge      []hingeRef
	segmentPtr []int32
	segment    []segmentRef
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

type segmentRef struct {
	segment int32
	local   int32
	block   [2]int32
}

// How many refs ahead the assembly fetches what they refer to, and at most.
const (
	//lint:ignore U1000 the assembly has it from go_asm.h
	ahead     = 12
	mostAhead = 48
)

func newIncidence(m *cloth.Model, a *linalg.BSR) (r incidence) {
	n := len(m.X0)
	r.triPtr, r.tri = linalg.Incident(a, n, len(m.Tri), func(i int) []int32 { return m.Tri[i][:] },
		func(i, c int32, b []int32) triRef { return triRef{i, c, [3]int32(b)} })
	r.hingePtr, r.hinge = linalg.Incident(a, n, len(m.Hinges), func(i int) []int32 { return m.Hinges[i].V[:] },
		func(i, c int32, b []int32) hingeRef { return hingeRef{i, c, [4]int32(b)} })
	r.segmentPtr, r.segment = linalg.Incident(a, n, len(m.Segments), func(i int) []int32 { return m.Segments[i].V[:] },
		func(i, c int32, b []int32) segmentRef { return segmentRef{i, c, [2]int32(b)} })
	r.tri, r.hinge = append(r.tri, make([]triRef, mostAhead)...), append(r.hinge, make([]hingeRef, mostAhead)...)
	return r
}
