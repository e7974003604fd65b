package linalg

import (
	"cmp"
	"slices"
)

const (
	// A matrix has sweepDomains runs of rows, of leastRows to mostRows each: halves of halves, so that each of a few cores
	// gets as many. Fewer rows spread over more cores, and need more iterations, as values of other runs are older: for
	// 10,000 rows 4 % more in 20 than in one, for 40,000 8 % more by 512 rows than by 1,024.
	sweepDomains        = 32
	leastRows, mostRows = 400, 4096

	// abreast is how many runs of a colour are a domain, swept by turns: a row may wait for the one before of its run as
	// long as rows take, and for those of others it need not.
	abreast = 2
)

// runs is how many runs so many rows are.
func runs(rows int) int {
	count := 1
	for rows >= 2*count*leastRows && (2*count <= sweepDomains || rows > count*mostRows) {
		count *= 2
	}
	return count
}

// cut makes so many runs of the order: where each begins in it, and the number of rows; in which one a row is; the
// runs' colours.
func cut(A *BSR, order []int32, count int) (starts []int, of, colour []int32) {
	starts, of = make([]int, count+1), make([]int32, A.N)
	for d := range count {
		starts[d+1] = (d + 1) * A.N / count
		for _, i := range order[starts[d]:starts[d+1]] {
			of[i] = int32(d)
		}
	}
	return starts, of, colours(A, order, of, count)
}

// sort orders rows: domain by domain, those of a domain's runs by turns. Domains of all colours take turns too, so that
// a core that has the first of each has the first of all rows. starts has where each run begins in order, and the
// number of rows.
func (s *SSOR) sort(order []int32, starts []int, colour []int32) {
	s.rows, s.rank, s.domains = make([]int32, 0, len(order)), make([]int32, len(order)), []int32{0}
	of := make([][]int32, slices.Max(colour)+1) // domains of each colour
	for k := 0; len(s.rows) < len(order); k++ {
		for c := range of {
			s.interleave(order, starts, taken(colour, int32(c), k*abreast))
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

// taken is up to abreast runs of a colour, after the first ones.
func taken(colour []int32, c int32, after int) (of []int) {
	for d := range colour {
		if colour[d] == c {
			if after--; after < 0 && len(of) < abreast {
				of = append(of, d)
			}
		}
	}
	return of
}

// interleave appends the rows of a domain's runs.
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

// colours gives runs that A couples different colours, each the first that is free.
func colours(A *BSR, order, of []int32, count int) []int32 {
	colour := make([]int32, count)
	taken := make([]int32, count+1) // the run, counted from 1, beside which a colour is
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

// cuthillMcKee orders the rows of A so that those which are coupled are near each other: by their distance from one at
// a rim, counted in couplings, those of the same distance by the one that they were found from, and then by how many
// couplings they have (Cuthill and McKee, Proc. 24th Nat. Conf. ACM, 1969). Runs of it are strips, each coupled to the
// strips before and after it.
func cuthillMcKee(A *BSR) []int32 {
	order := make([]int32, 0, A.N)
	seen := make([]bool, A.N)
	width := func(i int32) int32 { return A.RowPtr[i+1] - A.RowPtr[i] }
	// spread appends all that is coupled to row i, and tells the distance of the last one.
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
			far, root = now, order[len(order)-1] // from the far end again: until that is no farther
			for _, j := range order[first:] {
				seen[j] = false
			}
			order = order[:first]
		}
	}
	return order
}
