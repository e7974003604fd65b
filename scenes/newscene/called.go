package newscene

import (
	"strings"

	"hysteron/pattern"
)

// called returns the names of a garment's pieces from the groups of its file. It returns nil unless each piece has a
// group of its own, with a name that no other file uses.
func (w *writer) called(s *pattern.Surface, order, group []int32, groups []string) []string {
	if len(group) != len(s.Tri) {
		return nil
	}
	of := map[int32]int32{} // group of each piece
	owner := map[string]bool{}
	for i, p := range s.PieceOf() {
		g, seen := of[p]
		if !seen {
			of[p] = group[i]
		} else if g != group[i] {
			return nil
		}
	}
	var names []string
	for _, p := range order {
		g := groups[of[p]]
		name := nameOf(strings.NewReplacer("/", "-", ".", "-").Replace(g))
		if g == "" || owner[name] || w.taken[name] {
			return nil
		}
		owner[name] = true
		names = append(names, name)
	}
	if w.taken == nil {
		w.taken = map[string]bool{}
	}
	for _, name := range names {
		w.taken[name] = true
	}
	return names
}
