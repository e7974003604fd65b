package fit

import "math"

// Mean is a figure with its 95 % interval.
type Mean struct {
	Value, Lo, Hi float64
	N             int
}

// Boundless tells whether an interval is none: without an end, as of a single reading.
func Boundless(lo, hi float64) bool {
	return math.Abs(lo) >= math.MaxFloat64 || math.Abs(hi) >= math.MaxFloat64
}
