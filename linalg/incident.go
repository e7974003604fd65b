package linalg

// Incident returns the vertex-to-element incidence in compressed form: the references of vertex i are
// refs[ptr[i]:ptr[i+1]]. ref makes the reference to element i from its local corner and the blocks of the corner's row,
// one per vertex of the element.
func Incident[R any](a *BSR, n, count int, corners func(i int) []int32, ref func(i, corner int32,
	blocks []int32) R) (ptr []int32, refs []R) {
	ptr = make([]int32, n+1)
	for i := range count {
		for _, v := range corners(i) {
			ptr[v+1]++
		}
	}
	for i := range n {
		ptr[i+1] += ptr[i]
	}
	refs = make([]R, ptr[n])
	fill, blocks := append([]int32(nil), ptr[:n]...), make([]int32, 0, 4)
	for i := range count {
		for c, v := range corners(i) {
			blocks = blocks[:0]
			for _, w := range corners(i) {
				blocks = append(blocks, a.Find(v, w))
			}
			refs[fill[v]] = ref(int32(i), int32(c), blocks)
			fill[v]++
		}
	}
	return ptr, refs
}
