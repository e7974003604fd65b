package body

import (
	"gonum.org/v1/gonum/spatial/r3"
)

// surface meshes the figure: half of it is polygonised and remeshed, then mirrored, so
// that the mesh is exactly symmetric. Vertices with x = 0 are shared by both halves.
func (g *figure) surface() ([]r3.Vec, [][3]int32) {
	k := g.m.Height / 1.72
	reach := g.shoulder.X + (g.m.ShoulderToWrist+0.25*k)*g.armDir.X
	lo := r3.Vec{Y: -0.03 * k, Z: -0.22 * k}
	hi := r3.Vec{X: reach, Y: g.m.Height + 0.03*k, Z: 0.26 * k}
	pos, tris := polygonise(g.field, lo, hi, gridStep*k)
	m := newRemesher(pos, tris)
	m.field, m.gradient = g.field, g.gradient
	for v := range m.pos {
		m.pos[v] = m.project(m.pos[v], 2)
	}
	const rounds = 6
	for round := 0; round < rounds; round++ {
		m.sizing(edgeFraction, smallestEdge*k, largestEdge*k)
		m.splitLong()
		m.collapseShort()
		m.flip()
		m.smooth(1)
		m.flip()
	}
	for round := 0; round < 4; round++ {
		m.smooth(2)
		m.flip()
	}
	for v := range m.pos {
		if m.ring[v] != nil {
			m.pos[v] = m.project(m.pos[v], 3)
		}
	}
	pos, tris = m.compact()
	return mirror(pos, tris)
}

// Mesh resolution for a body of 1.72 m.
const (
	gridStep     = 0.015 // m; half of the narrowest gap, between the thighs
	edgeFraction = 0.55  // edge length over curvature radius
	smallestEdge = 0.009 // m; fingertips
	largestEdge  = 0.021 // m
)

// mirror adds the reflection at x = 0; vertices on that plane are shared.
func mirror(pos []r3.Vec, tris [][3]int32) ([]r3.Vec, [][3]int32) {
	index := make([]int32, len(pos))
	for v, n := 0, len(pos); v < n; v++ {
		index[v] = int32(v)
		if p := pos[v]; p.X != 0 {
			index[v] = int32(len(pos))
			pos = append(pos, r3.Vec{X: -p.X, Y: p.Y, Z: p.Z})
		}
	}
	for i, n := 0, len(tris); i < n; i++ {
		t := tris[i]
		tris = append(tris, [3]int32{index[t[0]], index[t[2]], index[t[1]]})
	}
	return pos, tris
}
