package linalg

import (
	"cmp"
	"slices"
)

const (
	// A matrix has up to sweepDomains strips of leastRows to mostRows rows each; the number is a power of two, so
	// that cores get equal numbers. Smaller strips occupy more cores but need more iterations, because couplings
	// between strips of a colour use older values: 4 % more for 10,000 rows in 20 strips instead of one, 8 % more
	// for 40,000 rows in strips of 512 instead of 1,024.
	sweepDomains        = 32
	leastRows, mostRows = 400, 4096

	// stripsPerDomain is the number of strips of a colour in a domain, whose rows are interleaved. A row depends on the
	// previous row of its own strip, whose latency the rows of the other strip hide.
	stripsPerDomain = 2
)

// stripCount returns the number of strips for that many rows.
func stripCount(rows int) int {
	count := 1
	for rows >= 2*count*leastRows && (2*count <= sweepDomains || rows > count*mostRows) {
		count *= 2
	}
	return count
}

// cutStrips divides the order into count strips of consecutive rows. It returns the start of each strip (and the number
// of rows at the end), the strip of every row, and the colours of the strips.
func cutStrips(A *BSR, order []int32, count int) (starts []int, of, colour []int32) {
	starts, of = make([]int, count+1), make([]int32, A.N)
	for d := range count {
		starts[d+1] = (d + 1) * A.N / count
		for _, i := range order[starts[d]:starts[d+1]] {
			of[i] = int32(d)
		}
	}
	return starts, of, colours(A, order, of, count)
}

// sort orders the rows domain by domain, with the strips of a domain interleaved. Domains of all colours alternate, so
// that a core with the first domains of every colour has consecutive rows.
func (s *SSOR) sort(order []int32, starts []int, colour []int32) {
	s.rows, s.rank, s.domains = make([]int32, 0, len(order)), make([]int32, len(order)), []int32{0}
	of := make([][]int32, slices.Max(colour)+1) // domains of each colour
	for k := 0; len(s.rows) < len(order); k++ {
		for c := range of {
			s.interleave(order, starts, stripsOfColour(colour, int32(c), k*stripsPerDomain))
			if first := s.domains[len(s.domains)-1]; len(s.rows) > int(first) {
				of[c] = append(of[c], int32(len(s.domains)-1))
				s.domains = append(s.domains, int32(len(s.rows)))
			}
		}
	}
	s.order, s.colours = nil, []int{0}
	for _, domains := range of {
		s.order = append(s.order, domains...)
		s.colours = append(s.colours, len(s.order))
	}
}

// stripsOfColour returns up to stripsPerDomain strips of colour c, leaving out the first after.
func stripsOfColour(colour []int32, c int32, after int) (of []int) {
	for d := range colour {
		if colour[d] == c {
			if after--; after < 0 && len(of) < stripsPerDomain {
				of = append(of, d)
			}
		}
	}
	return of
}

// interleave appends the rows of a domain's strips.
func (s *SSOR) interleave(order []int32, starts, of []int) {
	for i, more := 0, true; more; i++ {
		more = false
		for _, d := range of {
			if k := starts[d] + i; k < starts[d+1] {
				s.rank[order[k]] = int32(len(s.rows))
				s.rows = append(s.rows, order[k])
				more = true
			}
		}
	}
}

// colours returns a greedy colouring of the strips: strips that A couples have different colours.
func colours(A *BSR, order, of []int32, count int) []int32 {
	colour := make([]int32, count)
	taken := make([]int32, count+1) // the last strip, counted from 1, with a neighbour of the colour
	k := 0
	for d := range int32(count) {
		for ; k < A.N && of[order[k]] == d; k++ {
			row := order[k]
			for _, j := range A.Col[A.RowPtr[row]:A.RowPtr[row+1]] {
				if of[j] < d {
					taken[colour[of[j]]] = d + 1
				}
			}
		}
		for taken[colour[d]] == d+1 {
			colour[d]++
		}
	}
	return colour
}

// cuthillMcKee orders the rows of A by breadth-first search from a peripheral row, with ties by degree (Cuthill and
// McKee, Proc. 24th Nat. Conf. ACM, 1969), so that coupled rows are near each other. Consecutive rows form strips, each
// coupled only to the strips before and after it if it is long enough.
func cuthillMcKee(A *BSR) []int32 {
	order := make([]int32, 0, A.N)
	seen := make([]bool, A.N)
	width := func(i int32) int32 { return A.RowPtr[i+1] - A.RowPtr[i] }
	// spread appends the component of row i in breadth-first order and returns its depth.
	spread := func(i int32) (far int) {
		first := len(order)
		order, seen[i] = append(order, i), true
		for from, to := first, len(order); from < to; from, to = to, len(order) {
			far++
			for k := from; k < to; k++ {
				next := len(order)
				for _, j := range A.Col[A.RowPtr[order[k]]:A.RowPtr[order[k]+1]] {
					if !seen[j] {
						order, seen[j] = append(order, j), true
					}
				}
				slices.SortFunc(order[next:], func(a, b int32) int {
					return cmp.Or(cmp.Compare(width(a), width(b)), cmp.Compare(a, b))
				})
			}
		}
		return far
	}
	for i := range int32(A.N) {
		if seen[i] {
			continue
		}
		first := len(order)
		for far, root := 0, i; ; {
			now := spread(root)
			if now <= far {
				break
			}
			far, root = now, order[len(order)-1] // restart from the far end until the depth no longer grows
			for _, j := range order[first:] {
				seen[j] = false
			}
			order = order[:first]
		}
	}
	return order
}
