//go:build !amd64

package bvh

import "gonum.org/v1/gonum/spatial/r3"

func near(quads []quad, p r3.Vec, d2 float64, found *[64]int32) int {
	return nearGo(quads, p, d2, found)
}

func (q *quad) distances(p *r3.Vec) [4]float64 { return q.distancesGo(p) }
