package instruments

import (
	"fmt"
	"math"
)

// Bag is a plane bagging test, as of a knee: a strip between two clamps, on which a polished bar presses across its
// middle. Residual bagging height is the depth to which the bar sinks by a small force (Şengöz 2004, Textile
// Progress 36(1), reviews such tests; those of Zhang, Li, Yeung and Yao 1999 have a ball on a round specimen). The two
// limbs leave the bar along tangents, so cloth has one elongation everywhere.
type Bag struct {
	Span   float64 // distance of the clamps [m]
	Radius float64 // of the bar, to the middle of the cloth [m]
	Depth  float64 // below the clamps, while the strip is loaded [m]
	Probe  float64 // force per width of the bar when it is read [N/m]
}

// StandardBag is the test of the virtual laboratory: clamps 10 cm apart, and a bar of radius 2 cm, pressed down by
// 15 mm, which is 4.7 % of elongation. When it is read, the force of a bar of 10 g on 5 cm keeps limbs straight but for
// √(B/T) ≈ 2 mm. Assumed.
func StandardBag() Bag { return Bag{Span: 0.1, Radius: 0.02, Depth: 0.015, Probe: 2} }

// Slope returns the angle of the limbs with the bar at a depth [rad].
func (b Bag) Slope(depth float64) float64 {
	a, down := b.Span/2, depth-b.Radius
	return math.Atan2(down, a) + math.Asin(b.Radius/math.Hypot(a, down))
}

// Elongation returns that of a strip that is taut around the bar at a depth.
func (b Bag) Elongation(depth float64) float64 {
	a := b.Span / 2
	return (math.Sqrt(a*a+depth*depth-2*depth*b.Radius)+b.Radius*b.Slope(depth))/a - 1
}

// Height returns the depth to which an elongation leads, the inverse of Elongation [m].
func (b Bag) Height(elongation float64) float64 {
	if elongation <= 0 {
		return 0
	}
	// dElongation/ddepth = sin(slope)/(span/2): convex in the depth, so Newton's method converges from above.
	depth := b.Span * (1 + elongation) // beyond: of limbs of half of it, and as much around the bar
	for range 100 {
		by := (b.Elongation(depth) - elongation) * b.Span / 2 / math.Sin(b.Slope(depth))
		depth -= by
		if math.Abs(by) <= 1e-15*b.Span {
			break
		}
	}
	return depth
}

// Tension returns the force per width along a strip of an elongation when it is read [N/m], with its derivative.
func (b Bag) Tension(elongation float64) (tension, slope float64) {
	depth, a := b.Height(max(elongation, 1e-12)), b.Span/2
	sin, cos := math.Sincos(b.Slope(depth))
	limb := math.Sqrt(a*a + depth*depth - 2*depth*b.Radius) // d(slope)/d(half of the strip) = cos/(limb·sin)
	tension = b.Probe / (2 * sin)
	return tension, -tension * cos / sin * cos * a / (limb * sin)
}

// check returns an error for a test whose strip the bar does not lengthen.
func (b Bag) check() error {
	if b.Radius >= b.Span/2 || b.Depth > b.Span {
		return fmt.Errorf("a bar of radius %.3g mm that is pressed down by %.3g mm between clamps %.3g mm apart: expected "+
			"a radius below half of that distance, and a depth up to it", 1000*b.Radius, 1000*b.Depth, 1000*b.Span)
	}
	return nil
}
