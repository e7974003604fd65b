package body

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// surface meshes the figure: half of it is polygonised and remeshed, then mirrored, so
// that the mesh is exactly symmetric. Vertices with x = 0 are shared by both halves.
func (g *figure) surface() ([]r3.Vec, [][3]int32) {
	k := g.m.scale()
	lo, hi := g.box(0.03 * k)
	pos, tris := polygonise(g.field, lo, hi, gridStep*k)
	m := g.remesh(slices.Clone(pos), slices.Clone(tris), false)
	if m == nil {
		m = g.remesh(pos, tris, true)
	}
	if m == nil {
		return nil, nil // CheckClosed says so
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
	m.inflate()
	pos, tris = m.compact()
	return mirror(pos, tris)
}

// remesh gives triangles of the wished size; nil if they would become too many.
func (g *figure) remesh(pos []r3.Vec, tris [][3]int32, longestFirst bool) *remesher {
	k := g.m.scale()
	m := newRemesher(pos, tris)
	m.field, m.gradient, m.longestFirst = g.field, g.gradient, longestFirst
	for v := range m.pos {
		m.pos[v] = m.project(m.pos[v], 2)
	}
	const rounds = 6
	for round := 0; round < rounds; round++ {
		m.sizing(edgeFraction, smallestEdge*k, largestEdge*k)
		if !m.splitLong() {
			return nil
		}
		m.collapseShort()
		m.flip()
		m.smooth(1)
		m.flip()
	}
	return m
}

// box holds the half x ≥ 0 of the figure, with a margin [m].
func (g *figure) box(margin float64) (lo, hi r3.Vec) {
	for _, t := range g.lofts() {
		for k := range 8 {
			q := t.origin
			for i, axis := range [3]r3.Vec{t.u, t.axis, t.w} {
				end := [2][3]float64{{t.lo.X, t.lo.Y, t.lo.Z}, {t.hi.X, t.hi.Y, t.hi.Z}}[k>>i&1][i]
				q = r3.Add(q, r3.Scale(end, axis))
			}
			hi.X = math.Max(hi.X, q.X)
			lo.Z, hi.Z = math.Min(lo.Z, q.Z), math.Max(hi.Z, q.Z)
		}
	}
	for _, e := range []ellipsoid{g.skull, g.seat, g.breast} {
		lo.Z, hi.Z = math.Min(lo.Z, e.c.Z-e.r.Z), math.Max(hi.Z, e.c.Z+e.r.Z)
	}
	hi.Y = g.m.Height
	lo, hi = r3.Sub(lo, r3.Vec{Y: margin, Z: margin}), r3.Add(hi, r3.Vec{X: margin, Y: margin, Z: margin})
	k := g.m.scale() // for bodies like the default one the lattice lies alike
	lo.Z, hi.Z = math.Min(lo.Z, -0.22*k), math.Max(hi.Z, 0.26*k)
	hi.X = math.Max(hi.X, g.shoulder.X+(g.m.ShoulderToWrist+0.25*k)*g.armDir.X)
	return lo, hi
}

// inflate moves the vertices out, so that the triangle edges, which a tape touches, lie
// on the surface on average instead of inside it: girths then agree with the field. On a
// sphere of radius R the surface rises e²/12R over an edge on average, which is half of
// its height e²/6R over the centroid of an equilateral triangle.
func (m *remesher) inflate() {
	height := make([]float64, len(m.tris))
	for i, t := range m.tris {
		if t[0] >= 0 {
			c := r3.Scale(1.0/3, r3.Add(m.pos[t[0]], r3.Add(m.pos[t[1]], m.pos[t[2]])))
			height[i] = -0.5 * m.field(c)
		}
	}
	for v, ring := range m.ring {
		if ring == nil {
			continue
		}
		var sum float64
		for _, ti := range ring {
			sum += height[ti]
		}
		p := m.pos[v]
		g := m.gradient(p)
		if m.boundary(int32(v)) {
			g.X = 0
		}
		q := r3.Add(p, r3.Scale(sum/float64(len(ring))/math.Max(r3.Norm2(g), 0.01), g))
		q.Y = math.Max(q.Y, 0) // the soles stay on the floor
		m.pos[v] = q
	}
}

// Mesh resolution for a body of 1.72 m.
const (
	gridStep     = 0.015 // m; half of the narrowest gap, between the thighs
	edgeFraction = 0.5   // edge length over curvature radius
	smallestEdge = 0.008 // m; fingertips
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
