package untangle

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
)

// mesh is the constant part of a problem: the cloth, followed by the fixed bodies.
type mesh struct {
	cloth int // number of triangles of the cloth
	tri   [][3]int32
	edges [][2]int32 // lower vertex first
	of    [][3]int32 // edges of each triangle: from corner k to the next
	near  [][]int32  // neighbours of each vertex
	len   []float64  // initial mean length of the edges around each vertex [m]
	inv   []float64  // inverse mass; 0: pinned
	layer []int      // per vertex; bodies are below all
	out   []r3.Vec   // normals of the bodies' vertices, not normalised
	rim   []bool     // vertices on an edge with a single triangle
}

// newMesh returns the mesh and the positions of all vertices.
func newMesh(in *Input) (*mesh, []r3.Vec) {
	m := &mesh{cloth: len(in.Tri), tri: slices.Clone(in.Tri)}
	x := slices.Clone(in.X)
	for _, b := range in.Bodies {
		first := int32(len(x))
		x = append(x, b.X...)
		for _, t := range b.Tri {
			m.tri = append(m.tri, [3]int32{t[0] + first, t[1] + first, t[2] + first})
		}
	}
	n := len(x)
	m.of, m.near, m.out = make([][3]int32, len(m.tri)), make([][]int32, n), make([]r3.Vec, n)
	m.len, m.inv, m.layer, m.rim = make([]float64, n), make([]float64, n), make([]int, n), make([]bool, n)
	at := map[[2]int32]int32{}
	for t, v := range m.tri {
		for k := range 3 {
			a, b := v[k], v[(k+1)%3]
			e := [2]int32{min(a, b), max(a, b)}
			id, ok := at[e]
			if !ok {
				id = int32(len(m.edges))
				at[e] = id
				m.edges = append(m.edges, e)
				m.near[a], m.near[b] = append(m.near[a], b), append(m.near[b], a)
			}
			m.of[t][k] = id
		}
	}
	sides := make([]int, len(m.edges))
	for _, e := range m.of {
		for _, i := range e {
			sides[i]++
		}
	}
	for i, e := range m.edges {
		if sides[i] == 1 {
			m.rim[e[0]], m.rim[e[1]] = true, true
		}
	}
	for v := range n {
		for _, w := range m.near[v] {
			m.len[v] += math.Sqrt(r3.Norm2(r3.Sub(x[w], x[v]))) / float64(len(m.near[v]))
		}
		if v >= len(in.X) {
			m.layer[v] = math.MinInt
			continue
		}
		m.inv[v] = 1
		if in.Mass != nil {
			m.inv[v] = 1 / in.Mass[v]
		}
		if in.Pinned != nil && in.Pinned[v] {
			m.inv[v] = 0
		}
		if in.Layer != nil {
			m.layer[v] = max(in.Layer[v], -1)
		}
	}
	for _, v := range m.tri[m.cloth:] {
		n := r3.Cross(r3.Sub(x[v[1]], x[v[0]]), r3.Sub(x[v[2]], x[v[0]]))
		for _, i := range v {
			m.out[i] = r3.Add(m.out[i], n)
		}
	}
	return m, x
}

// meshes returns the cloth and all bodies, over the same vertices.
func (m *mesh) meshes(x []r3.Vec) (cloth, bodies check.Mesh) {
	return check.Mesh{X: x, Tri: m.tri[:m.cloth]}, check.Mesh{X: x, Tri: m.tri[m.cloth:]}
}

// together returns pairs within the cloth and with bodies, by triangles of the mesh.
func (m *mesh) together(self, with []check.Pair) []check.Pair {
	for _, p := range with {
		self = append(self, check.Pair{p[0], p[1] + int32(m.cloth)})
	}
	return self
}

// body reports whether a triangle belongs to a body.
func (m *mesh) body(t int32) bool { return int(t) >= m.cloth }

// corners returns the corners of a triangle.
func (m *mesh) corners(x []r3.Vec, t int32) [3]r3.Vec {
	v := m.tri[t]
	return [3]r3.Vec{x[v[0]], x[v[1]], x[v[2]]}
}
