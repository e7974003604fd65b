package cpu

import (
	"unsafe"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/linalg"
)

// Contributions of elements to one row of the system. On amd64 the functions without Go in their names process four
// numbers at a time, with the same operations in the same order and no fused ones: results are bitwise equal.

// Layout of cloth.TriRest for the assembly.
const (
	//lint:ignore U1000 the assembly has it from go_asm.h
	restSize = unsafe.Sizeof(cloth.TriRest{})
	//lint:ignore U1000 the assembly has it from go_asm.h
	restB = unsafe.Offsetof(cloth.TriRest{}.B)
)

// addHingesGo adds the hinges' blocks of a row of the matrix: K·∇ε ∇εᵀ.
func addHingesGo(val []float64, refs []elementRef, slots []hingeSlot) {
	for i := range refs {
		ref := &refs[i]
		q := &slots[ref.element]
		for c := range 4 {
			linalg.AddOuter(blockOf(val, ref.block[c]), q.K, q.G[ref.corner], q.G[c])
		}
	}
}

// addTrianglesGo adds the blocks of triangles and of their centroids to a row of the matrix.
func addTrianglesGo(val []float64, refs []triRef, slots []triSlot, rest []cloth.TriRest, faces []PointResponse) {
	for i := range refs {
		ref := &refs[i]
		q, b, face := &slots[ref.tri], &rest[ref.tri].B, &faces[ref.tri].H
		for c := range 3 {
			out := blockOf(val, ref.block[c])
			q.block(b[ref.corner], b[c], &q.SP, out)
			face.AddTo(out, 1./9)
		}
	}
}

// sumTrianglesGo adds the contributions of triangles and of their centroids to a vertex's gradient.
func sumTrianglesGo(g *r3.Vec, refs []triRef, slots []triSlot, rest []cloth.TriRest, faces []PointResponse) {
	for i := range refs {
		ref := &refs[i]
		*g = r3.Add(*g, slots[ref.tri].gradient(rest[ref.tri].B[ref.corner]))
		*g = r3.Add(*g, r3.Scale(1./3, faces[ref.tri].G))
	}
}

// sumHingesGo adds the contributions of hinges to a vertex's gradient.
func sumHingesGo(g *r3.Vec, refs []elementRef, slots []hingeSlot) {
	for i := range refs {
		q := &slots[refs[i].element]
		*g = r3.Add(*g, r3.Scale(q.Sigma, q.G[refs[i].corner]))
	}
}

// blockOf returns a block of the matrix, see linalg.BSR.
func blockOf(val []float64, k int32) *[9]float64 { return (*[9]float64)(val[9*int(k):]) }
