package pairs

import (
	"golang.org/x/sys/cpu"
	"gonum.org/v1/gonum/spatial/r3"
)

// useAVX2 selects the vector kernels. Tests clear it to run the portable ones.
var useAVX2 = cpu.X86.HasAVX2

// AVX2 twins of the Go functions of the same names, with the same operations in the same order and no fused ones:
// results are bitwise equal. Indices are not checked; n is the number of triangles.

//go:noescape
func deformAVX2(tri *[3]int32, corner *[2][3]float64, from, to *r3.Vec, grads *gradients, n int)

//go:noescape
func sumAVX2(met *int32, n int, grads *gradients, sum *[4]float64)

//go:noescape
func rangesAVX2(met *int32, n int, grads *gradients, basis *[3][2]float64, ranges *[2][4]float64)

func (p *Patches) deform(from, to []r3.Vec, lo, hi int) {
	if !useAVX2 || lo >= hi {
		p.deformGo(from, to, lo, hi)
		return
	}
	deformAVX2(&p.tri[lo], &p.corner[lo], &from[0], &to[0], &p.grads[lo], hi-lo)
}

func (p *Patches) sum(met []int32) (n [4]float64) {
	if !useAVX2 || len(met) == 0 {
		return p.sumGo(met)
	}
	sumAVX2(&met[0], len(met), &p.grads[0], &n)
	return n
}

func (p *Patches) ranges(met []int32, basis *[3][2]float64) (lo, hi [4]float64) {
	if !useAVX2 || len(met) == 0 {
		return p.rangesGo(met, basis)
	}
	var r [2][4]float64
	rangesAVX2(&met[0], len(met), &p.grads[0], basis, &r)
	return r[0], r[1]
}
