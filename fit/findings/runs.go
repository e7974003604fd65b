// Tells residuals of a law that misses the shape of a curve from noise.

package findings

import "math"

// Together is how far residuals of neighbouring readings go together, from −1 to 1: about 0 of noise, near 1 where a
// law misses the shape of a curve.
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

// Missed is how far a model is off the shape of a curve, of residuals of a size: what of them goes together from
// reading to reading. It is zero where that may as well be noise (three standard deviations of Together, 1/√n each).
func ShapeMissed(r []float64, size float64) float64 {
	if k := Autocorrelation(r); k*math.Sqrt(float64(len(r))) > 3 {
		return size * math.Sqrt(k)
	}
	return 0
}

// Legible is the share of what was measured from which on a missed shape is told.
const Legible = 0.005

// MissedCurve finds a law that misses the shape of a curve, of residuals of a size in units of its height.
func MissedCurve(r []float64, size float64) *Finding {
	if off := ShapeMissed(r, size); off > Legible {
		return Tell(CurveShape, 100*off)
	}
	return nil
}
