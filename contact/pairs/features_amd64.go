package pairs

import (
	"golang.org/x/sys/cpu"
	"gonum.org/v1/gonum/spatial/r3"
)

// proximityUseAVX2 selects the vector kernels. Tests clear it to run the portable ones.
var proximityUseAVX2 = cpu.X86.HasAVX2

// AVX2 twins of the Go functions of the same names, with the same operations in the same order and no fused ones:
// results are bitwise equal. Indices are not checked. n is the number of fours; own and ids point to the first row and
// the first vertex of one feature of its four.

//go:noescape
func followAVX2(vertex *[3][4]int32, n, count int, scale float64, from, to *r3.Vec, rows *row)

//go:noescape
func overlapAVX2(rows *row, n, stride int, a *Box, masks *uint8)

//go:noescape
func trianglesAVX2(rows *row, n int, vertex *[3][4]int32, own *float64, ids *int32, masks *uint8)

//go:noescape
func edgesAVX2(rows *row, n int, vertex *[3][4]int32, own *float64, ids *int32, masks *uint8)

func (f *Features) follow(from, to []r3.Vec) {
	if !proximityUseAVX2 || len(f.vertex) == 0 {
		f.followGo(from, to)
		return
	}
	followAVX2(&f.vertex[0], len(f.vertex), f.count, 1/float64(f.count), &from[0], &to[0], &f.rows[0])
}

func overlap(rows []row, stride int, a *Box, masks []uint8) {
	if !proximityUseAVX2 {
		overlapGo(rows, stride, a, masks)
		return
	}
	overlapAVX2(&rows[0], len(masks), stride, a, &masks[0])
}

// triangles computes, for each four of triangles, which may come near the vertex p: bit i is the i-th.
func (p *probe) triangles(rows []row, vertex [][3][4]int32, masks []uint8) {
	if !proximityUseAVX2 {
		p.nearGo(rows, vertex, 1, 3, masks)
		return
	}
	trianglesAVX2(&rows[0], len(masks), &vertex[0], &p.rows[0][p.lane], &p.vertex[0][p.lane], &masks[0])
}

// edges is triangles for an edge p and edges.
func (p *probe) edges(rows []row, vertex [][3][4]int32, masks []uint8) {
	if !proximityUseAVX2 {
		p.nearGo(rows, vertex, 2, 2, masks)
		return
	}
	edgesAVX2(&rows[0], len(masks), &vertex[0], &p.rows[0][p.lane], &p.vertex[0][p.lane], &masks[0])
}
