package layout

import (
	"math"
	"slices"

	"hysteron/cloth"
)

// order is the renumbering of a model for the device, by which mesh neighbours are close in memory.
type order struct {
	Vertex, Tri, hinge []int32 // device index → model index
	Place              []int32 // model vertex → device index
}

// newOrder numbers vertices by breadth-first search from the vertex of least degree in each component (Cuthill & McKee
// 1969), and elements by their lowest vertex.
func newOrder(m *cloth.Model) order {
	n := len(m.X0)
	start := make([]int32, n+1)
	for of := range m.Joined() {
		for _, v := range of {
			start[v+1] += int32(len(of)) - 1
		}
	}
	for i := range n {
		start[i+1] += start[i]
	}
	ring := make([]int32, start[n])
	fill := slices.Clone(start[:n])
	for of := range m.Joined() {
		for c, v := range of {
			for d := 1; d < len(of); d++ {
				ring[fill[v]] = of[(c+d)%len(of)]
				fill[v]++
			}
		}
	}
	degree := func(v int32) int32 { return start[v+1] - start[v] }
	byDegree := func(a, b int32) int {
		if d := degree(a) - degree(b); d != 0 {
			return int(d)
		}
		return int(a - b)
	}
	o := order{Place: slices.Repeat([]int32{-1}, n)}
	seeds := iota32(n)
	slices.SortFunc(seeds, byDegree)
	visit := func(v int32) {
		if o.Place[v] < 0 {
			o.Place[v] = int32(len(o.Vertex))
			o.Vertex = append(o.Vertex, v)
		}
	}
	for _, seed := range seeds {
		done := len(o.Vertex)
		visit(seed)
		for ; done < len(o.Vertex); done++ {
			v := o.Vertex[done]
			next := ring[start[v]:start[v+1]]
			slices.SortFunc(next, byDegree)
			for _, w := range next {
				visit(w)
			}
		}
	}
	o.Tri = o.sorted(len(m.Tri), func(i int32) []int32 { return m.Tri[i][:] })
	o.hinge = o.sorted(len(m.Hinges), func(i int32) []int32 { return m.Hinges[i].V[:] })
	return o
}

// sorted returns the order of n elements with the given corners.
func (o *order) sorted(n int, corners func(i int32) []int32) []int32 {
	lowest := func(i int32) int32 {
		low := int32(math.MaxInt32)
		for _, w := range corners(i) {
			low = min(low, o.Place[w])
		}
		return low
	}
	list := iota32(n)
	slices.SortStableFunc(list, func(a, b int32) int { return int(lowest(a) - lowest(b)) })
	return list
}
