package fit

// Runs is how far residuals of neighbouring readings go together, from −1 to 1: about 0 of noise, near 1 where a law misses the shape of a curve.
func Runs(r []float64) float64 {
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
