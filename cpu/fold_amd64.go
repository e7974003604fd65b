package cpu

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// foldFourAVX2 writes the gradients of the strains of four hinges to their slots, and the sines and cosines of their
// angles, with the operations of dihedral.Angle in the same order. It is false, and the slots are as they were, where
// one of the hinges is degenerate. It trusts the vertices of hinges.
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
	if anglesAVX2(&sin, &cos, theta) {
		return
	}
	for i := range theta {
		theta[i] = math.Atan2(sin[i], cos[i])
	}
}

// anglesAVX2 is math.Atan2 of four sines and cosines whose tangents need its series alone; it is false, and nothing has
// happened, where one is beyond.
//
//go:noescape
func anglesAVX2(sin, cos, theta *[4]float64) bool

// unfoldAVX2 is unfoldGo for four hinges in places that follow each other, none of which may have turned by half a turn
// within the step; else it is false, and nothing has happened.
//
//go:noescape
func unfoldAVX2(hinges *cloth.Hinge, theta *[4]float64, epsN, eps *float64) bool

// unfold is unfoldGo, with the same bits.
func unfold(hinges []cloth.Hinge, place []int32, theta *[4]float64, epsN, eps []float64) {
	if useAVX2 && len(hinges) == 4 {
		p := place[0]
		if place[1] == p+1 && place[2] == p+2 && place[3] == p+3 && unfoldAVX2(&hinges[0], theta, &epsN[p : p+4][0],
			&eps[p : p+4][0]) {
			return
		}
	}
	unfoldGo(hinges, place, theta, epsN, eps)
}
