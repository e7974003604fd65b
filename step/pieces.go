package step

import "hysteron/cloth"

// Pieces tells the piece of each vertex: vertices that triangles connect belong to one. Pieces are numbered by their
// first vertices.
func Pieces(m *cloth.Model) (of []int32, count int) {
	n := len(m.X0)
	root := make([]int32, n)
	for i := range root {
		root[i] = int32(i)
	}
	find := func(v int32) int32 {
		for root[v] != v {
			root[v] = root[root[v]]
			v = root[v]
		}
		return v
	}
	for _, t := range m.Tri {
		a := find(t[0])
		for _, v := range t[1:] {
			b := find(v)
			a, b = min(a, b), max(a, b)
			root[b] = a
		}
	}
	of = make([]int32, n)
	for i := range of {
		r := find(int32(i))
		if int(r) == i {
			of[i] = int32(count)
			count++
		} else {
			of[i] = of[r]
		}
	}
	return of, count
}
