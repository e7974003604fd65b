//go:build cgo

package gpu

import (
	"cmp"
	"math"
	"slices"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
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
	size, slack := cpu.FeatureSizes(m)
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

// newPairs makes the buffers of contact of cloth with cloth; without it, those that
// cg_multiply has to have.
func (s *Sim) newPairs() error {
	n := len(s.Model.X0)
	f := &pairFeatures{}
	lists, queries := 0, 0
	if s.Settings.SelfContact {
		var err error
		if f, err = newPairFeatures(s.Model, s.pack); err != nil {
			return err
		}
		s.pairs = &pairs{levels: f.levels, features: len(f.vertex), queries: len(f.query), slack: f.slack}
		lists, queries = n, len(f.query)+1
	}
	for _, b := range []struct {
		name   string
		format uint32
		count  int
	}{
		{"features", gl.RGBA32I, len(f.vertex)}, {"pairRest", gl.RGBA32F, len(f.rest)}, {"pairQuery", gl.R32I, len(f.query)},
		{"pairNode", gl.RGBA32I, len(f.node)}, {"pairLeaf", gl.R32I, len(f.leaf)}, {"pairBox", gl.RGBA32F, 2 * (len(f.node) + len(f.leaf))},
		{"vertexBox", gl.RGBA32F, 2 * lists}, {"pairStart", gl.R32I, queries}, {"scanTotals", gl.R32I, scanBlocks(queries) + 1},
		{"pairListStart", gl.R32I, lists + 1}, {"pairListFill", gl.R32I, lists}, {"pairProductEnd", gl.R32I, lists},
		{"collectedHi", gl.RGBA32F, lists}, {"collectedLo", gl.RGBA32F, lists},
		{"pairWay", gl.RGBA32F, lists}, {"pairFraction", gl.R32F, lists}, {"pairNextFraction", gl.R32I, lists},
		{"pairStatus", gl.R32I, int(unsafe.Sizeof(pairStatus{}) / 4)},
		// These grow.
		{"pairMeeting", gl.R32I, 0}, {"pairApart", gl.R32F, 0}, {"candidate", gl.R32I, 0}, {"pairDistance", gl.R32F, 0}, {"pairState", gl.R32I, 0}, {"pairFlag", gl.R32I, 0},
		{"pairVertex", gl.RGBA32I, 0}, {"pairWeight", gl.RGBA32F, 0}, {"pairPlane", gl.RGBA32F, 0}, {"pairAxis", gl.RGBA32F, 0}, {"pairLaw", gl.RGBA32F, 0},
		{"pairCandidate", gl.R32I, 0}, {"pairSlot", gl.RGBA32F, 0}, {"pairList", gl.R32I, 0}, {"pairProduct", gl.R32I, 0}, {"pairStiff", gl.R32I, 0},
	} {
		buf, err := s.memory.alloc(b.name, b.format, b.count)
		if err != nil {
			return err
		}
		s.buffers[b.name] = buf
	}
	write(s.buffers["features"], f.vertex)
	write(s.buffers["pairRest"], f.rest)
	write(s.buffers["pairQuery"], f.query)
	write(s.buffers["pairNode"], f.node)
	write(s.buffers["pairLeaf"], f.leaf)
	return nil
}
