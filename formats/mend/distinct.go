package mend

import "slices"

// Fault is the reason for removing a triangle of a mesh.
type Fault uint8

// Faults of triangles.
const (
	None      Fault = iota
	Collapsed       // without area
	Doubled         // the same vertices as an earlier one
	TwoSided        // the same vertices as an earlier one, in the opposite orientation
)

// Distinct lists the triangles that have three different vertices, and not those of an earlier triangle, and returns
// the fault of each triangle.
func Distinct(tris [][3]int32) (kept []int32, faults []Fault) {
	faults = make([]Fault, len(tris))
	first := make(map[[3]int32]int, len(tris))
	for t, v := range tris {
		if v[0] == v[1] || v[1] == v[2] || v[2] == v[0] {
			faults[t] = Collapsed
			continue
		}
		key := v
		slices.Sort(key[:])
		f, ok := first[key]
		switch {
		case !ok:
			first[key] = t
			kept = append(kept, int32(t))
		case odd(tris[f]) != odd(v):
			faults[t] = TwoSided
		default:
			faults[t] = Doubled
		}
	}
	return kept, faults
}

// odd reports whether v is an odd permutation of its sorted order.
func odd(v [3]int32) bool {
	return (v[0] > v[1]) != (v[1] > v[2]) != (v[0] > v[2])
}
