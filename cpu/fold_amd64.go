package cpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// foldFourAVX2 writes the gradients of the strains of four hinges to their slots, and the sines and cosines of their angles, with the operations of dihedral.Angle in
// the same order. It is false, and the slots are as they were, where one of the hinges is degenerate. It trusts the vertices of hinges.
//
//go:noescape
func foldFourAVX2(x *r3.Vec, hinges *cloth.Hinge, slots *hingeSlot, sin, cos *[4]float64) bool

// foldFour is foldFourGo, with the same bits.
func foldFour(hinges []cloth.Hinge, x []r3.Vec, slots []hingeSlot, theta *[4]float64) {
	var sin, cos [4]float64
	if !useAVX2 || len(hinges) < 4 || !foldFourAVX2(&x[0], &hinges[0], &slots[:4][0], &sin, &cos) {
		foldFourGo(hinges, x, slots, theta)
		return
	}
	for i := range theta {
		theta[i] = math.Atan2(sin[i], cos[i])
	}
}
