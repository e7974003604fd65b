package scenes

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// intersecting lists the pairs of triangles that pass through each other, each pair once with
// the lower index first, in ascending order. Triangles that only touch, or that lie in one plane,
// do not count, and neither do those that share an edge.
func intersecting(x []r3.Vec, tri [][3]int32) [][2]int32 {
	t := &boxTree{x: x, tri: tri, order: make([]int32, len(tri)), boxes: make([]box, len(tri))}
	for i, v := range tri {
		t.order[i] = int32(i)
		t.boxes[i] = box{x[v[0]], x[v[0]]}.with(x[v[1]]).with(x[v[2]])
	}
	if len(tri) == 0 {
		return nil
	}
	t.build(0, len(tri))
	var hits [][2]int32
	for i := range tri {
		t.query(0, int32(i), func(j int32) {
			if t.cross(int32(i), j) {
				hits = append(hits, [2]int32{int32(i), j})
			}
		})
	}
	slices.SortFunc(hits, func(a, b [2]int32) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
	})
	return hits
}

// box is an axis-aligned box.
type box struct{ lo, hi r3.Vec }

func (b box) with(p r3.Vec) box {
	return box{
		r3.Vec{X: min(b.lo.X, p.X), Y: min(b.lo.Y, p.Y), Z: min(b.lo.Z, p.Z)},
		r3.Vec{X: max(b.hi.X, p.X), Y: max(b.hi.Y, p.Y), Z: max(b.hi.Z, p.Z)},
	}
}

func (b box) overlaps(c box) bool {
	return b.lo.X <= c.hi.X && c.lo.X <= b.hi.X && b.lo.Y <= c.hi.Y && c.lo.Y <= b.hi.Y && b.lo.Z <= c.hi.Z && c.lo.Z <= b.hi.Z
}

// boxTree is a hierarchy of boxes, halved at the median along the longest side.
type boxTree struct {
	x     []r3.Vec
	tri   [][3]int32
	boxes []box // of the triangles
	order []int32
	nodes []boxNode
}

type boxNode struct {
	box
	lo, hi      int // order[lo:hi], where left is 0
	left, right int // children
}

const boxLeaf = 4

func (t *boxTree) build(lo, hi int) int {
	id := len(t.nodes)
	n := boxNode{box: t.boxes[t.order[lo]], lo: lo, hi: hi}
	for _, i := range t.order[lo+1 : hi] {
		n.box = n.with(t.boxes[i].lo).with(t.boxes[i].hi)
	}
	t.nodes = append(t.nodes, n)
	if hi-lo <= boxLeaf {
		return id
	}
	size := r3.Sub(n.box.hi, n.box.lo)
	along := func(p r3.Vec) float64 { return p.X }
	if size.Y > size.X && size.Y >= size.Z {
		along = func(p r3.Vec) float64 { return p.Y }
	} else if size.Z > size.X {
		along = func(p r3.Vec) float64 { return p.Z }
	}
	slices.SortFunc(t.order[lo:hi], func(a, b int32) int {
		return cmp.Or(cmp.Compare(along(t.boxes[a].lo)+along(t.boxes[a].hi), along(t.boxes[b].lo)+along(t.boxes[b].hi)), cmp.Compare(a, b))
	})
	mid := (lo + hi) / 2
	left := t.build(lo, mid)
	right := t.build(mid, hi)
	t.nodes[id].left, t.nodes[id].right = left, right
	return id
}

// query calls visit for the triangles after i whose boxes overlap its own.
func (t *boxTree) query(id int, i int32, visit func(int32)) {
	n := &t.nodes[id]
	if !n.overlaps(t.boxes[i]) {
		return
	}
	if n.left != 0 {
		t.query(n.left, i, visit)
		t.query(n.right, i, visit)
		return
	}
	for _, j := range t.order[n.lo:n.hi] {
		if j > i && t.boxes[i].overlaps(t.boxes[j]) {
			visit(j)
		}
	}
}

// cross tells whether an edge of one triangle passes through the other.
func (t *boxTree) cross(i, j int32) bool {
	a, b := t.tri[i], t.tri[j]
	shared := 0
	for _, v := range a {
		if slices.Contains(b[:], v) {
			shared++
		}
	}
	return shared < 2 && (t.pierces(a, b) || t.pierces(b, a))
}

// pierces tells whether an edge of a passes through the inside of b. Edges with a vertex of b
// only touch it.
func (t *boxTree) pierces(a, b [3]int32) bool {
	for k := range 3 {
		v, w := a[k], a[(k+1)%3]
		if slices.Contains(b[:], v) || slices.Contains(b[:], w) {
			continue
		}
		p, q := t.x[v], t.x[w]
		x, y, z := t.x[b[0]], t.x[b[1]], t.x[b[2]]
		if volume(x, y, z, p)*volume(x, y, z, q) >= 0 {
			continue
		}
		s, u, w2 := volume(p, q, x, y), volume(p, q, y, z), volume(p, q, z, x)
		if s > 0 && u > 0 && w2 > 0 || s < 0 && u < 0 && w2 < 0 {
			return true
		}
	}
	return false
}

// volume is six times the signed volume of a tetrahedron, and 0 where it is too small to have a
// certain sign: below the rounding of its products.
func volume(a, b, c, d r3.Vec) float64 {
	u, v, w := r3.Sub(b, a), r3.Sub(c, a), r3.Sub(d, a)
	n := r3.Dot(r3.Cross(u, v), w)
	if size := r3.Norm(u) * r3.Norm(v) * r3.Norm(w); math.Abs(n) <= 1e-14*size {
		return 0
	}
	return n
}
