package cpu

import (
	"unsafe"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu/dihedral"
)

// Layout of cloth.Hinge for the assembly.
const (
	//lint:ignore U1000 the assembly has it from go_asm.h
	hingeSize = unsafe.Sizeof(cloth.Hinge{})
	//lint:ignore U1000 the assembly has it from go_asm.h
	hingeV = unsafe.Offsetof(cloth.Hinge{}.V)
	//lint:ignore U1000 the assembly has it from go_asm.h
	hingeH = unsafe.Offsetof(cloth.Hinge{}.H)
)

// foldFourGo measures up to four hinges: their angles, and in their slots the gradients of their strains.
func foldFourGo(hinges []cloth.Hinge, x []r3.Vec, slots []hingeSlot, theta *[4]float64) {
	for i := range hinges {
		h := &hinges[i]
		var g [4]r3.Vec
		theta[i], g = dihedral.Angle(points(x, &h.V))
		toStrain := 3 / h.H
		for k := range g {
			slots[i].G[k] = r3.Scale(toStrain, g[k])
		}
	}
}
