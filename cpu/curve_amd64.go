package cpu

import (
	"unsafe"

	"hysteron/cloth"
)

// Layout of cloth.Curve for the assembly, which assumes nine hinges.
const (
	//lint:ignore U1000 the assembly has it from go_asm.h
	curveSize = unsafe.Sizeof(cloth.Curve{})
	//lint:ignore U1000 the assembly has it from go_asm.h
	curveHinge = unsafe.Offsetof(cloth.Curve{}.Hinge)
	//lint:ignore U1000 the assembly has it from go_asm.h
	curveC = unsafe.Offsetof(cloth.Curve{}.C)
)

var (
	_ = [1]struct{}{}[cloth.CurveHinges-9]
	_ = [1]struct{}{}[unsafe.Sizeof(curveSlot{})-72]
)

// The functions below are twins of those with Go in their names, as in rows.go. They do not check the indices of curves
// and refs.

//go:noescape
func bendAVX2(curves *cloth.Curve, place *int32, n int, hinge *float64, at *int32, e0, e1, e2 *float64)

//go:noescape
func transferAVX2(hinges *hingeSlot, n int, ptr *int32, refs *curveRef, curves *curveSlot, stiff float64)

func bendAll(curves []cloth.Curve, place []int32, hinge []float64, at []int32, eps *[most][]float64) {
	if !useAVX2 || len(curves) == 0 {
		bendAllGo(curves, place, hinge, at, eps)
		return
	}
	bendAVX2(&curves[0], &place[:len(curves)][0], len(curves), &hinge[0], &at[0], &eps[0][0], &eps[1][0], &eps[2][0])
}

// transfer is transferGo for the hinges from lo on.
func (l *curveLists) transfer(hinges []hingeSlot, lo int, curves []curveSlot, stiff float64) {
	if !useAVX2 || len(hinges) == 0 || len(l.ref) == 0 {
		l.transferGo(hinges, lo, curves, stiff)
		return
	}
	transferAVX2(&hinges[0], len(hinges), &l.ptr[lo : lo+len(hinges)+1][0], &l.ref[0], &curves[0], stiff)
}
