package placement

import (
	"maps"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"
)

// Words in labels of edges at the top and at the bottom of garments: of GarmentCode, where lower_interface is the waist
// of what is worn below it, and common ones of users.
var (
	tops    = []string{"waist", "lower_interface", "collar", "neck", "belt"}
	bottoms = []string{"hem", "ankle"}
)

// AtTop reports whether edges with a label belong at the top of a garment; known: the label is one of the words.
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

// IsWaist reports whether edges with a label are a waist, which holds what is worn below it.
func IsWaist(label string) bool {
	label = strings.ToLower(label)
	return slices.ContainsFunc([]string{"waist", "lower_interface", "belt"}, func(w string) bool {
		return strings.Contains(label, w)
	})
}

// UpsideDown returns a label of an edge that belongs at the top of a garment and is at its bottom, or the reverse.
func UpsideDown(x []r3.Vec, labels map[string][]int32, lo, hi float64) (label string, at float64) {
	for _, name := range slices.Sorted(maps.Keys(labels)) {
		list := labels[name]
		top, known := AtTop(name)
		if !known || len(list) == 0 {
			continue
		}
		sum := 0.0
		for _, v := range list {
			sum += x[v].Y
		}
		if y := sum / float64(len(list)); top && y < lo+(hi-lo)/4 || !top && y > hi-(hi-lo)/4 {
			return name, y
		}
	}
	return "", 0
}
