package linalg

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The order has each row once, and next to one that it is coupled to as soon as there is any.
func TestCuthillMcKee(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "n")
		A := randomPattern(n, rapid.IntRange(0, 2*n).Draw(t, "stencils"), newRand(rapid.Uint64().Draw(t, "seed")))
		order := cuthillMcKee(A)
		sorted := slices.Clone(order)
		slices.Sort(sorted)
		for i, row := range sorted {
			if len(sorted) != n || int(row) != i {
				t.Fatalf("%d rows in the order %v", n, order)
			}
		}
		for k, i := range order {
			coupled := func(j int32) bool { return i != j && A.Find(i, j) >= 0 }
			if slices.ContainsFunc(order[k:], coupled) && !slices.ContainsFunc(order[:k], coupled) && k > 0 &&
				reached(A, order[:k], i) {
				t.Fatalf("row %d comes before those that lead to it: %v", i, order)
			}
		}
	})
}

// reached reports whether couplings lead from rows to i.
func reached(A *BSR, rows []int32, i int32) bool {
	seen := make([]bool, A.N)
	seen[i] = true
	for next := []int32{i}; len(next) > 0; next = next[1:] {
		for _, j := range A.Col[A.RowPtr[next[0]]:A.RowPtr[next[0]+1]] {
			if slices.Contains(rows, j) {
				return true
			}
			if !seen[j] {
				seen[j], next = true, append(next, j)
			}
		}
	}
	return false
}

// Rows of a grid in any order are as many strips as those of one in its own, so that two colours do, and couplings are
// to rows not far away.
func TestStrips(t *testing.T) {
	const side = 40
	place := make([]int32, side*side)
	for i, v := range newRand(7).Perm(len(place)) {
		place[i] = int32(v)
	}
	A := NewPattern(len(place), func(yield func([]int32) bool) {
		for s := range gridStencils(side, side) {
			moved := make([]int32, len(s))
			for k, v := range s {
				moved[k] = place[v]
			}
			if !yield(moved) {
				return
			}
		}
	})
	s := new(SSOR)
	s.build(A, 8)
	if got := len(s.colours) - 1; got != 2 {
		t.Errorf("%d colours, not 2", got)
	}
	far, rank := 0, make([]int, A.N)
	order := cuthillMcKee(A)
	for r, i := range order {
		rank[i] = r
	}
	for i := range A.N {
		for _, j := range A.Col[A.RowPtr[i]:A.RowPtr[i+1]] {
			far = max(far, rank[i]-rank[j])
		}
	}
	if far > 4*side {
		t.Errorf("coupled rows are up to %d apart", far)
	}
}
