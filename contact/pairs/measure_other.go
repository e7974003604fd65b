//go:build !amd64

package pairs

import "gonum.org/v1/gonum/spatial/r3"

func (p *Patches) deform(from, to []r3.Vec, lo, hi int) { p.deformGo(from, to, lo, hi) }

func (p *Patches) sum(met []int32) [4]float64 { return p.sumGo(met) }

func (p *Patches) ranges(met []int32, basis *[3][2]float64) (lo, hi [4]float64) {
	return p.rangesGo(met, basis)
}
