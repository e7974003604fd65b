// Rounding of readings, and the residuals that it causes.

package findings

import (
	"math"
	"slices"
)

// Marks is the rounding of the readings that a fit compares. The zero value is none.
type Marks struct {
	Step  float64 // between the marks of the ruler, in units of the reading
	Alike float64 // Σm² over values that occur m times
}

// FindMarks returns the coarsest ruler, with marks at 1, 2 or 5 times a power of ten, on which all readings [SI] lie,
// when read in units of unit SI.
func FindMarks(v []float64, unit float64) (r Marks) {
	most, least := slices.Max(v)/unit, slices.Min(v)/unit
	if !(most > least) {
		return r
	}
	for decade := math.Floor(math.Log10(most - least)); decade > -9 && r.Step == 0; decade-- {
		for _, digit := range []float64{5, 2, 1} {
			step := digit * math.Pow(10, decade)
			if !slices.ContainsFunc(v,
				func(x float64) bool { d := x / unit / step; return math.Abs(d-math.Round(d)) > 1e-6 }) {
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

// CoarseReadings reports a ruler that leaves few distinct lengths [m]: its marks, and their number.
func CoarseReadings(v []float64) *Finding {
	r := FindMarks(v, 1e-3)
	if marks := (slices.Max(v) - slices.Min(v)) / max(r.Step, 1e-9); marks < 100 {
		return NewNote(FewMarks, 1e3*r.Step, marks)
	}
	return nil
}

// Most returns the 95 % bound of the sum of squares that rounding alone causes in n readings. Each error is uniform
// over a step q, so its square has the mean q²/12 and the variance q⁴/180. Readings of one value may have the same
// error. A model with residuals below this bound is not refuted by the readings, however little they scatter, since
// rounding does not average out.
func (r Marks) Most(n int) float64 {
	const z = 1.645
	return r.Step * r.Step * (float64(n)/12 + z*math.Sqrt(r.Alike/180))
}
