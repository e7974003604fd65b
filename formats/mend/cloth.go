package mend

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/formats"
)

// Mesh is a triangle mesh from a file, repaired for cloth: all triangles have an area and occur once, each vertex has
// one fan, and neighbours are oriented alike, except at Forked and Twisted edges.
type Mesh struct {
	X   []r3.Vec
	Tri [][3]int32
	// Corner is the corner of the file for each corner of each triangle: 3t+c for corner c of triangle t.
	Corner [][3]int32
	Vertex []int32 // for each vertex of the file its new number; -1: removed

	Faults  []Fault // of each triangle of the file
	Turned  []int32 // triangles of the file whose orientation changed
	Forked  []int32 // triangles of the file, one for each edge of more than two triangles
	Twisted []int32 // triangles of the file, one for each edge that no orientation makes consistent
}

// mending is the state of Cloth.
type mending struct {
	x      []r3.Vec
	faces  [][]int32 // triangles of each face
	uv     [][3]r2.Vec
	scale  float64
	tri    [][3]int32
	corner [][3]int32
	one    cloth.Forest
	faults []Fault
}

// Cloth repairs a mesh. face is the face of each triangle; nil: each is one. uv are texture coordinates of the corners
// of triangles, or nil.
//
// A triangle without area is removed by collapsing its shortest edge, if that has no length. Otherwise its longest edge
// is flipped, over which it has no width: its neighbour there is split at the vertex between. A piece all of whose
// faces coincide with faces of other pieces is a copy, or the inner side of a two-sided surface: it is removed, as are
// faces with the vertices of others. The rest is oriented as most of each sheet is, see Glue.
func Cloth(x []r3.Vec, tri [][3]int32, face []int32, uv [][3]r2.Vec) *Mesh {
	m := mending{x: x, uv: uv, scale: formats.Extent(x), tri: append([][3]int32(nil), tri...),
		corner: make([][3]int32, len(tri)), one: cloth.NewForest(len(x)), faults: make([]Fault, len(tri))}
	for t := range tri {
		for c := range int32(3) {
			m.corner[t][c] = 3*int32(t) + c
		}
	}
	m.collapse()
	m.flip()
	m.group(face)
	m.joinCopies()
	m.leaveCopies()
	return m.finish()
}

// flat reports whether a triangle has no area, and returns the first corners of its longest and its shortest edge.
func (m *mending) flat(v [3]int32) (flat bool, longest, shortest int) {
	_, _, flat = formats.Flat(m.x[v[0]], m.x[v[1]], m.x[v[2]], m.scale)
	for c := range 3 {
		if m.length(v, c) > m.length(v, longest) {
			longest = c
		}
		if m.length(v, c) < m.length(v, shortest) {
			shortest = c
		}
	}
	return flat, longest, shortest
}

func (m *mending) length(v [3]int32, c int) float64 {
	return r3.Norm(r3.Sub(m.x[v[(c+1)%3]], m.x[v[c]]))
}

// collapse merges the ends of edges of triangles that have no length.
func (m *mending) collapse() {
	for _, v := range m.tri {
		if v[0] == v[1] || v[1] == v[2] || v[2] == v[0] {
			continue
		}
		if flat, _, c := m.flat(v); flat && m.length(v, c) <= m.scale/(1<<23) {
			m.one.Join(v[c], v[(c+1)%3])
		}
	}
	for t := range m.tri {
		v := &m.tri[t]
		for c := range v {
			v[c] = m.one.Find(v[c])
		}
		if v[0] == v[1] || v[1] == v[2] || v[2] == v[0] {
			m.faults[t] = Collapsed
		}
	}
}

// flip flips the longest edges of triangles without area. Where that is not possible, at the boundary, at a seam of the
// texture or at a forked edge, the triangle is removed.
func (m *mending) flip() {
	edges := map[[2]int32][]int32{} // triangles along each edge
	enter := func(t int32) {
		for c, a := range m.tri[t] {
			b := m.tri[t][(c+1)%3]
			edges[[2]int32{a, b}] = append(edges[[2]int32{a, b}], t)
		}
	}
	leave := func(t int32) {
		for c, a := range m.tri[t] {
			k := [2]int32{a, m.tri[t][(c+1)%3]}
			for i, of := range edges[k] {
				if of == t {
					edges[k] = append(edges[k][:i], edges[k][i+1:]...)
					break
				}
			}
		}
	}
	var needles []int32
	for t, f := range m.faults {
		if f != None {
			continue
		}
		enter(int32(t))
		if flat, _, _ := m.flat(m.tri[t]); flat {
			needles = append(needles, int32(t))
		}
	}
	for again := true; again; {
		again = false
		var left []int32
		for _, t := range needles {
			v := m.tri[t]
			_, a, _ := m.flat(v)
			b, c := (a+1)%3, (a+2)%3
			over := edges[[2]int32{v[b], v[a]}]
			if len(over) != 1 || len(edges[[2]int32{v[a], v[b]}]) != 1 {
				left = append(left, t)
				continue
			}
			o := over[0]
			w := m.tri[o]
			at := 0 // corner of the neighbour at v[b]
			for w[at] != v[b] {
				at++
			}
			next, far := (at+1)%3, (at+2)%3
			one, two := [3]int32{v[b], v[c], w[far]}, [3]int32{v[c], v[a], w[far]}
			flatOne, _, _ := m.flat(one)
			flatTwo, _, _ := m.flat(two)
			if v[c] == w[far] || flatOne || flatTwo || len(edges[[2]int32{v[c], w[far]}])+
				len(edges[[2]int32{w[far], v[c]}]) > 0 || !m.same(m.corner[t][a], m.corner[o][next]) ||
				!m.same(m.corner[t][b], m.corner[o][at]) {
				left = append(left, t)
				continue
			}
			leave(t)
			leave(o)
			k, l := m.corner[t], m.corner[o]
			m.tri[t], m.corner[t] = one, [3]int32{k[b], k[c], l[far]}
			m.tri[o], m.corner[o] = two, [3]int32{k[c], k[a], l[far]}
			enter(t)
			enter(o)
			again = true
		}
		needles = left
	}
	for _, t := range needles {
		m.faults[t] = Collapsed
	}
}

// same reports whether two corners of the file have the same texture coordinates.
func (m *mending) same(a, b int32) bool {
	return m.uv == nil || m.uv[a/3][a%3] == m.uv[b/3][b%3]
}

// group lists the triangles of each face.
func (m *mending) group(face []int32) {
	for t, f := range m.faults {
		switch last := len(m.faces) - 1; {
		case f != None:
		case face != nil && last >= 0 && face[m.faces[last][0]] == face[t]:
			m.faces[last] = append(m.faces[last], int32(t))
		default:
			m.faces = append(m.faces, []int32{int32(t)})
		}
	}
}

// corners returns the vertices of a face, in the order of their positions, and of their numbers where these are equal.
func (m *mending) corners(tris []int32) (list []int32) {
	for _, t := range tris {
		list = append(list, m.tri[t][:]...)
	}
	slices.SortFunc(list, func(a, b int32) int {
		p, q := m.x[a], m.x[b]
		return cmp.Or(cmp.Compare(p.X, q.X), cmp.Compare(p.Y, q.Y), cmp.Compare(p.Z, q.Z), cmp.Compare(a, b))
	})
	return slices.Compact(list)
}

// joinCopies merges the vertices of pieces with those of others at the same positions, face by face.
func (m *mending) joinCopies() {
	pieces := cloth.NewForest(len(m.x))
	for t, v := range m.tri {
		if m.faults[t] == None {
			pieces.Join(v[0], v[1])
			pieces.Join(v[0], v[2])
		}
	}
	first := map[string][]int32{} // corners of the first face at each position
	like := make([][]int32, len(m.faces))
	size, copied := map[int32]int{}, map[int32]int{} // faces of pieces
	for k, tris := range m.faces {
		mine := m.corners(tris)
		var place []byte
		for _, v := range mine {
			p := m.x[v]
			for _, f := range [3]float64{p.X, p.Y, p.Z} {
				place = binary.NativeEndian.AppendUint64(place, math.Float64bits(f+0)) // without minus zero
			}
		}
		piece := pieces.Find(mine[0])
		size[piece]++
		if other, ok := first[string(place)]; !ok {
			first[string(place)] = mine
		} else if pieces.Find(other[0]) != piece {
			like[k] = other
			copied[piece]++
		}
	}
	for k, other := range like {
		mine := m.corners(m.faces[k])
		if piece := pieces.Find(mine[0]); other == nil || copied[piece] != size[piece] {
			continue
		}
		for c, v := range mine {
			m.one.Join(v, other[c])
		}
	}
	for t := range m.tri {
		for c, v := range m.tri[t] {
			m.tri[t][c] = m.one.Find(v)
		}
	}
}

// leaveCopies removes faces with the vertices of an earlier face.
func (m *mending) leaveCopies() {
	first := map[string]r3.Vec{} // area vectors of the first faces, by their corners
	for _, tris := range m.faces {
		var corners []byte
		for _, v := range m.corners(tris) {
			corners = binary.NativeEndian.AppendUint32(corners, uint32(v))
		}
		var area r3.Vec
		for _, t := range tris {
			v := m.tri[t]
			area = r3.Add(area, r3.Cross(r3.Sub(m.x[v[1]], m.x[v[0]]), r3.Sub(m.x[v[2]], m.x[v[0]])))
		}
		other, ok := first[string(corners)]
		if !ok {
			first[string(corners)] = area
			continue
		}
		fault := Doubled
		if r3.Dot(area, other) < 0 {
			fault = TwoSided
		}
		for _, t := range tris {
			m.faults[t] = fault
		}
	}
}

// finish removes unused data, orients the rest and numbers its vertices in the order of the file.
func (m *mending) finish() *Mesh {
	out := &Mesh{Faults: m.faults, Vertex: make([]int32, len(m.x))}
	var tri [][3]int32
	var of []int32 // triangle of the file
	for t, f := range m.faults {
		if f == None {
			tri, of = append(tri, m.tri[t]), append(of, int32(t))
		}
	}
	kept, faults := Distinct(tri)
	for k, f := range faults {
		m.faults[of[k]] = f
	}
	for i, k := range kept { // i ≤ k
		tri[i], of[i] = tri[k], of[k]
		out.Corner = append(out.Corner, m.corner[of[i]])
	}
	tri, of = tri[:len(kept)], of[:len(kept)]
	g := Glue(tri)
	for _, t := range g.Turned {
		out.Turned = append(out.Turned, of[t])
		out.Corner[t][1], out.Corner[t][2] = out.Corner[t][2], out.Corner[t][1]
	}
	out.Tri = g.Tri
	out.Forked, out.Twisted = last(g.Tri, of, g.Forked), last(g.Tri, of, g.Twisted)
	used := make([]bool, len(m.x)) // roots
	for _, v := range out.Tri {
		used[v[0]], used[v[1]], used[v[2]] = true, true, true
	}
	for v := range out.Vertex {
		switch r := m.one.Find(int32(v)); {
		case !used[r]:
			out.Vertex[v] = -1
		case int(r) == v:
			out.Vertex[v] = int32(len(out.X))
			out.X = append(out.X, m.x[v])
		default:
			out.Vertex[v] = out.Vertex[r]
		}
	}
	for t, v := range out.Tri {
		out.Tri[t] = [3]int32{out.Vertex[v[0]], out.Vertex[v[1]], out.Vertex[v[2]]}
	}
	return out
}

// last returns the last triangles along edges, by their numbers in the file.
func last(tri [][3]int32, of []int32, edges [][2]int32) []int32 {
	if len(edges) == 0 {
		return nil
	}
	along := map[[2]int32]int32{}
	for t, v := range tri {
		for c := range 3 {
			a, b := v[c], v[(c+1)%3]
			along[[2]int32{min(a, b), max(a, b)}] = of[t]
		}
	}
	list := make([]int32, len(edges))
	for i, e := range edges {
		list[i] = along[e]
	}
	return list
}
