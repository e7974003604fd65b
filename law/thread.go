package law

import "math"

// shortest is the stretch below which a yarn's elongation is continued linearly: at zero stretch its force would
// diverge.
const shortest = 0.5

// elongation returns the relative elongation of a yarn, ε = l − 1 with l = √(1 + 2E), for the Green strain E along it,
// with its first two derivatives.
func elongation(e float64) (eps, first, second float64) {
	if e < (shortest*shortest-1)/2 {
		return shortest - 1 + (e-(shortest*shortest-1)/2)/shortest, 1 / shortest, 0
	}
	l := math.Sqrt(1 + 2*e)
	return 2 * e / (1 + l), 1 / l, -1 / (l * l * l)
}

// stretched returns the change of the elongation for E from e to e + d, without cancellation.
func stretched(e, d float64) float64 {
	const low = (shortest*shortest - 1) / 2
	above := func(e, d float64) float64 { return 2 * d / (math.Sqrt(1+2*e) + math.Sqrt(1+2*(e+d))) }
	end := e + d
	switch {
	case e >= low && end >= low:
		return above(e, d)
	case e >= low:
		return above(e, low-e) + (end-low)/shortest
	case end < low:
		return d / shortest
	}
	return (low-e)/shortest + above(low, end-low)
}

// pulled converts energy, force and slope over the elongation to those over the strain E.
func pulled(e, psi, force, slope float64) (float64, float64, float64) {
	_, first, second := elongation(e)
	return psi, force * first, slope*first*first + force*second
}
