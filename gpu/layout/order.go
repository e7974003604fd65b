package layout

import (
	"slices"

	"hysteron/cloth"
)

// order is the renumbering of a model for the device: neighbours in the mesh come near each other in
// memory, which the matrix product needs.
type order struct {
	Vertex, Tri, hinge, segment []int32 // at each place, the model's index
	Place                       []int32 // of each of the model's vertices
}

// newOrder numbers vertices by breadth-first search from the least connected vertex of each
// component (Cuthill & McKee 1969), and elements by their lowest vertex.
func newOrder(m *cloth.Model) order {
	n := len(m.X0)
	start := make([]int32, n+1)
	for _, t := range m.Tri {
		for _, v := range t {
			start[v+1] += 2
		}
	}
	for i := range n {
		start[i+1] += start[i]
	}
	ring := make([]int32, start[n])
	fill := slices.Clone(start[:n])
	for _, t := range m.Tri {
		for c, v := range t {
			ring[fill[v]], ring[fill[v]+1] = t[(c+1)%3], t[(c+2)%3]
			fill[v] += 2
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
	lowest := func(v []int32) int32 {
		low := o.Place[v[0]]
		for _, w := range v[1:] {
			low = min(low, o.Place[w])
		}
		return low
	}
	o.Tri, o.hinge, o.segment = iota32(len(m.Tri)), iota32(len(m.Hinges)), iota32(len(m.Segments))
	slices.SortStableFunc(o.Tri, func(a, b int32) int { return int(lowest(m.Tri[a][:]) - lowest(m.Tri[b][:])) })
	slices.SortStableFunc(o.hinge, func(a, b int32) int {
		return int(lowest(m.Hinges[a].V[:]) - lowest(m.Hinges[b].V[:]))
	})
	slices.SortStableFunc(o.segment, func(a, b int32) int {
		return int(lowest(m.Segments[a].V[:]) - lowest(m.Segments[b].V[:]))
	})
	return o
}
