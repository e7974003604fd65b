// Joins numbered things (vertices, corners, triangles) into sets: union-find with the lowest member as root.

package cloth

import "iter"

// Forest is a union of disjoint sets of the numbers 0 to len-1: the parent of each. Roots, the lowest members of their
// sets, are their own parents.
type Forest []int32

// New gives n numbers a set each.
func NewForest(n int) Forest {
	f := make(Forest, n)
	for i := range f {
		f[i] = int32(i)
	}
	return f
}

// Add gives one more number a set of its own, and returns it.
func (f *Forest) Add() int32 {
	i := int32(len(*f))
	*f = append(*f, i)
	return i
}

// Find is the lowest member of i's set.
func (f Forest) Find(i int32) int32 {
	for f[i] != i {
		f[i] = f[f[i]]
		i = f[i]
	}
	return i
}

// Join makes the sets of i and j one.
func (f Forest) Join(i, j int32) {
	i, j = f.Find(i), f.Find(j)
	f[max(i, j)] = min(i, j)
}

// JoinAll makes all members of each list one set.
func (f Forest) JoinAll(lists iter.Seq[[]int32]) {
	for list := range lists {
		for _, i := range list[1:] {
			f.Join(list[0], i)
		}
	}
}

// JoinTriangles makes the corners of each triangle one set.
func (f Forest) JoinTriangles(tris [][3]int32) {
	for _, t := range tris {
		f.Join(t[0], t[1])
		f.Join(t[0], t[2])
	}
}

// Number tells the set of each number, sets counted by their lowest members.
func (f Forest) Number() (of []int32, count int) {
	of = make([]int32, len(f))
	for i := range of {
		if r := f.Find(int32(i)); int(r) == i {
			of[i] = int32(count)
			count++
		} else {
			of[i] = of[r]
		}
	}
	return of, count
}
