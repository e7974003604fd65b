package law

import "math"

// elongation is the relative elongation of a yarn, ε = l − 1 with l = √(1 + 2E), from the Green strain E along it, with its first
// two derivatives. Yarns do not shorten, they bend: below zero it is E itself, which joins smoothly and
// has no end where l would be zero.
func elongation(e float64) (eps, first, second float64) {
	if e <= 0 {
		return e, 1, 0
	}
	l := math.Sqrt(1 + 2*e)
	return 2 * e / (1 + l), 1 / l, -1 / (l * l * l)
}

// pulled turns the response to an elongation, at E, into that to the strain E.
func pulled(e, psi, force, slope float64, r *Response) {
	_, first, second := elongation(e)
	r.Psi += psi
	r.Sigma += force * first
	r.Slope += slope*first*first + force*second
}

// stretched is how the elongation changes as E grows by d, without cancellation.
func stretched(e, d float64) float64 {
	if e >= 0 && e+d >= 0 {
		return 2 * d / (math.Sqrt(1+2*e) + math.Sqrt(1+2*(e+d)))
	}
	from, _, _ := elongation(e)
	to, _, _ := elongation(e + d)
	return to - from
}
