package findings

import (
	"math"
	"slices"
)

// Scatter is the standard deviation of readings y at growing x, by what the line through the neighbours of each leaves
// in the median: of a smooth curve, and few outliers. 0 of fewer than three.
func Scatter(x, y []float64) float64 {
	var off []float64
	for i := 1; i+1 < len(y); i++ {
		t := (x[i] - x[i-1]) / (x[i+1] - x[i-1])
		off = append(off, math.Abs(y[i]-y[i-1]-t*(y[i+1]-y[i-1]))/math.Sqrt(1+t*t+(1-t)*(1-t)))
	}
	return Robust(off)
}

// Robust is the standard deviation of normal errors of these sizes, by their median.
func Robust(off []float64) float64 { return Median(off) / 0.6745 }

// Median of values; 0 of none.
func Median(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	v = slices.Sorted(slices.Values(v))
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}
