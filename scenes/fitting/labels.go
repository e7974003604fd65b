package fitting

import (
	"slices"
	"strings"
)

// Words in the labels of edges that are at the top of garments, and at their bottom: of GarmentCode, where lower_interface is the waist of what is
// worn below it, and of patterns that people write.
var (
	tops    = []string{"waist", "lower_interface", "collar", "neck", "belt"}
	bottoms = []string{"hem", "ankle"}
)

// AtTop tells whether edges with a label belong at the top of a garment, and whether the label says anything of that.
func AtTop(label string) (top, known bool) {
	label = strings.ToLower(label)
	has := func(w string) bool { return strings.Contains(label, w) }
	switch {
	case slices.ContainsFunc(bottoms, has):
		return false, true
	case slices.ContainsFunc(tops, has):
		return true, true
	}
	return false, false
}

// IsWaist tells whether edges with a label are a waist, which holds what is worn below it.
func IsWaist(label string) bool {
	label = strings.ToLower(label)
	return slices.ContainsFunc([]string{"waist", "lower_interface", "belt"}, func(w string) bool { return strings.Contains(label, w) })
}
