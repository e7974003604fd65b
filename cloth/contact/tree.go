package contact

import (
	"cmp"
	"math"
	"slices"

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

// distance2 is the squared distance of two boxes.
func (b *box) distance2(c *box) float64 {
	x := max(0, b.lo.X-c.hi.X, c.lo.X-b.hi.X)
	y := max(0, b.lo.Y-c.hi.Y, c.lo.Y-b.hi.Y)
	z := max(0, b.lo.Z-c.hi.Z, c.lo.Z-b.hi.Z)
	return x*x + y*y + z*z
}

// leafSize is how many triangles a leaf holds at most.
const leafSize = 4

// tree is a hierarchy of boxes over triangles that are sorted along a space-filling curve. The
// node of the range [lo, hi) of the sorted triangles is split at its middle.
type tree struct {
	tri   [][3]int32
	order []int32 // triangles along the curve
	t     []triangle
	nodes []box
}

// newTree sorts the triangles by the Morton code of their centres and boxes them.
func newTree(x []r3.Vec, tri [][3]int32) *tree {
	t := &tree{tri: tri, order: make([]int32, len(tri)), t: make([]triangle, len(tri))}
	all := emptyBox()
	centre := make([]r3.Vec, len(tri))
	for i, v := range tri {
		t.t[i] = triangle{x[v[0]], x[v[1]], x[v[2]]}
		c := r3.Scale(1./3, r3.Add(x[v[0]], r3.Add(x[v[1]], x[v[2]])))
		centre[i] = c
		all = all.with(box{c, c})
		t.order[i] = int32(i)
	}
	code := make([]uint64, len(tri))
	size := r3.Sub(all.hi, all.lo)
	scale := float64(1<<21-1) / max(size.X, size.Y, size.Z, 1e-30)
	for i, c := range centre {
		d := r3.Scale(scale, r3.Sub(c, all.lo))
		code[i] = spread(uint64(d.X)) | spread(uint64(d.Y))<<1 | spread(uint64(d.Z))<<2
	}
	slices.SortFunc(t.order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(code[a], code[b]), cmp.Compare(a, b))
	})
	if len(tri) > 0 {
		t.grow(0, 0, len(tri))
	}
	return t
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

// grow boxes the node n of the range [lo, hi); its children are 2n+1 and 2n+2.
func (t *tree) grow(n, lo, hi int) box {
	for n >= len(t.nodes) {
		t.nodes = append(t.nodes, emptyBox())
	}
	var b box
	if hi-lo <= leafSize {
		b = emptyBox()
		for _, i := range t.order[lo:hi] {
			for _, p := range t.t[i] {
				b = b.with(box{p, p})
			}
		}
	} else {
		mid := (lo + hi) / 2
		b = t.grow(2*n+1, lo, mid)
		b = b.with(t.grow(2*n+2, mid, hi))
	}
	t.nodes[n] = b
	return b
}

// span is a node with its range.
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
