// Median split of lists of items, for building trees of boxes.

package bvh

import (
	"cmp"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// Placed is an item with the coordinate of its centroid along an axis [m].
type Placed struct {
	At   float64
	Item int32
}

// Halve partitions items such that the first half lie first along the longest extent of their centroids, ties by index.
// items are indices into centre, room is scratch space of the same length. The order within each half is deterministic,
// and by place if sorted is set.
func Halve(items []int32, half int, sorted bool, centre []r3.Vec, room []Placed) {
	list := room[:len(items)]
	place(list, items, centre)
	if sorted {
		inOrder(list)
	} else {
		partition(list, half)
	}
	for k := range list {
		items[k] = list[k].Item
	}
}

// place computes the coordinates of the items.
func place(list []Placed, items []int32, centre []r3.Vec) {
	lo, hi := centre[items[0]], centre[items[0]]
	for _, i := range items {
		c := &centre[i]
		lo = r3.Vec{X: min(lo.X, c.X), Y: min(lo.Y, c.Y), Z: min(lo.Z, c.Z)}
		hi = r3.Vec{X: max(hi.X, c.X), Y: max(hi.Y, c.Y), Z: max(hi.Z, c.Z)}
	}
	size := r3.Sub(hi, lo)
	key := func(v *r3.Vec) float64 { return v.X }
	if size.Y >= size.X && size.Y >= size.Z {
		key = func(v *r3.Vec) float64 { return v.Y }
	} else if size.Z >= size.X {
		key = func(v *r3.Vec) float64 { return v.Z }
	}
	for k, i := range items {
		list[k] = Placed{key(&centre[i]), i}
	}
}

// inOrder sorts by place, then by index.
func inOrder(list []Placed) {
	slices.SortFunc(list, func(a, b Placed) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Item, b.Item)) })
}

// partition moves the k first items to the front (Hoare 1961). If partitioning makes no progress, as for coordinates
// that rise to the middle of the list and then fall, it sorts the list and returns true.
func partition(list []Placed, k int) (sorted bool) {
	less := func(a, b *Placed) bool { return a.At < b.At || a.At == b.At && a.Item < b.Item }
	rounds := 2 * bits.Len(uint(len(list)))
	for lo, hi := 0, len(list)-1; lo < hi; rounds-- {
		if rounds == 0 {
			inOrder(list[lo : hi+1])
			return true
		}
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
			return false
		}
	}
	return false
}
