package findings

import (
	"slices"
	"strings"
)

// identifyingRows are rows that identify a kind of sheet.
var identifyingRows = []struct {
	kind string
	rows []string
}{
	{"a KES sheet, for hysteron fit kes", []string{"emt", "lt", "wt", "rt", "2hg", "2hg5", "2hb", "miu"}},
	{"a FAST sheet, for hysteron fit fast", []string{"e5", "e20", "e100", "eb5", "t2"}},
	{"a list of CLO's kind, for hysteron fit clo", []string{"stretch", "stretch-warp", "stretch-weft", "bending",
		"bending-warp", "bending-weft"}},
}

// OtherKind returns the kind of sheet that the unused rows identify, and the first of these rows, if no row identifies
// the requested kind.
func OtherKind(skipped []string, asked, has func(row string) bool) (kind, name string) {
	for _, t := range identifyingRows {
		if asked(t.rows[0]) {
			if slices.ContainsFunc(t.rows, has) {
				return "", ""
			}
			continue
		}
		for _, row := range t.rows {
			if k := slices.IndexFunc(skipped, func(s string) bool { return strings.EqualFold(s, row) }); k >= 0 &&
				kind == "" {
				kind, name = t.kind, skipped[k]
			}
		}
	}
	return kind, name
}
