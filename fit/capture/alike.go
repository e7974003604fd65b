package capture

import (
	"cmp"
	"math"
	"slices"

	"hysteron/fit/findings"
)

// scales is how far densities of samples of one cloth are apart, at most: scales and rulers are off by a few percent,
// and so is cloth.
const scales = 0.05

// Weigh tells whether tests are of one cloth, by what their samples weigh for their size, with what speaks against
// that, and against it beside the thickness of a base [m]; 0: there is none.
func Weigh(tests []*Test, thickness float64) (doubts []string, err error) {
	order := slices.SortedStableFunc(slices.Values(tests), func(a, b *Test) int {
		return cmp.Compare(a.density(), b.density())
	})
	middle := order[len(order)/2]
	for _, t := range tests {
		if d, most := t.density(), middle.density(); math.Abs(d-most) > scales*most {
			return nil, t.fail(t.line, "a sample of %.4g g, which are %.4g g/m², and of %s one of %.4g g, which are %.4g "+
				"g/m²: expected samples of one cloth, within %g %%", 1e3*t.Mass, 1e3*d, cmp.Or(middle.File, middle.Kind),
				1e3*middle.Mass, 1e3*most, 100*scales)
		}
	}
	doubt, err := findings.Judge("density_kg_m2", "", middle.density(), false)
	if doubt == "" && err == nil && thickness > 0 {
		doubt, err = findings.Packed(middle.density(), thickness, "the base's")
	}
	if err != nil {
		return nil, middle.fail(middle.line, "a sample of %.4g g, %.4g mm long and wide: %v", 1e3*middle.Mass,
			1e3*middle.Side, err)
	}
	if doubt != "" {
		doubts = []string{doubt}
	}
	return doubts, nil
}
