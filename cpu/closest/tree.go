// Package closest finds the closest point on a moving closed triangle surface, with a sign
// that is certain: negative inside, by angle-weighted pseudonormals (Bærentzen & Aanæs 2005).
package closest

import (
	"fmt"
	"math"
	"sort"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cpu/par"
)

// leafSize is the largest number of triangles in a leaf.
const leafSize = 4

// Tree is a bounding volume hierarchy over a triangle surface of constant topology. Build it
// once with New, then Refit it to each new set of positions. Queries are safe for concurrent
// use between refits.
type Tree struct {
	tri   [][3]int32
	next  [][3]int32 // triangle across the edge from corner a to corner a+1
	nodes []node
	order []int32 // triangles in leaf order
	box   []box   // around each, in this order

	parent []int32 // of each node
	leaf   []int32 // of each triangle

	x    []r3.Vec
	face []r3.Vec // unit face normals
	ring []int32  // triangles around each vertex, see ringPtr
	ptr  []int32
}

type box struct{ lo, hi r3.Vec }

// node covers order[first:first+count]; count 0 marks an inner node whose children are
// first and first+1.
type node struct {
	box
	first, count int32
}

// Hit is the answer to a query.
type Hit struct {
	Tri    int32      // closest triangle
	Bary   [3]float64 // barycentric coordinates of the closest point
	Point  r3.Vec     // closest point [m]
	Normal r3.Vec     // unit vector from the surface outwards through the query point
	Dist   float64    // signed distance, negative inside [m]
}

// New builds the hierarchy from the positions x. The surface must be closed and consistently
// oriented, otherwise inside has no meaning; the error names the edge.
func New(tri [][3]int32, x []r3.Vec) (*Tree, error) {
	t := &Tree{tri: tri}
	if len(tri) == 0 {
		return nil, fmt.Errorf("closest: empty surface: expected triangles")
	}
	if err := t.connect(len(x)); err != nil {
		return nil, err
	}
	t.order = make([]int32, len(tri))
	centre := make([]r3.Vec, len(tri))
	for i, a := range tri {
		t.order[i] = int32(i)
		centre[i] = r3.Scale(1./3, r3.Add(x[a[0]], r3.Add(x[a[1]], x[a[2]])))
	}
	t.nodes = append(t.nodes, node{first: 0, count: int32(len(tri))})
	t.split(0, centre)
	t.parent, t.leaf = make([]int32, len(t.nodes)), make([]int32, len(tri))
	for i, n := range t.nodes {
		if n.count == 0 {
			t.parent[n.first], t.parent[n.first+1] = int32(i), int32(i)
			continue
		}
		for _, q := range t.order[n.first : n.first+n.count] {
			t.leaf[q] = int32(i)
		}
	}
	t.face, t.box = make([]r3.Vec, len(tri)), make([]box, len(tri))
	t.Refit(nil, x)
	return t, nil
}

// connect finds the neighbours of each triangle and the ring of each vertex.
func (t *Tree) connect(n int) error {
	type side struct{ tri, corner int32 }
	edges := make(map[[2]int32]side, 3*len(t.tri))
	count := make([]int32, n+1)
	for i, a := range t.tri {
		for c := range int32(3) {
			if a[c] < 0 || int(a[c]) >= n {
				return fmt.Errorf("closest: triangle %d: vertex %d: expected 0..%d", i, a[c], n-1)
			}
			count[a[c]+1]++
			e := [2]int32{a[c], a[(c+1)%3]}
			if o, dup := edges[e]; dup {
				return fmt.Errorf("closest: edge (%d, %d) is used in the same direction by triangles %d and %d: expected an oriented 2-manifold", e[0], e[1], o.tri, i)
			}
			edges[e] = side{int32(i), c}
		}
	}
	t.next = make([][3]int32, len(t.tri))
	for i, a := range t.tri {
		for c := range int32(3) {
			o, ok := edges[[2]int32{a[(c+1)%3], a[c]}]
			if !ok {
				return fmt.Errorf("closest: edge (%d, %d) of triangle %d has no neighbour: expected a closed surface", a[c], a[(c+1)%3], i)
			}
			t.next[i][c] = o.tri
		}
	}
	for i := range n {
		count[i+1] += count[i]
	}
	t.ptr = count
	t.ring = make([]int32, 3*len(t.tri))
	fill := append([]int32(nil), count[:n]...)
	for i, a := range t.tri {
		for c := range 3 {
			t.ring[fill[a[c]]] = int32(3*i + c)
			fill[a[c]]++
		}
	}
	return nil
}

// split divides a node at the median of the longest extent of its triangles' centres.
func (t *Tree) split(n int, centre []r3.Vec) {
	first, count := t.nodes[n].first, t.nodes[n].count
	if count <= leafSize {
		return
	}
	part := t.order[first : first+count]
	lo, hi := emptyBox()
	for _, i := range part {
		lo, hi = minVec(lo, centre[i]), maxVec(hi, centre[i])
	}
	ext := r3.Sub(hi, lo)
	key := func(v r3.Vec) float64 { return v.X }
	if ext.Y >= ext.X && ext.Y >= ext.Z {
		key = func(v r3.Vec) float64 { return v.Y }
	} else if ext.Z >= ext.X {
		key = func(v r3.Vec) float64 { return v.Z }
	}
	sort.Slice(part, func(i, j int) bool {
		a, b := key(centre[part[i]]), key(centre[part[j]])
		if a != b {
			return a < b
		}
		return part[i] < part[j]
	})
	half := count / 2
	child := int32(len(t.nodes))
	t.nodes = append(t.nodes, node{first: first, count: half}, node{first: first + half, count: count - half})
	t.nodes[n].first, t.nodes[n].count = child, 0
	t.split(int(child), centre)
	t.split(int(child)+1, centre)
}

// Refit moves the tree to new positions, which it keeps a reference to. A nil pool runs alone.
func (t *Tree) Refit(p *par.Pool, x []r3.Vec) {
	t.x = x
	t.each(p, len(t.tri), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			a := t.tri[i]
			n := r3.Cross(r3.Sub(x[a[1]], x[a[0]]), r3.Sub(x[a[2]], x[a[0]]))
			if l := r3.Norm(n); l > 0 {
				n = r3.Scale(1/l, n)
			}
			t.face[i] = n
		}
	})
	t.each(p, len(t.order), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			a := t.tri[t.order[i]]
			u, v, w := x[a[0]], x[a[1]], x[a[2]]
			t.box[i] = box{minVec(u, minVec(v, w)), maxVec(u, maxVec(v, w))}
		}
	})
	// Children come after their parents, so one backward sweep sees them first.
	for i := len(t.nodes) - 1; i >= 0; i-- {
		n := &t.nodes[i]
		if n.count == 0 {
			a, b := &t.nodes[n.first], &t.nodes[n.first+1]
			n.lo, n.hi = minVec(a.lo, b.lo), maxVec(a.hi, b.hi)
			continue
		}
		n.lo, n.hi = emptyBox()
		for _, b := range t.box[n.first : n.first+n.count] {
			n.lo, n.hi = minVec(n.lo, b.lo), maxVec(n.hi, b.hi)
		}
	}
}

func (t *Tree) each(p *par.Pool, n int, f func(lo, hi int)) {
	if p == nil {
		f(0, n)
		return
	}
	p.For(n, 512, f)
}

func emptyBox() (lo, hi r3.Vec) {
	inf := math.Inf(1)
	return r3.Vec{X: inf, Y: inf, Z: inf}, r3.Vec{X: -inf, Y: -inf, Z: -inf}
}

func minVec(a, b r3.Vec) r3.Vec {
	return r3.Vec{X: min(a.X, b.X), Y: min(a.Y, b.Y), Z: min(a.Z, b.Z)}
}

func maxVec(a, b r3.Vec) r3.Vec {
	return r3.Vec{X: max(a.X, b.X), Y: max(a.Y, b.Y), Z: max(a.Z, b.Z)}
}
