package bvh

import (
	"gonum.org/v1/gonum/spatial/r3"
)

// leafSize is the largest number of triangles below a quad without inner children.
const leafSize = 4

// grow adds the quad over these triangles, and those below it, and returns its index. It sorts the triangles by place.
// room is scratch space of the same length.
func (t *Tree) grow(order []int32, centre []r3.Vec, room []Placed) int32 {
	n := int32(len(t.quads))
	t.quads = append(t.quads, quad{})
	for k := range 4 {
		t.quads[n].setBox(k, &empty)
	}
	if len(order) <= leafSize {
		t.leaves = append(t.leaves, n)
		for k, i := range order {
			t.quads[n].child[k] = ^i
		}
		return n
	}
	half := halve(order, centre, room)
	at := 0
	for _, part := range [2][]int32{order[:half], order[half:]} {
		cut := len(part)
		if cut > leafSize {
			cut = halve(part, centre, room)
		}
		for _, quarter := range [2][]int32{part[:cut], part[cut:]} {
			if len(quarter) > 0 {
				child := t.grow(quarter, centre, room)
				t.quads[n].child[at] = child
				at++
			}
		}
	}
	return n
}

// halve splits more than leafSize triangles in two at the median of the longest extent of their centroids, with full
// leaves, and returns the number in the first half. Leaves are sorted by place.
func halve(part []int32, centre []r3.Vec, room []Placed) int {
	leaves := (len(part) + leafSize - 1) / leafSize
	half := (leaves + 1) / 2 * leafSize
	Halve(part, half, len(part)-half <= leafSize, centre, room)
	return half
}
