//go:build !amd64

package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

func addHinges(val []float64, refs []elementRef, slots []hingeSlot) { addHingesGo(val, refs, slots) }

func addTriangles(val []float64, refs []triRef, slots []triSlot, rest []cloth.TriRest, faces []PointResponse) {
	addTrianglesGo(val, refs, slots, rest, faces)
}

func sumTriangles(g *r3.Vec, refs []triRef, slots []triSlot, rest []cloth.TriRest, faces []PointResponse) {
	sumTrianglesGo(g, refs, slots, rest, faces)
}

func sumHinges(g *r3.Vec, refs []elementRef, slots []hingeSlot) { sumHingesGo(g, refs, slots) }

func foldFour(hinges []cloth.Hinge, x []r3.Vec, slots []hingeSlot, theta *[4]float64) {
	foldFourGo(hinges, x, slots, theta)
}

func unfold(hinges []cloth.Hinge, place []int32, theta *[4]float64, epsN, eps []float64) {
	unfoldGo(hinges, place, theta, epsN, eps)
}

func (s *Sim) deformWide(int, int, []r3.Vec) bool { return false }

func (s *Sim) stressWide(*batch, int) bool { return false }

func (s *Sim) stressCurvesWide(*batch, int) bool { return false }

func addPositive(sum, v []float64) { addPositiveGo(sum, v) }

func bendAll(curves []cloth.Curve, place []int32, hinge []float64, at []int32, eps *[most][]float64) {
	bendAllGo(curves, place, hinge, at, eps)
}

func (l *curveLists) transfer(hinges []hingeSlot, lo int, curves []curveSlot, stiff float64) {
	l.transferGo(hinges, lo, curves, stiff)
}
