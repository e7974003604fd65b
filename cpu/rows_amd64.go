package cpu

import (
	"golang.org/x/sys/cpu"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// useAVX2 selects the vector kernels. Tests clear it to run the portable ones.
var useAVX2 = cpu.X86.HasAVX2

// AVX2 twins of the Go functions of the same names. They do not check the indices of refs, which newIncidence takes
// from the mesh and the matrix; n is the number of refs.

//go:noescape
func addHingesAVX2(val *float64, refs *elementRef, n int, slots *hingeSlot)

//go:noescape
func addTrianglesAVX2(val *float64, refs *triRef, n int, slots *triSlot, rest *cloth.TriRest, faces *PointResponse)

//go:noescape
func sumTrianglesAVX2(vec *r3.Vec, refs *triRef, n int, slots *triSlot, rest *cloth.TriRest, faces *PointResponse)

//go:noescape
func sumHingesAVX2(vec *r3.Vec, refs *elementRef, n int, slots *hingeSlot)

func addHinges(val []float64, refs []elementRef, slots []hingeSlot) {
	if !useAVX2 || len(refs) == 0 {
		addHingesGo(val, refs, slots)
		return
	}
	addHingesAVX2(&val[0], &refs[0], len(refs), &slots[0])
}

func addTriangles(val []float64, refs []triRef, slots []triSlot, rest []cloth.TriRest, faces []PointResponse) {
	if !useAVX2 || len(refs) == 0 {
		addTrianglesGo(val, refs, slots, rest, faces)
		return
	}
	addTrianglesAVX2(&val[0], &refs[0], len(refs), &slots[0], &rest[0], &faces[0])
}

func sumTriangles(g *r3.Vec, refs []triRef, slots []triSlot, rest []cloth.TriRest, faces []PointResponse) {
	if !useAVX2 || len(refs) == 0 {
		sumTrianglesGo(g, refs, slots, rest, faces)
		return
	}
	sumTrianglesAVX2(g, &refs[0], len(refs), &slots[0], &rest[0], &faces[0])
}

func sumHinges(g *r3.Vec, refs []elementRef, slots []hingeSlot) {
	if !useAVX2 || len(refs) == 0 {
		sumHingesGo(g, refs, slots)
		return
	}
	sumHingesAVX2(g, &refs[0], len(refs), &slots[0])
}
