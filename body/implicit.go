// Triangle meshes of implicit surfaces.

package body

import (
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// ImplicitSurface is a closed surface, symmetric about x = 0: the zero set of a field that approximates the signed
// distance [m], negative inside.
type ImplicitSurface struct {
	Field    func(r3.Vec) float64
	Gradient func(r3.Vec) r3.Vec
	Lo, Hi   r3.Vec  // box around the half x ≥ 0
	Step     float64 // of the lattice for polygonisation; half of the narrowest gap [m]

	Fraction          float64 // target edge length over curvature radius
	Smallest, Largest float64 // smallest and largest target edge length [m]
}

// Mesh returns triangles of the surface, facing outwards. One half is polygonised and remeshed, then mirrored, so that
// the mesh is exactly symmetric. Vertices with x = 0 are shared by both halves. It returns nil if there would be too
// many edges.
func (g *ImplicitSurface) Mesh() ([]r3.Vec, [][3]int32) {
	pos, tris := polygonise(g.Field, g.Lo, g.Hi, g.Step)
	m := g.remesh(slices.Clone(pos), slices.Clone(tris), false)
	if m == nil {
		m = g.remesh(pos, tris, true)
	}
	if m == nil {
		return nil, nil
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

// remesh returns a remesher with triangles of the target size; nil if there would be too many.
func (g *ImplicitSurface) remesh(pos []r3.Vec, tris [][3]int32, longestFirst bool) *remesher {
	m := newRemesher(pos, tris)
	m.field, m.gradient, m.longestFirst = g.Field, g.Gradient, longestFirst
	for v := range m.pos {
		m.pos[v] = m.project(m.pos[v], 2)
	}
	const rounds = 6
	for round := 0; round < rounds; round++ {
		m.sizing(g.Fraction, g.Smallest, g.Largest)
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

// inflate moves the vertices outwards, so that on average the triangle edges, which a tape touches, are on the surface
// instead of inside. Girths then agree with the field. On a sphere of radius R the average height of the surface above
// an edge is e²/12R, half of its height e²/6R above the centroid of an equilateral triangle.
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
		q := r3.Add(p, r3.Scale(sum/float64(len(ring))/max(r3.Norm2(g), 0.01), g))
		q.Y = max(q.Y, 0) // the soles stay on the floor
		m.pos[v] = q
	}
}

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
