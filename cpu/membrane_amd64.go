package cpu

import (
	"unsafe"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

//lint:ignore U1000 the assembly has it from go_asm.h
const restArea = unsafe.Offsetof(cloth.TriRest{}.Area)

// The functions below process four triangles or numbers at a time, with the operations of those without Wide in the
// same order and no fused ones: results are bitwise equal.

// deformFourAVX2 trusts the corners of the triangles.
//
//go:noescape
func deformFourAVX2(x *r3.Vec, tri *[3]int32, rest *cloth.TriRest, slots *triSlot, eu, ev, shear *float64)

//go:noescape
func stressFourAVX2(b *batch, place int, rest *cloth.TriRest, slots *triSlot, energy *float64)

//go:noescape
func stressCurvesAVX2(b *batch, place int, area *float64, slots *curveSlot, energy *float64)

//go:noescape
func addPositiveAVX2(sum, v *float64, n int)

// deformWide computes four triangles from t on, with places from p on. It returns false and does nothing if it cannot.
func (s *Sim) deformWide(t, p int, x []r3.Vec) bool {
	place, eps := s.strains[cloth.Triangles].place[t:t+4], &s.eps[cloth.Triangles]
	if !useAVX2 || place[1] != int32(p+1) || place[2] != int32(p+2) || place[3] != int32(p+3) {
		return false
	}
	deformFourAVX2(&x[0], &s.Model.Tri[t : t+4][0], &s.Model.Rest[t : t+4][0], &s.tri[t : t+4][0], &eps[0][p : p+4][0],
		&eps[1][p : p+4][0], &eps[2][p : p+4][0])
	return true
}

// stressWide stores the results of the laws for four consecutive elements of the batch from place p on.
func (s *Sim) stressWide(b *batch, p int) bool {
	of := b.elements()[p : p+4]
	t := int(of[0])
	if !useAVX2 || s.exact || of[3] != of[0]+3 { // they ascend
		return false
	}
	stressFourAVX2(b, p, &s.Model.Rest[t : t+4][0], &s.tri[t : t+4][0], &b.energy[t-b.first : t-b.first+4][0])
	return true
}

// stressCurvesWide is stressWide for curvature elements.
func (s *Sim) stressCurvesWide(b *batch, p int) bool {
	of := b.elements()[p : p+4]
	i := int(of[0])
	if !useAVX2 || of[3] != of[0]+3 {
		return false
	}
	stressCurvesAVX2(b, p, &s.curveOf.area[i : i+4][0], &s.curve[i : i+4][0], &b.energy[i-b.first : i-b.first+4][0])
	return true
}

// addPositive adds the elements of v that are positive or NaN.
func addPositive(sum, v []float64) {
	n := 0
	if useAVX2 && len(v) >= 4 {
		n = len(v) &^ 3
		addPositiveAVX2(&sum[:n][0], &v[0], n)
	}
	addPositiveGo(sum[n:], v[n:])
}
