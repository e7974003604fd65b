package step

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/cloth"
	"hysteron/law"
)

// LeastAltitude is how narrow triangles of a fabric may be in steps of h [s] that numbers of 24 bits hold [m]. A
// triangle of area A and altitude a resists with kA/a² what inertia, ρA/3h² at each corner, moves: below a =
// h·√(3uk/ρ), u = 2⁻²⁴, the rounding of its stiffness is larger than all of inertia.
func LeastAltitude(f *cloth.Fabric, h float64) float64 {
	k := max(law.Stiffness(f.Warp.Elastic), law.Stiffness(f.Weft.Elastic), law.Stiffness(f.Shear.Elastic))
	return h * math.Sqrt(3*0x1p-24*k/f.Density)
}

// Altitude is the least of triangle t at rest [m].
func Altitude(m *cloth.Model, t int) float64 {
	uv := &m.UV[t]
	return math.Abs(r2.Cross(r2.Sub(uv[1], uv[0]), r2.Sub(uv[2], uv[0]))) / LongestEdge(m, t)
}
