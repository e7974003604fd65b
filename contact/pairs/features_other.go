//go:build !amd64

package pairs

import "gonum.org/v1/gonum/spatial/r3"

func (f *Features) follow(from, to []r3.Vec) { f.followGo(from, to) }

func overlap(rows []row, stride int, a *Box, masks []uint8) { overlapGo(rows, stride, a, masks) }

func (p *probe) triangles(rows []row, vertex [][3][4]int32, masks []uint8) {
	p.nearGo(rows, vertex, 1, 3, masks)
}

func (p *probe) edges(rows []row, vertex [][3][4]int32, masks []uint8) {
	p.nearGo(rows, vertex, 2, 2, masks)
}
