package linalg

import "slices"

// aggregate groups the rows of a matrix into connected aggregates of about size rows, from the pattern alone. It
// returns the aggregate of every row and the number of aggregates. Each aggregate grows greedily from the first free
// row: the free neighbour with the most couplings into the aggregate is added next (ties: the lowest index), which
// keeps aggregates round. An aggregate that ends below half the size is merged into the smallest adjacent one; a
// component smaller than that stays an aggregate of its own.
func aggregate(m *BSR, size int) (group []int32, count int) {
	group = slices.Repeat([]int32{-1}, m.N)
	links := make([]int, m.N) // couplings of a free row into the growing aggregate
	var sizes []int
	var members, reach []int32
	for seed := range int32(m.N) {
		if group[seed] >= 0 {
			continue
		}
		id := int32(len(sizes))
		group[seed] = id
		members, reach = append(members[:0], seed), reach[:0]
		for len(members) < size {
			last := members[len(members)-1]
			for _, j := range m.Col[m.RowPtr[last]:m.RowPtr[last+1]] {
				if group[j] >= 0 {
					continue
				}
				if links[j] == 0 {
					reach = append(reach, j)
				}
				links[j]++
			}
			best := int32(-1)
			for _, j := range reach {
				if group[j] < 0 && (best < 0 || links[j] > links[best] || links[j] == links[best] && j < best) {
					best = j
				}
			}
			if best < 0 {
				break
			}
			group[best] = id
			members = append(members, best)
		}
		for _, j := range reach {
			links[j] = 0
		}
		if 2*len(members) < size {
			if host := smallestNeighbour(m, members, group, sizes, id); host >= 0 {
				for _, i := range members {
					group[i] = host
				}
				sizes[host] += len(members)
				continue
			}
		}
		sizes = append(sizes, len(members))
	}
	return group, len(sizes)
}

// smallestNeighbour returns the smallest aggregate coupled to the members of aggregate id (ties: the lowest index), or
// −1 without one.
func smallestNeighbour(m *BSR, members, group []int32, sizes []int, id int32) int32 {
	best := int32(-1)
	for _, i := range members {
		for _, j := range m.Col[m.RowPtr[i]:m.RowPtr[i+1]] {
			g := group[j]
			if g < 0 || g == id {
				continue
			}
			if best < 0 || sizes[g] < sizes[best] || sizes[g] == sizes[best] && g < best {
				best = g
			}
		}
	}
	return best
}

// lists holds one list of rows per group, in compressed form.
type lists struct {
	ptr  []int32 // len+1 positions in rows
	rows []int32
}

func (l *lists) of(g int) []int32 { return l.rows[l.ptr[g]:l.ptr[g+1]] }

// collect computes the rows of every group, ascending, without rows where skip is true (nil: all rows). It reuses the
// memory of l.
func (l *lists) collect(group []int32, count int, skip []bool) {
	l.ptr = resize(l.ptr, count+1)
	l.rows = resize(l.rows, len(group))
	clear(l.ptr)
	for i, g := range group {
		if skip == nil || !skip[i] {
			l.ptr[g+1]++
		}
	}
	for g := range count {
		l.ptr[g+1] += l.ptr[g]
	}
	for i, g := range group {
		if skip == nil || !skip[i] {
			l.rows[l.ptr[g]] = int32(i)
			l.ptr[g]++
		}
	}
	// Every start was advanced to its end, which is the start of the next group.
	copy(l.ptr[1:], l.ptr[:count])
	l.ptr[0] = 0
	l.rows = l.rows[:l.ptr[count]]
}

// quotient returns the pattern over count groups. Two groups are coupled if any of their rows are.
func quotient(m *BSR, group []int32, count int) *BSR {
	return NewPattern(count, func(yield func([]int32) bool) {
		var pair [2]int32
		for i := range m.N {
			for _, j := range m.Col[m.RowPtr[i]:m.RowPtr[i+1]] {
				if pair = [2]int32{group[i], group[j]}; pair[0] < pair[1] && !yield(pair[:]) {
					return
				}
			}
		}
	})
}
