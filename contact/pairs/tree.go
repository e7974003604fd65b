package pairs

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/contact/bvh"
	"hysteron/linalg"
)

// leafSize is the largest number of features in a leaf.
const leafSize = 4

// Box is an axis-aligned box.
type Box struct{ Lo, Hi r3.Vec }

// Overlaps reports whether two boxes have a common point.
func (a *Box) Overlaps(b *Box) bool {
	return a.Lo.X <= b.Hi.X && b.Lo.X <= a.Hi.X && a.Lo.Y <= b.Hi.Y && b.Lo.Y <= a.Hi.Y && a.Lo.Z <= b.Hi.Z &&
		b.Lo.Z <= a.Hi.Z
}

// Join returns the smallest box around two.
func (a *Box) Join(b *Box) Box {
	return Box{
		r3.Vec{X: min(a.Lo.X, b.Lo.X), Y: min(a.Lo.Y, b.Lo.Y), Z: min(a.Lo.Z, b.Lo.Z)},
		r3.Vec{X: max(a.Hi.X, b.Hi.X), Y: max(a.Hi.Y, b.Hi.Y), Z: max(a.Hi.Z, b.Hi.Z)},
	}
}

// Tree is a hierarchy of boxes over features (vertices, edges or triangles: one, two or three vertices each). Its
// topology is fixed by the positions at which it was built. Refit moves it.
type Tree struct {
	feature [][3]int32 // vertices of each feature; the last is repeated if it has fewer
	order   []int32    // features in leaf order
	nodes   []node
	leaves  []int32 // indices of the leaf nodes, in leaf order
	box     []Box   // per feature
}

// node covers order[first:first+count]. Its children are child and child+1; 0 for a leaf.
type node struct {
	Box
	first, count, child int32
}

// NewTree builds the hierarchy over features at positions x by median split along the longest extent of their
// centroids.
func NewTree(feature [][3]int32, x []r3.Vec) *Tree {
	t := &Tree{feature: feature, order: make([]int32, len(feature)), box: make([]Box, len(feature))}
	centre := make([]r3.Vec, len(feature))
	for i, f := range feature {
		t.order[i] = int32(i)
		centre[i] = r3.Add(x[f[0]], r3.Add(x[f[1]], x[f[2]]))
	}
	if len(feature) > 0 {
		t.nodes = []node{{count: int32(len(feature))}}
		t.split(0, centre, make([]bvh.Placed, len(feature)))
	}
	return t
}

func (t *Tree) split(n int, centre []r3.Vec, room []bvh.Placed) {
	first, count := t.nodes[n].first, t.nodes[n].count
	if count <= leafSize {
		t.leaves = append(t.leaves, int32(n))
		return
	}
	half := count / 2
	bvh.Halve(t.order[first:first+count], int(half), half <= leafSize, centre, room) // leaves are sorted by place
	child := int32(len(t.nodes))
	t.nodes = append(t.nodes, node{first: first, count: half}, node{first: first + half, count: count - half})
	t.nodes[n].child = child
	t.split(int(child), centre, room)
	t.split(int(child)+1, centre, room)
}

// Refit sets the box of each feature to the hull of the boxes of its vertices.
func (t *Tree) Refit(p *linalg.Pool, vertex []Box) {
	p.For(len(t.feature), 512, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			f := t.feature[i]
			b := vertex[f[0]]
			if f[1] != f[0] {
				b = b.Join(&vertex[f[1]])
			}
			if f[2] != f[1] {
				b = b.Join(&vertex[f[2]])
			}
			t.box[i] = b
		}
	})
	// Children come after their parent, so a backward sweep visits them first.
	for i := len(t.nodes) - 1; i >= 0; i-- {
		n := &t.nodes[i]
		if n.child != 0 {
			n.Box = t.nodes[n.child].Join(&t.nodes[n.child+1].Box)
			continue
		}
		n.Box = t.box[t.order[n.first]]
		for _, k := range t.order[n.first+1 : n.first+n.count] {
			n.Box = n.Box.Join(&t.box[k])
		}
	}
}

// Leaf returns the features of a leaf.
func (t *Tree) Leaf(leaf int) []int32 {
	n := &t.nodes[t.leaves[leaf]]
	return t.order[n.first : n.first+n.count]
}

// Leaves returns the number of leaves, over which searches are distributed.
func (t *Tree) Leaves() int { return len(t.leaves) }

// Pairs calls f for each feature of the leaf of t and each of u with overlapping boxes, in an order that depends on the
// trees alone. If u is t, it calls f once per pair, and not for a feature with itself.
func (t *Tree) Pairs(leaf int, u *Tree, f func(i, j int32)) {
	if len(u.nodes) == 0 {
		return
	}
	own := t.leaves[leaf]
	a := &t.nodes[own]
	var stack [64]int32
	depth := 1
	stack[0] = 0
	for depth > 0 {
		depth--
		k := stack[depth]
		b := &u.nodes[k]
		if !a.Overlaps(&b.Box) || u == t && b.first+b.count <= a.first {
			continue
		}
		if b.child != 0 {
			stack[depth], stack[depth+1] = b.child+1, b.child
			depth += 2
			continue
		}
		for p, i := range t.order[a.first : a.first+a.count] {
			bi := &t.box[i]
			from := 0
			if u == t && k == own {
				from = p + 1
			}
			for _, j := range u.order[int(b.first)+from : b.first+b.count] {
				if bi.Overlaps(&u.box[j]) {
					f(i, j)
				}
			}
		}
	}
}
