// Disjoint sets of indices (vertices, corners, triangles): union-find with the lowest member as root.

package cloth

import "iter"

// Forest is a union-find structure on 0 to len−1: the parent of each element. Roots, the lowest members of their sets,
// are their own parents.
type Forest []int32

// NewForest returns n sets of one element each.
func NewForest(n int) Forest {
	f := make(Forest, n)
	for i := range f {
		f[i] = int32(i)
	}
	return f
}

// Add appends an element with its own set, and returns it.
func (f *Forest) Add() int32 {
	i := int32(len(*f))
	*f = append(*f, i)
	return i
}

// Find returns the lowest member of i's set.
func (f Forest) Find(i int32) int32 {
	for f[i] != i {
		f[i] = f[f[i]]
		i = f[i]
	}
	return i
}

// Join merges the sets of i and j.
func (f Forest) Join(i, j int32) {
	i, j = f.Find(i), f.Find(j)
	f[max(i, j)] = min(i, j)
}

// JoinAll merges the sets of all members of each list.
func (f Forest) JoinAll(lists iter.Seq[[]int32]) {
	for list := range lists {
		for _, i := range list[1:] {
			f.Join(list[0], i)
		}
	}
}

// JoinTriangles merges the sets of the corners of each triangle.
func (f Forest) JoinTriangles(tris [][3]int32) {
	for _, t := range tris {
		f.Join(t[0], t[1])
		f.Join(t[0], t[2])
	}
}

// Number returns the set of each element, with sets numbered by their lowest members.
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
