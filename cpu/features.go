package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/contact/pairs"
)

// search is the broad phase: overlapping patches from a tree, then the features of those that are not flat.
type search struct {
	patches  *pairs.Patches
	corners  [][]int32   // per patch: vertices of its triangles and its own
	size     []float64   // per patch: the largest of its vertices
	radius   []float64   // per patch: the largest of its vertices, see cloth.Model.Radius
	tree     *pairs.Tree // of patches
	box      []pairs.Box // bounds of the paths of each patch's corners
	patch    []pairs.Ball
	features []features // per patch
	used     []bool     // per patch: in a pair that must be searched

	pairs          [][][2]int32 // of patches, per chunk of leaves
	all            [][2]int32
	found          [][]candidate         // per chunk of pairs
	count          []int32               // candidates per pair of patches
	candidatesOf   map[[2]int32][2]int32 // per pair of patches: range of its candidates
	stray, strayed []bool                // per vertex and per patch, see renew
}

// features are the features of a patch.
type features struct{ vertices, edges, tris group }

// group has features of one kind, with their motion.
type group struct {
	list []feature
	*pairs.Features
}

type feature struct {
	v  [3]int32 // the last is repeated if it has fewer
	id int32    // index within its kind
}

func newGroup(count int, ids []int32, vertices func(id int32) [3]int32, size []float64) group {
	g := group{list: make([]feature, len(ids))}
	list := make([][3]int32, len(ids))
	for i, id := range ids {
		list[i] = vertices(id)
		g.list[i] = feature{list[i], id}
	}
	g.Features = pairs.NewFeatures(count, list, size)
	return g
}

func newSearch(m *cloth.Model, edges [][3]int32, size []float64, x []r3.Vec, stop func() bool) search {
	p := pairs.NewPatches(m, edges, size, stop)
	if p == nil {
		return search{}
	}
	n := len(p.Tris)
	s := search{
		patches: p, corners: make([][]int32, n), size: make([]float64, n), radius: make([]float64, n),
		box: make([]pairs.Box, n), patch: make([]pairs.Ball, n), features: make([]features, n), used: make([]bool, n),
		stray: make([]bool, len(x)), strayed: make([]bool, n),
	}
	seen := make([]int32, len(x)) // 1 + index of the patch that has the vertex
	for k := range n {
		add := func(v int32) {
			if seen[v] != int32(k)+1 {
				seen[v] = int32(k) + 1
				s.corners[k], s.size[k] = append(s.corners[k], v), max(s.size[k], size[v])
				s.radius[k] = max(s.radius[k], m.Radius[v])
			}
		}
		for _, v := range p.Vertices[k] {
			add(v)
		}
		for _, t := range p.Tris[k] {
			for _, v := range m.Tri[t] {
				add(v)
			}
		}
		for _, e := range p.Edges[k] {
			add(edges[e][0])
			add(edges[e][1])
		}
		s.features[k] = features{
			vertices: newGroup(1, p.Vertices[k], func(v int32) [3]int32 { return [3]int32{v, v, v} }, size),
			edges:    newGroup(2, p.Edges[k], func(e int32) [3]int32 { return edges[e] }, size),
			tris:     newGroup(3, p.Tris[k], func(t int32) [3]int32 { return m.Tri[t] }, size),
		}
	}
	s.plant(x)
	return s
}

// plant builds the tree at positions x.
func (s *search) plant(x []r3.Vec) {
	one, centre := make([][3]int32, len(s.corners)), make([]r3.Vec, len(s.corners))
	for k, corners := range s.corners {
		for _, v := range corners {
			centre[k] = r3.Add(centre[k], r3.Scale(1/float64(len(corners)), x[v]))
		}
		one[k] = [3]int32{int32(k), int32(k), int32(k)}
	}
	s.tree = pairs.NewTree(one, centre)
}

type pairName struct {
	kind pairs.Kind
	v    [4]int32
}

// candidate is a pair that may come near in this step.
type candidate struct {
	pairName
	stiffer uint8   // number of increases of the stiffness by StiffnessIncrease
	touched bool    // in the layer at a trial since candidates were collected or restarted
	round   uint32  // round of Newton's method of the fields below, which are updated lazily, see at0
	start   float64 // distance at the start of the step [m]
}
