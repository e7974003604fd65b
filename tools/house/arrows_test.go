package house

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// arrow is a reference: one file uses what another declares.
type arrow struct{ from, to string }

// mostBack is which part of the references of a folder may point back: 1 of 20.
const mostBack = 20

// TestBack: with the files of a top-level folder in the order in which the fewest of them use an earlier one, few do.
func TestBack(t *testing.T) {
	var now []figure
	trees := arrows(t)
	for _, name := range slices.Sorted(maps.Keys(trees)) {
		back := backward(trees[name])
		f := figure{name: name, n: len(back), usual: len(trees[name]) / mostBack}
		for _, a := range back {
			f.where = append(f.where, a.from+" uses "+a.to)
		}
		now = append(now, f)
	}
	hold(t, "back", now)
}

// arrows collects them by top-level folder.
func arrows(t *testing.T) map[string][]arrow {
	t.Helper()
	list, fset := units()
	found := map[string]map[arrow]bool{}
	for _, u := range list {
		for id, used := range u.info.Uses {
			if used.Pkg() == nil || !strings.HasPrefix(used.Pkg().Path(), module) || !used.Pos().IsValid() {
				continue
			}
			dir := strings.TrimPrefix(used.Pkg().Path(), module)
			a := arrow{place(u.dir, fset.Position(id.Pos()).Filename), place(dir, fset.Position(used.Pos()).Filename)}
			top := topLevel(a.from)
			if a.from == a.to || top != topLevel(a.to) {
				continue
			}
			if found[top] == nil {
				found[top] = map[arrow]bool{}
			}
			found[top][a] = true
		}
	}
	trees := map[string][]arrow{}
	for top, set := range found {
		trees[top] = slices.SortedFunc(maps.Keys(set), func(a, b arrow) int {
			if c := strings.Compare(a.from, b.from); c != 0 {
				return c
			}
			return strings.Compare(a.to, b.to)
		})
	}
	return trees
}

// backward returns the arrows that point back in an order of the files with few such: that of Eades, Lin and Smyth
// (1993), improved by moving single files as long as that helps.
func backward(all []arrow) (back []arrow) {
	out, in := map[string]map[string]bool{}, map[string]map[string]bool{}
	for _, a := range all {
		for _, f := range []string{a.from, a.to} {
			if out[f] == nil {
				out[f], in[f] = map[string]bool{}, map[string]bool{}
			}
		}
		out[a.from][a.to], in[a.to][a.from] = true, true
	}
	order := improved(greedy(out, in), out)
	at := map[string]int{}
	for i, f := range order {
		at[f] = i
	}
	for _, a := range all {
		if at[a.from] > at[a.to] {
			back = append(back, a)
		}
	}
	return back
}

// greedy puts what uses nothing last, what nothing uses first, and of the rest first the file with most uses over
// users.
func greedy(out, in map[string]map[string]bool) []string {
	left := map[string]bool{}
	uses, users := map[string]int{}, map[string]int{}
	for f := range out {
		left[f], uses[f], users[f] = true, len(out[f]), len(in[f])
	}
	var first, last []string
	take := func(f string) {
		delete(left, f)
		for g := range out[f] {
			users[g]--
		}
		for g := range in[f] {
			uses[g]--
		}
	}
	for len(left) > 0 {
		names := slices.Sorted(maps.Keys(left))
		best, taken := names[0], false
		for _, f := range names {
			switch {
			case uses[f] == 0:
				last, taken = append(last, f), true
			case users[f] == 0:
				first, taken = append(first, f), true
			case uses[f]-users[f] > uses[best]-users[best]:
				best = f
				continue
			default:
				continue
			}
			take(f)
			break
		}
		if !taken {
			first = append(first, best)
			take(best)
		}
	}
	slices.Reverse(last)
	return append(first, last...)
}

// improved moves single files to where fewer arrows point back, as long as there is one.
func improved(order []string, out map[string]map[string]bool) []string {
	for changed := true; changed; {
		changed = false
		for _, f := range slices.Clone(order) {
			from := slices.Index(order, f)
			rest := slices.Delete(slices.Clone(order), from, from+1)
			// back is how many arrows of f point back with f at the start of the rest, then behind each file of it.
			back, counts := 0, make([]int, len(order))
			for _, g := range rest {
				if out[g][f] {
					back++
				}
			}
			counts[0] = back
			for i, g := range rest {
				if out[g][f] {
					back--
				}
				if out[f][g] {
					back++
				}
				counts[i+1] = back
			}
			to := from
			for i, n := range counts {
				if n < counts[to] {
					to = i
				}
			}
			if to != from {
				order, changed = slices.Insert(rest, to, f), true
			}
		}
	}
	return order
}

// TestBackward: of a ring one arrow points back, of two rings that share a file two, of what has no ring none.
func TestBackward(t *testing.T) {
	for want, all := range [][]arrow{
		{{"a", "b"}, {"a", "c"}, {"b", "c"}, {"c", "d"}},
		{{"a", "b"}, {"b", "c"}, {"c", "a"}, {"c", "d"}},
		{{"a", "b"}, {"b", "a"}, {"c", "d"}, {"d", "a"}, {"a", "c"}, {"e", "a"}},
	} {
		if back := backward(all); len(back) != want {
			t.Errorf("%v: %v point back, expected %d", all, back, want)
		}
	}
}
