package check

import (
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

// grown returns the box with a margin on all sides.
func (b box) grown(margin float64) box {
	m := r3.Vec{X: margin, Y: margin, Z: margin}
	return box{r3.Sub(b.lo, m), r3.Add(b.hi, m)}
}

// tree is a hierarchy of boxes over triangles that are sorted along a space-filling curve: slot k holds triangle
// order[k].
//
// Node k of level 0 holds the boxes of the triangles in slots 4k to 4k + 3, node k of level l those of the nodes 4k to
// 4k + 3 of the level below. The last level has one node.
type tree struct {
	tri     [][3]int32 // by triangle; the following fields are by slot
	order   []int32
	t       []triangle
	levels  [][]four
	slab    []slab // computed at the first use
	workers int
	end     *stop
}

// newTree builds a tree of triangles, sorted by the Morton code of their centres, with boxes that have a margin on all
// sides. If it is stopped, the tree has no triangles.
func newTree(x []r3.Vec, tri [][3]int32, margin float64, workers int, end *stop) *tree {
	t := &tree{workers: workers, end: end}
	t.grow(x, tri, sorted(x, tri, end), margin)
	return t
}

// grow fills the tree with sorted triangles.
func (t *tree) grow(x []r3.Vec, tri [][3]int32, order []int32, margin float64) {
	t.tri, t.order, t.slab = tri, nil, nil
	if t.end.now() {
		return
	}
	nodes := (len(tri) + 3) / 4
	t.t = slices.Grow(t.t[:0], len(tri))[:len(tri)]
	t.levels = [][]four{make([]four, nodes)}
	look := turns{stop: t.end}
	for node := range t.levels[0] {
		f := emptyFour()
		for k := 4 * node; k < min(len(tri), 4*node+4); k++ {
			if look.now() {
				return
			}
			v := tri[order[k]]
			t.t[k] = triangle{x[v[0]], x[v[1]], x[v[2]]}
			f.set(k%4, t.t[k].box().grown(margin))
		}
		t.levels[0][node] = f
	}
	t.order = order
	for len(t.levels[len(t.levels)-1]) > 1 {
		t.raise()
	}
}

// raise adds a level.
func (t *tree) raise() {
	below := t.levels[len(t.levels)-1]
	level := make([]four, (len(below)+3)/4)
	for k := range level {
		level[k] = emptyFour()
	}
	for k := range below {
		level[k/4].set(k%4, below[k].around())
	}
	t.levels = append(t.levels, level)
}

// box returns the box around all triangles.
func (t *tree) box() box { return t.levels[len(t.levels)-1][0].around() }

// sorted returns the triangles in the order of the Morton code of their centres; nil if it is stopped.
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

// sortByCode returns the indices of code in the order of its 63-bit values, equal ones by index: a radix sort by digits
// of 11 bits, the lowest first.
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

// spread returns v with bit k of the lower 21 bits moved to bit 3k.
func spread(v uint64) uint64 {
	v &= 1<<21 - 1
	v = (v | v<<32) & 0x1f00000000ffff
	v = (v | v<<16) & 0x1f0000ff0000ff
	v = (v | v<<8) & 0x100f00f00f00f00f
	v = (v | v<<4) & 0x10c30c30c30c30c3
	return (v | v<<2) & 0x1249249249249249
}

func (t *triangle) box() box {
	a, b, c := &t[0], &t[1], &t[2]
	return box{
		r3.Vec{X: min(a.X, b.X, c.X), Y: min(a.Y, b.Y, c.Y), Z: min(a.Z, b.Z, c.Z)},
		r3.Vec{X: max(a.X, b.X, c.X), Y: max(a.Y, b.Y, c.Y), Z: max(a.Z, b.Z, c.Z)},
	}
}
