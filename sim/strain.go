// Quantities of pictures in false colours.

package sim

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
)

// GreenStrains returns the largest principal Green strain ½(λ² − 1) of each triangle [%].
func GreenStrains(m *cloth.Model, x []r3.Vec) []float64 {
	return GreenStrainsOf(m, cloth.Range{Hi: len(m.Tri)}, x)
}

// GreenStrainsOf is GreenStrains for some triangles.
func GreenStrainsOf(m *cloth.Model, of cloth.Range, x []r3.Vec) []float64 {
	e := make([]float64, of.Hi-of.Lo)
	for t := range e {
		l := m.Stretch(of.Lo+t, x)
		e[t] = 100 * (l*l - 1) / 2
	}
	return e
}

// FrictionStresses returns the Frobenius norm of the internal friction stress of each triangle, from the history of its
// membrane strains [N/m].
func FrictionStresses(m *cloth.Model, s *cloth.State) []float64 {
	f := make([]float64, len(m.Tri))
	for t := range f {
		at := func(k int) float64 { return sq(s.FrictionStress(m, cloth.Triangles, t, k)) }
		f[t] = math.Sqrt(at(0) + at(1) + 2*at(2))
	}
	return f
}

// SaturatedFriction returns the largest value of FrictionStresses at small strain with all three strains saturated,
// over the model's fabrics [N/m]. It is the scale of pictures.
func SaturatedFriction(m *cloth.Model) (worst float64) {
	for _, p := range m.Parts {
		f := &p.Fabric
		worst = max(worst, math.Sqrt(sq(law.Limit(f.Warp.Friction))+sq(law.Limit(f.Weft.Friction))+
			2*sq(law.Limit(f.Shear.Friction))))
	}
	return worst
}

func sq(v float64) float64 { return v * v }
