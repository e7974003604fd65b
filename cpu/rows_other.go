//go:build !amd64

package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

func addHinges(val []float64, refs []hingeRef, slots []hingeSlot) { addHingesGo(val, refs, slots) }

func addTriangles(val []float64, refs []triRef, slots []triSlot, rest []cloth.TriRest, faces []PointResponse) {
	addTrianglesGo(val, refs, slots, rest, faces)
}

func sumTriangles(g *r3.Vec, refs []triRef, slots []triSlot, rest []cloth.TriRest, faces []PointResponse) {
	sumTrianglesGo(g, refs, slots, rest, faces)
}

func sumHinges(g *r3.Vec, refs []hingeRef, slots []hingeSlot) { sumHingesGo(g, refs, slots) }

func foldFour(hinges []cloth.Hinge, x []r3.Vec, slots []hingeSlot, theta *[4]float64) {
	foldFourGo(hinges, x, slots, theta)
}
