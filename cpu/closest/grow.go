package closest

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// leafSize is the largest number of triangles below a quad that has no others below it.
const leafSize = 4

// placed is a triangle and where its centre is along an axis.
type placed struct {
	at  float64
	tri int32
}

// grow adds the quad over these triangles, and those below it, and returns its number. It puts the triangles in order of place; room is for as many.
func (t *Tree) grow(order []int32, centre []r3.Vec, room []placed) int32 {
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

// halve cuts more than leafSize triangles in two across the longest extent of their centres, so that leaves will be full, and returns the number of the first ones.
// What becomes a leaf is in order of place.
func halve(part []int32, centre []r3.Vec, room []placed) int {
	ext := empty
	for _, i := range part {
		ext.lo, ext.hi = minVec(ext.lo, centre[i]), maxVec(ext.hi, centre[i])
	}
	size := r3.Sub(ext.hi, ext.lo)
	key := func(v *r3.Vec) float64 { return v.X }
	if size.Y >= size.X && size.Y >= size.Z {
		key = func(v *r3.Vec) float64 { return v.Y }
	} else if size.Z >= size.X {
		key = func(v *r3.Vec) float64 { return v.Z }
	}
	list := room[:len(part)]
	for k, i := range part {
		list[k] = placed{key(&centre[i]), i}
	}
	leaves := (len(part) + leafSize - 1) / leafSize
	half := (leaves + 1) / 2 * leafSize
	if len(part)-half <= leafSize {
		slices.SortFunc(list, func(a, b placed) int {
			return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.tri, b.tri))
		})
	} else { // both halves are cut again
		foremost(list, half)
	}
	for k := range list {
		part[k] = list[k].tri
	}
	return half
}

// foremost puts the k first ones in front (Hoare 1961).
func foremost(list []placed, k int) {
	less := func(a, b *placed) bool { return a.at < b.at || a.at == b.at && a.tri < b.tri }
	for lo, hi := 0, len(list)-1; lo < hi; {
		middle := list[(lo+hi)/2]
		i, j := lo, hi
		for i <= j {
			for less(&list[i], &middle) {
				i++
			}
			for less(&middle, &list[j]) {
				j--
			}
			if i <= j {
				list[i], list[j] = list[j], list[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j
		case k > i:
			lo = i
		default:
			return
		}
	}
}
