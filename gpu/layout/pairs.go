package layout

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/contact/pairs"
	"hysteron/step"
)

// Pairs has the constant lists of cloth–cloth contact in the order of the device. Edges are numbered in the order of
// the leaves of their hierarchy.
type Pairs struct {
	Vertex [][4]int32   // corners of triangles, then of edges (third: −1); fourth: see include/pair_link.glsl
	Beside []int32      // two per feature, see include/pair_share.glsl
	Rest   [][4]float32 // per vertex, see include/pair_law.glsl
	Query  []int32      // vertices, then edges; neighbours in the list are close in space
	Node   [][4]int32   // of the hierarchy: first entry, number of entries, next node, parent or −1
	Leaf   []int32      // features, in the order of the leaves
	edges  int
	Slack  float64 // [m], as in package cpu
}

// NewPairs lists the features of a packed model. The error names what is too large.
func NewPairs(m *cloth.Model, p *Model) (*Pairs, error) {
	f := &Pairs{}
	for _, v := range p.Corners {
		f.Vertex = append(f.Vertex, [4]int32{v[0], v[1], v[2], 0})
	}
	lines := m.LineEnds()
	for i := range lines {
		for k, v := range lines[i] {
			lines[i][k] = p.Place[v]
		}
	}
	for _, e := range cloth.Edges(p.tris(), lines, nil) {
		f.Vertex = append(f.Vertex, [4]int32{e[0], e[1], -1, 0})
		f.edges++
	}
	size, slack := step.FeatureSizes(m)
	f.Slack = slack
	for _, i := range p.Vertex {
		f.Rest = append(f.Rest, Float4(min(size[i], 1e30), m.Area[i], math.Sqrt(m.Parts[m.Part[i]].Fabric.ClothFriction),
			m.Radius[i]))
	}
	if err := f.grow(m, p); err != nil {
		return nil, err
	}
	f.order(p)
	f.surround(p)
	return f, nil
}

// tris returns the corners of the triangles.
func (p *Model) tris() [][3]int32 {
	tri := make([][3]int32, len(p.Corners))
	for t, v := range p.Corners {
		tri[t] = [3]int32(v[:3])
	}
	return tri
}

// surround lists the surroundings of each feature, and the rank of triangles by the model indices of their corners.
func (f *Pairs) surround(p *Model) {
	tri := p.tris()
	around := pairs.NewSurroundings(tri, len(p.Vertex))
	order, rank := iota32(len(tri)), make([]int32, len(tri))
	corners := func(t int32) *[4]int32 {
		return &[4]int32{-1, p.Vertex[tri[t][0]], p.Vertex[tri[t][1]], p.Vertex[tri[t][2]]}
	}
	slices.SortFunc(order, func(a, b int32) int {
		if pairs.First(corners(a), corners(b)) {
			return -1
		}
		return 1
	})
	for k, t := range order {
		rank[t] = int32(k)
	}
	for i, v := range f.Vertex {
		if i >= len(tri) {
			beside := around.Beside(v[0], v[1])
			f.Beside = append(f.Beside, beside[0], beside[1])
			continue
		}
		var rim int32
		for s := range uint8(7) {
			if around.TouchesRim(&[4]int32{-1, v[0], v[1], v[2]}, 2*s) {
				rim |= 1 << s
			}
		}
		f.Beside = append(f.Beside, rim, rank[i])
	}
}

// grow builds the hierarchy: triangles below the first node, edges below the second.
func (f *Pairs) grow(m *cloth.Model, p *Model) error {
	tris := int32(len(m.Tri))
	h := &Hierarchy{Leaf: iota32(len(f.Vertex)), Node: [][4]int32{{0, tris}, {tris, int32(f.edges)}}}
	centre := make([]r3.Vec, len(f.Vertex))
	for i, v := range f.Vertex {
		at := func(k int) r3.Vec { return m.X0[p.Vertex[v[k]]] }
		centre[i] = r3.Scale(0.5, r3.Add(at(0), at(1)))
		if v[2] >= 0 {
			centre[i] = r3.Scale(1./3, r3.Add(at(0), r3.Add(at(1), at(2))))
		}
	}
	if err := h.grow(centre); err != nil {
		return err
	}
	f.Leaf, f.Node = h.Leaf, h.Node
	edges := make([][4]int32, f.edges)
	for k := range edges {
		edges[k] = f.Vertex[f.Leaf[int(tris)+k]]
	}
	copy(f.Vertex[tris:], edges)
	for k := range edges {
		f.Leaf[int(tris)+k] = tris + int32(k)
	}
	nodes := int32(len(f.Node))
	for n := range f.Node {
		f.Node[n][3] = f.Node[n][2]
	}
	// Links to the next node. Parents precede their children.
	f.Node[0][2], f.Node[1][2] = -1, -1
	for n := range f.Node {
		v := &f.Node[n]
		if v[1] == 0 && v[0] > 0 { // inner node; after the second child comes the parent's next node
			v[1] = 2
			f.Node[v[0]][2], f.Node[v[0]+1][2] = v[0]+1, v[2]
			continue
		}
		v[0] += nodes
		for k := range v[1] {
			next := v[0] + k + 1
			if k == v[1]-1 {
				next = v[2]
			}
			f.Vertex[f.Leaf[v[0]-nodes+k]][3] = next
		}
	}
	return nil
}

// order lists the queries: vertices by their first triangle in the order of the leaves, then edges.
func (f *Pairs) order(p *Model) {
	n := len(p.Vertex)
	f.Query = iota32(n + f.edges)
	first := slices.Repeat([]int{math.MaxInt}, n)
	for at, t := range f.Leaf[:len(p.Corners)] {
		for _, v := range f.Vertex[t][:3] {
			first[v] = min(first[v], at)
		}
	}
	slices.SortStableFunc(f.Query[:n], func(a, b int32) int { return cmp.Compare(first[a], first[b]) })
}
