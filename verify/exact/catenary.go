package exact

import "math"

// Catenary returns the sag over the span of an elastic string between two points of one height. ratio is its length at
// rest over the span, weight its weight over its stiffness EA (Irvine 1981, §1.3). With the horizontal force η in
// weights,
//
//	span/L = η·weight + 2η·asinh(1/2η),  sag/L = weight/8 + √(η² + 1/4) − η
func Catenary(ratio, weight float64) float64 {
	span := func(eta float64) float64 { return eta*weight + 2*eta*math.Asinh(1/(2*eta)) }
	eta := Root(func(eta float64) float64 { return span(eta) - 1/ratio }, 1e-6, 100)
	return ratio * (weight/8 + math.Sqrt(eta*eta+.25) - eta)
}
