// Separation of stiffness and friction in strips that were only let down.

package fit

import (
	"math"

	"hysteron/law"
)

// Drawn returns the friction stress at a strain, monotonically from rest.
func Drawn(l law.Law, eps float64) float64 {
	if l == nil {
		return 0
	}
	const steps = 64
	var r law.Response
	s := law.Strain{H: 1, History: make([]float64, len(law.Of(l).History))}
	for i := range steps {
		s.EpsN, s.Eps, r = s.Eps, eps*float64(i+1)/steps, law.Response{}
		l.Respond(&s, &r)
		if k, ok := l.(law.Keeper); ok {
			k.Commit(&s)
		}
	}
	return r.Sigma
}

// LetDown returns the factor of stiffness and friction of bending, with their ratio kept, for which a strip of a
// density [kg/m²] that is let down to 41.5° appears as stiff as b [N·m] without friction: b = ρgC³ with the bending
// length C, half of the overhang (ASTM D1388, FAST-2). Friction of other laws is replaced by Dahl's with the same
// stress at the strip's mean curvature and the same initial slope.
func LetDown(b, density float64, elastic, friction law.Law) (scale float64) {
	const angle = 41.5 * Deg
	weight := density * standardGravity
	length := 2 * math.Cbrt(b/weight)
	stiffness := 3 * law.Stiffness(elastic)
	d, ok := friction.(law.Dahl)
	if eps := 3 * angle / length; !ok && friction != nil {
		d.A = Drawn(friction, eps)
		d.Tau = d.A / (Drawn(friction, eps/1000) / (eps / 1000))
	}
	if !(d.Tau > 0) {
		d.A, d.B, d.Tau = 0, 0, 1
	}
	return Bisect(func(s float64) bool {
		return Chord(weight, length, s*stiffness, s*d.A, s*d.B, d.Tau, false) > angle
	}, 1e-3*b/stiffness, 1.01*b/stiffness)
}
