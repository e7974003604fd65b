package bvh

import (
	"golang.org/x/sys/cpu"
	"gonum.org/v1/gonum/spatial/r3"
)

// useAVX2 selects the vector kernel. Tests clear it to run the portable one.
var useAVX2 = cpu.X86.HasAVX2

//go:noescape
func nearAVX2(quads *quad, p *r3.Vec, d2 float64, found *[64]int32) int

//go:noescape
func distancesAVX2(q *quad, p *r3.Vec, d *[4]float64)

// distances is distancesGo, with equal results for finite points.
func (q *quad) distances(p *r3.Vec) (d [4]float64) {
	if !useAVX2 {
		return q.distancesGo(p)
	}
	distancesAVX2(q, p, &d)
	return d
}

// near is nearGo, with equal results.
func near(quads []quad, p r3.Vec, d2 float64, found *[64]int32) int {
	if !useAVX2 {
		return nearGo(quads, p, d2, found)
	}
	return nearAVX2(&quads[0], &p, d2, found)
}
