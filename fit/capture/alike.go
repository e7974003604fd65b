package capture

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"hysteron/fit/findings"
)

// scales is the largest relative difference between densities of samples of one cloth. Scales and rulers are off by a
// few percent, and so is cloth.
const scales = 0.05

// Weigh detects tests of different cloth by the densities of their samples, and implausible densities, also with the
// thickness of a base [m]; 0: without.
func Weigh(tests []*Test, thickness float64) (list findings.List, err error) {
	order := slices.SortedStableFunc(slices.Values(tests), func(a, b *Test) int {
		return cmp.Compare(a.density(), b.density())
	})
	middle := order[len(order)/2]
	for _, t := range tests {
		if d, most := t.density(), middle.density(); math.Abs(d-most) > scales*most {
			return nil, t.refused(findings.NewRefusal(t.line, findings.CaptureMass, 1e3*t.Mass, 1e3*d,
				cmp.Or(middle.File, middle.Kind), 1e3*middle.Mass, 1e3*most, 100*scales))
		}
	}
	if list.Add(findings.Density.Find(middle.line, fmt.Sprintf("a sample of %.4g g, %.4g mm long and wide: density",
		1e3*middle.Mass, 1e3*middle.Side), middle.density())); list == nil && thickness > 0 {
		list.Add(findings.Packed(middle.line, middle.density(), thickness, "the base's"))
	}
	return list, middle.refused(list.Refusal())
}
