package capture

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"hysteron/fit/findings"
)

// scales is how far densities of samples of one cloth are apart, at most: scales and rulers are off by a few percent,
// and so is cloth.
const scales = 0.05

// Weigh finds tests that are not of one cloth, by what their samples weigh for their size, and what speaks against
// that weight, by itself and beside the thickness of a base [m]; 0: there is none.
func Weigh(tests []*Test, thickness float64) (list findings.List, err error) {
	order := slices.SortedStableFunc(slices.Values(tests), func(a, b *Test) int {
		return cmp.Compare(a.density(), b.density())
	})
	middle := order[len(order)/2]
	for _, t := range tests {
		if d, most := t.density(), middle.density(); math.Abs(d-most) > scales*most {
			return nil, t.refused(findings.Refuse(t.line, findings.CaptureMass, 1e3*t.Mass, 1e3*d,
				cmp.Or(middle.File, middle.Kind), 1e3*middle.Mass, 1e3*most, 100*scales))
		}
	}
	if list.Add(findings.Density.Find(middle.line, fmt.Sprintf("a sample of %.4g g, %.4g mm long and wide: density",
		1e3*middle.Mass, 1e3*middle.Side), middle.density())); list == nil && thickness > 0 {
		list.Add(findings.Packed(middle.line, middle.density(), thickness, "the base's"))
	}
	return list, middle.refused(list.Refusal())
}
