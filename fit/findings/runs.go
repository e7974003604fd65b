// Serial correlation of residuals.

package findings

import "math"

// Autocorrelation returns the correlation of residuals of neighbouring readings, −1 to 1: about 0 for noise, near 1 if
// a law misses the shape of a curve.
func Autocorrelation(r []float64) float64 {
	var next, all float64
	for i := range r {
		if i > 0 {
			next += r[i] * r[i-1]
		}
		all += r[i] * r[i]
	}
	if all == 0 {
		return 0
	}
	return next / all
}

// ShapeMissed returns the part of residuals of a size that is correlated from reading to reading: the error of the
// shape. It is zero if noise explains it (three standard deviations of Autocorrelation, 1/√n each).
func ShapeMissed(r []float64, size float64) float64 {
	if k := Autocorrelation(r); k*math.Sqrt(float64(len(r))) > 3 {
		return size * math.Sqrt(k)
	}
	return 0
}

// Legible is the smallest error of a shape that is reported, relative to the measurement.
const Legible = 0.005

// MissedCurve returns a finding if a law misses the shape of a curve. size is that of the residuals, relative to its
// height.
func MissedCurve(r []float64, size float64) *Finding {
	if off := ShapeMissed(r, size); off > Legible {
		return NewNote(CurveShape, 100*off)
	}
	return nil
}
