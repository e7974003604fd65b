package contact

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// box is an axis-aligned box.
type box struct{ lo, hi r3.Vec }

func emptyBox() box {
	inf := math.Inf(1)
	return box{r3.Vec{X: inf, Y: inf, Z: inf}, r3.Vec{X: -inf, Y: -inf, Z: -inf}}
}

func (b box) with(c box) box {
	return box{
		r3.Vec{X: min(b.lo.X, c.lo.X), Y: min(b.lo.Y, c.lo.Y), Z: min(b.lo.Z, c.lo.Z)},
		r3.Vec{X: max(b.hi.X, c.hi.X), Y: max(b.hi.Y, c.hi.Y), Z: max(b.hi.Z, c.hi.Z)},
	}
}

func (b *box) meets(c *box) bool {
	return b.lo.X <= c.hi.X && c.lo.X <= b.hi.X && b.lo.Y <= c.hi.Y && c.lo.Y <= b.hi.Y && b.lo.Z <= c.hi.Z && c.lo.Z <= b.hi.Z
}

// grown is the box with a margin on all sides.
func (b box) grown(margin float64) box {
	m := r3.Vec{X: margin, Y: margin, Z: margin}
	return box{r3.Sub(b.lo, m), r3.Add(b.hi, m)}
}

// distance2 is the squared distance of two boxes.
func (b *box) distance2(c *box) float64 {
	x := max(0, b.lo.X-c.hi.X, c.lo.X-b.hi.X)
	y := max(0, b.lo.Y-c.hi.Y, c.lo.Y-b.hi.Y)
	z := max(0, b.lo.Z-c.hi.Z, c.lo.Z-b.hi.Z)
	return x*x + y*y + z*z
}

// leafSize is how many triangles a leaf holds at most.
const leafSize = 4

// tree is a hierarchy of boxes over triangles that are sorted along a space-filling curve: slot k
// holds triangle order[k]. The node of the slots [lo, hi) is split at their middle.
type tree struct {
	tri     [][3]int32 // by triangle; the following are by slot
	order   []int32
	t       []triangle
	boxes   []box
	nodes   []box
	workers int
	end     *stop
}

// newTree sorts the triangles by the Morton code of their centres and boxes them, each with a
// margin on all sides. Where it is stopped, it has none.
func newTree(x []r3.Vec, tri [][3]int32, margin float64, workers int, end *stop) *tree {
	return grown(x, tri, sorted(x, tri, end), margin, workers, end)
}

// grown is a tree of triangles that are sorted.
func grown(x []r3.Vec, tri [][3]int32, order []int32, margin float64, workers int, end *stop) *tree {
	if end.now() {
		return &tree{end: end}
	}
	n := len(tri)
	t := &tree{tri: tri, order: order, t: make([]triangle, n), boxes: make([]box, n), workers: workers, end: end}
	look := turns{stop: end}
	for k, i := range t.order {
		if look.now() {
			return &tree{end: end}
		}
		v := tri[i]
		t.t[k] = triangle{x[v[0]], x[v[1]], x[v[2]]}
		t.boxes[k] = t.t[k].box().grown(margin)
	}
	if n > 0 {
		t.nodes = make([]box, nodesOver(n))
		t.grow(0, 0, n)
	}
	return t
}

// nodesOver is how many places nodes over n slots have.
func nodesOver(n int) int {
	count := 1
	for ; n > leafSize; n = (n + 1) / 2 {
		count = 2*count + 1
	}
	return count
}

// sorted is the triangles in the order of the Morton code of their centres; nil where it is stopped.
func sorted(x []r3.Vec, tri [][3]int32, end *stop) []int32 {
	look := turns{stop: end}
	all := emptyBox()
	centre := make([]r3.Vec, len(tri))
	for i, v := range tri {
		if look.now() {
			return nil
		}
		centre[i] = r3.Scale(1./3, r3.Add(x[v[0]], r3.Add(x[v[1]], x[v[2]])))
		all = all.with(box{centre[i], centre[i]})
	}
	code := make([]uint64, len(tri))
	size := r3.Sub(all.hi, all.lo)
	scale := float64(1<<21-1) / max(size.X, size.Y, size.Z, 1e-30)
	for i, c := range centre {
		d := r3.Scale(scale, r3.Sub(c, all.lo))
		code[i] = spread(uint64(d.X)) | spread(uint64(d.Y))<<1 | spread(uint64(d.Z))<<2
	}
	return sortByCode(code, end)
}

// sortByCode is the indices of code in the order of its 63-bit values, equal ones by index: a
// radix sort by digits of 11 bits, the lowest first.
func sortByCode(code []uint64, end *stop) []int32 {
	const bits, mask = 11, 1<<11 - 1
	order, next := make([]int32, len(code)), make([]int32, len(code))
	for i := range order {
		order[i] = int32(i)
	}
	for shift := 0; shift < 63 && !end.now(); shift += bits {
		var first [mask + 2]int32
		for _, c := range code {
			first[c>>shift&mask+1]++
		}
		for d := range mask {
			first[d+1] += first[d]
		}
		for _, i := range order {
			d := code[i] >> shift & mask
			next[first[d]] = i
			first[d]++
		}
		order, next = next, order
	}
	return order
}

// spread moves bit k of the lower 21 bits to bit 3k.
func spread(v uint64) uint64 {
	v &= 1<<21 - 1
	v = (v | v<<32) & 0x1f00000000ffff
	v = (v | v<<16) & 0x1f0000ff0000ff
	v = (v | v<<8) & 0x100f00f00f00f00f
	v = (v | v<<4) & 0x10c30c30c30c30c3
	return (v | v<<2) & 0x1249249249249249
}

// grow boxes the node n of the slots [lo, hi); its children are 2n+1 and 2n+2.
func (t *tree) grow(n, lo, hi int) box {
	var b box
	if hi-lo <= leafSize {
		b = emptyBox()
		for k := lo; k < hi; k++ {
			b = b.with(t.boxes[k])
		}
	} else {
		mid := (lo + hi) / 2
		b = t.grow(2*n+1, lo, mid)
		b = b.with(t.grow(2*n+2, mid, hi))
	}
	t.nodes[n] = b
	return b
}

// span is a node with its slots.
type span struct{ n, lo, hi int }

func (t *tree) root() span { return span{0, 0, len(t.order)} }
func (s span) leaf() bool  { return s.hi-s.lo <= leafSize }
func (s span) size() int   { return s.hi - s.lo }
func (s span) split() (a, b span) {
	m := (s.lo + s.hi) / 2
	return span{2*s.n + 1, s.lo, m}, span{2*s.n + 2, m, s.hi}
}

func (t *triangle) box() box {
	b := box{t[0], t[0]}
	return b.with(box{t[1], t[1]}).with(box{t[2], t[2]})
}
