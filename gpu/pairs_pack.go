package gpu

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// pairFeatures are the constant lists of contact of cloth with cloth, in the order of the device. Edges are
// numbered in the order of the leaves of their hierarchy.
type pairFeatures struct {
	vertex [][4]int32   // of triangles, then of edges, which have −1 for the third; last: see include/pair_link.glsl
	rest   [][4]float32 // per vertex, see include/pair_law.glsl
	query  []int32      // vertices, and edges behind them, such that neighbours in the list are neighbours in space
	node   [][4]int32   // of the hierarchy: first entry within, their number, next entry
	leaf   []int32      // features in the order of the leaves
	levels []int
	edges  int
	slack  float64 // [m], as in cpu
}

func newPairFeatures(m *cloth.Model, p *pack) (*pairFeatures, error) {
	f := &pairFeatures{}
	for _, v := range p.corners {
		f.vertex = append(f.vertex, [4]int32{v[0], v[1], v[2], 0})
	}
	seen := map[[2]int32]bool{}
	for _, v := range p.corners {
		for a := range 3 {
			b := (a + 1) % 3
			if e := [2]int32{min(v[a], v[b]), max(v[a], v[b])}; !seen[e] {
				seen[e] = true
				f.vertex = append(f.vertex, [4]int32{e[0], e[1], -1, 0})
			}
		}
	}
	f.edges = len(seen)
	size, slack := step.FeatureSizes(m)
	f.slack = slack
	for _, i := range p.vertex {
		f.rest = append(f.rest, float4(min(size[i], 1e30), m.Area[i], math.Sqrt(m.Parts[m.Part[i]].Fabric.ClothFriction), 0))
	}
	if err := f.grow(m, p); err != nil {
		return nil, err
	}
	f.order(p)
	return f, nil
}

// grow builds the hierarchy, with the triangles below its first node and the edges below its second.
func (f *pairFeatures) grow(m *cloth.Model, p *pack) error {
	tris := int32(len(m.Tri))
	h := &hierarchy{leaf: iota32(len(f.vertex)), node: [][4]int32{{0, tris}, {tris, int32(f.edges)}}}
	centre := make([]r3.Vec, len(f.vertex))
	for i, v := range f.vertex {
		at := func(k int) r3.Vec { return m.X0[p.vertex[v[k]]] }
		centre[i] = r3.Scale(0.5, r3.Add(at(0), at(1)))
		if v[2] >= 0 {
			centre[i] = r3.Scale(1./3, r3.Add(at(0), r3.Add(at(1), at(2))))
		}
	}
	if err := h.grow(centre); err != nil {
		return err
	}
	f.leaf, f.levels, f.node = h.leaf, h.levels, h.node
	edges := make([][4]int32, f.edges)
	for k := range edges {
		edges[k] = f.vertex[f.leaf[int(tris)+k]]
	}
	copy(f.vertex[tris:], edges)
	for k := range edges {
		f.leaf[int(tris)+k] = tris + int32(k)
	}
	// Links: parents come before their children.
	nodes := int32(len(f.node))
	f.node[0][2], f.node[1][2] = -1, -1
	for n := range f.node {
		v := &f.node[n]
		if v[1] == 0 && v[0] > 0 { // children, of which the second has what comes after the node
			v[1] = 2
			f.node[v[0]][2], f.node[v[0]+1][2] = v[0]+1, v[2]
			continue
		}
		v[0] += nodes
		for k := range v[1] {
			next := v[0] + k + 1
			if k == v[1]-1 {
				next = v[2]
			}
			f.vertex[f.leaf[v[0]-nodes+k]][3] = next
		}
	}
	return nil
}

// order lists the queries: vertices by their first triangle in the order of the leaves, then edges.
func (f *pairFeatures) order(p *pack) {
	n := len(p.vertex)
	f.query = iota32(n + f.edges)
	first := slices.Repeat([]int{math.MaxInt}, n)
	for at, t := range f.leaf[:len(p.corners)] {
		for _, v := range f.vertex[t][:3] {
			first[v] = min(first[v], at)
		}
	}
	slices.SortStableFunc(f.query[:n], func(a, b int32) int { return cmp.Compare(first[a], first[b]) })
}
