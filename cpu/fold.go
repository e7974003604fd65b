package cpu

import (
	"unsafe"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Layout of cloth.Hinge for the assembly.
const (
	//lint:ignore U1000 the assembly has it from go_asm.h
	hingeSize = unsafe.Sizeof(cloth.Hinge{})
	//lint:ignore U1000 the assembly has it from go_asm.h
	hingeV = unsafe.Offsetof(cloth.Hinge{}.V)
	//lint:ignore U1000 the assembly has it from go_asm.h
	hingeH = unsafe.Offsetof(cloth.Hinge{}.H)
	//lint:ignore U1000 the assembly has it from go_asm.h
	hingeTheta = unsafe.Offsetof(cloth.Hinge{}.Theta)
)

// foldFourGo computes up to four hinges: angles, and the gradients of strains in their slots.
func foldFourGo(hinges []cloth.Hinge, x []r3.Vec, slots []hingeSlot, theta *[4]float64) {
	for i := range hinges {
		h := &hinges[i]
		var g [4]r3.Vec
		theta[i], g = DihedralAngle(points(x, &h.V))
		toStrain := 3 / h.H
		for k := range g {
			slots[i].G[k] = r3.Scale(toStrain, g[k])
		}
	}
}

// unfoldGo computes the strains of up to four hinges from angles, on the branches nearest to the start of the step.
func unfoldGo(hinges []cloth.Hinge, place []int32, theta *[4]float64, epsN, eps []float64) {
	for i := range hinges {
		p, h := place[i], &hinges[i]
		toStrain := 3 / h.H
		t := UnwrapAngle(theta[i], epsN[p]/toStrain+h.Theta)
		eps[p] = toStrain * (t - h.Theta)
	}
}
