package findings

import (
	"math"
	"slices"
)

// Scatter returns the standard deviation of readings y of a smooth curve at increasing x: the median residual of each
// from the line through its neighbours, so few outliers do not count. It is 0 for fewer than three readings.
func Scatter(x, y []float64) float64 {
	var off []float64
	for i := 1; i+1 < len(y); i++ {
		t := (x[i] - x[i-1]) / (x[i+1] - x[i-1])
		off = append(off, math.Abs(y[i]-y[i-1]-t*(y[i+1]-y[i-1]))/math.Sqrt(1+t*t+(1-t)*(1-t)))
	}
	return Robust(off)
}

// Robust returns the standard deviation of normal errors from the median of their sizes.
func Robust(off []float64) float64 { return Median(off) / 0.6745 }

// Median returns the median, 0 without values.
func Median(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	v = slices.Sorted(slices.Values(v))
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}
