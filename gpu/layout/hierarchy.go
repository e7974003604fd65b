package layout

import (
	"fmt"
	"sort"

	"gonum.org/v1/gonum/spatial/r3"
)

const (
	leafTriangles = 4  // most triangles of a leaf
	maxDepth      = 40 // levels; must be below STACK of detect_bodies.comp
)

// Hierarchy is the constant part of a bounding volume hierarchy over a closed triangle surface, stored level by level.
type Hierarchy struct {
	Node [][4]int32 // first, count; parent or −1; 0. With count 0 the children are first and first + 1.
	Leaf []int32    // triangles, in the order of the leaves
	Next [][4]int32 // triangle across the edge from corner c to c + 1
	// Per vertex, with an end: start of its entries, which follow; an entry is 4·triangle + corner, in order around
	// the vertex.
	Ring []int32
}

// NewHierarchy builds the hierarchy for vertex positions x [m]. The surface must be closed and oriented; the error
// names an edge that violates this.
func NewHierarchy(tri [][3]int32, x []r3.Vec) (*Hierarchy, error) {
	h := &Hierarchy{}
	if err := h.connect(tri, len(x)); err != nil {
		return nil, err
	}
	h.Leaf = iota32(len(tri))
	centre := make([]r3.Vec, len(tri))
	for i, a := range tri {
		centre[i] = r3.Scale(1./3, r3.Add(x[a[0]], r3.Add(x[a[1]], x[a[2]])))
	}
	h.Node = [][4]int32{{0, int32(len(tri))}}
	return h, h.grow(centre)
}

// grow splits nodes level by level. centre has the centroid of each feature.
func (h *Hierarchy) grow(centre []r3.Vec) error {
	for n := range h.Node {
		h.Node[n][2] = -1
	}
	levels := 0
	for begin := 0; begin < len(h.Node); {
		end := len(h.Node)
		if levels++; levels > maxDepth {
			return fmt.Errorf("hierarchy of %d features is deeper than %d levels", len(centre), maxDepth)
		}
		for n := begin; n < end; n++ {
			h.split(n, centre)
		}
		begin = end
	}
	return nil
}

// split divides a node at the median of the longest extent of its features' centroids.
func (h *Hierarchy) split(n int, centre []r3.Vec) {
	first, count := h.Node[n][0], h.Node[n][1]
	if count <= leafTriangles {
		return
	}
	part := h.Leaf[first : first+count]
	lo, hi := centre[part[0]], centre[part[0]]
	for _, i := range part {
		c := centre[i]
		lo = r3.Vec{X: min(lo.X, c.X), Y: min(lo.Y, c.Y), Z: min(lo.Z, c.Z)}
		hi = r3.Vec{X: max(hi.X, c.X), Y: max(hi.Y, c.Y), Z: max(hi.Z, c.Z)}
	}
	ext := r3.Sub(hi, lo)
	key := func(i int32) float64 { return centre[i].X }
	if ext.Y >= ext.X && ext.Y >= ext.Z {
		key = func(i int32) float64 { return centre[i].Y }
	} else if ext.Z >= ext.X {
		key = func(i int32) float64 { return centre[i].Z }
	}
	sort.Slice(part, func(a, b int) bool {
		if p, q := key(part[a]), key(part[b]); p != q {
			return p < q
		}
		return part[a] < part[b]
	})
	half := count / 2
	child := int32(len(h.Node))
	h.Node = append(h.Node, [4]int32{first, half, int32(n)}, [4]int32{first + half, count - half, int32(n)})
	h.Node[n] = [4]int32{child, 0, h.Node[n][2]}
}

// connect computes the neighbours of each triangle and the ring of each vertex.
func (h *Hierarchy) connect(tri [][3]int32, n int) error {
	across := make(map[[2]int32]int32, 3*len(tri))
	for i, a := range tri {
		for c := range 3 {
			if a[c] < 0 || int(a[c]) >= n {
				return fmt.Errorf("triangle %d: vertex %d: expected 0..%d", i, a[c], n-1)
			}
			e := [2]int32{a[c], a[(c+1)%3]}
			if o, twice := across[e]; twice {
				return fmt.Errorf("edge (%d, %d) is used in the same direction by triangles %d and %d: expected an oriented "+
					"2-manifold", e[0], e[1], o, i)
			}
			across[e] = int32(i)
		}
	}
	h.Next = make([][4]int32, len(tri))
	for i, a := range tri {
		for c := range 3 {
			o, ok := across[[2]int32{a[(c+1)%3], a[c]}]
			if !ok {
				return fmt.Errorf("edge (%d, %d) of triangle %d has no neighbour: expected a closed surface", a[c], a[(c+1)%3], i)
			}
			h.Next[i][c] = o
		}
	}
	l := collect(n, func(add func(key, item int32)) {
		for i, a := range tri {
			for c, v := range a {
				add(v, int32(4*i+c))
			}
		}
	})
	for _, at := range l.Start {
		h.Ring = append(h.Ring, at+int32(len(l.Start)))
	}
	h.Ring = append(h.Ring, l.Item...)
	return nil
}
