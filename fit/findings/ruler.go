// Says how coarsely readings were rounded, and what that alone leaves of them.

package findings

import (
	"math"
	"slices"
)

// Marks says how coarsely what a fit compares was read. The zero value is not at all.
type Marks struct {
	Step  float64 // between the marks of the ruler, in units of what is compared
	Alike float64 // Σm² over values that were read m times
}

// Find finds the coarsest ruler with marks at 1, 2 or 5 times a power of ten on which all readings [SI] lie, read in
// units of so many SI.
func FindMarks(v []float64, unit float64) (r Marks) {
	most, least := slices.Max(v)/unit, slices.Min(v)/unit
	if !(most > least) {
		return r
	}
	for decade := math.Floor(math.Log10(most - least)); decade > -9 && r.Step == 0; decade-- {
		for _, digit := range []float64{5, 2, 1} {
			step := digit * math.Pow(10, decade)
			if !slices.ContainsFunc(v, func(x float64) bool { d := x / unit / step; return math.Abs(d-math.Round(d)) > 1e-6 }) {
				r.Step = step * unit
				break
			}
		}
	}
	times := map[float64]float64{}
	for _, x := range v {
		times[math.Round(x/unit*1e9)]++
	}
	for _, m := range times {
		r.Alike += m * m
	}
	return r
}

// CoarseReadings finds a ruler that leaves few values to lengths [m]: between its marks, and how many it has.
func CoarseReadings(v []float64) *Finding {
	r := FindMarks(v, 1e-3)
	if marks := (slices.Max(v) - slices.Min(v)) / max(r.Step, 1e-9); marks < 100 {
		return Tell(FewMarks, 1e3*r.Step, marks)
	}
	return nil
}

// Most is the sum of squares that rounding alone makes of n readings, at the end of 95 %: each error is even over a
// step q, so its square has the mean q²/12 and the variance q⁴/180; readings of one value may have the same error.
// Whatever reproduces readings as well as that is not ruled out by them, however little they scatter: rounding is no
// scatter, and does not average out.
func (r Marks) Most(n int) float64 {
	const z = 1.645
	return r.Step * r.Step * (float64(n)/12 + z*math.Sqrt(r.Alike/180))
}
