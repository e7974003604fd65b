package findings

import (
	"math"
	"slices"
)

// Loads finds two readings of a sample under weights whose elongations are alike under loads that are not, fivefold,
// as where a unit of weights changes on the way; the earlier one is right, if it does. Small elongations are left
// out, as loads that have just been taken off leave them, and so are readings without a weight, which no unit
// changes. 0, 0 where there are none. Friction that keeps most of an elongation makes such pairs, too.
func JumpOfLoads(elongation, weight []float64, load func(i int) float64) (i, j int) {
	const large, alike, apart, most = 0.5, 0.1, 5, 5000
	if len(elongation) > most {
		return 0, 0
	}
	longest := slices.Max(elongation)
	for i, e := range elongation {
		if e < large*longest || weight[i] == 0 {
			continue
		}
		for j := range i {
			if a, b := load(i), load(j); weight[j] != 0 && math.Abs(e-elongation[j]) < alike*e && max(a, b) > apart*min(a, b) {
				return i, j
			}
		}
	}
	return 0, 0
}
