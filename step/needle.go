package step

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/cloth"
	"hysteron/law"
)

// LeastAltitude returns the smallest altitude of triangles of a fabric in steps of h [s] that numbers of 24 bits
// resolve [m]. A triangle of area A and altitude a has the stiffness kA/a² against the inertia ρA/3h² at each corner:
// below a = h·√(3uk/ρ), u = 2⁻²⁴, the rounding of its stiffness is larger than all of inertia.
func LeastAltitude(f *cloth.Fabric, h float64) float64 {
	k := max(law.Stiffness(f.Warp.Elastic), law.Stiffness(f.Weft.Elastic), law.Stiffness(f.Shear.Elastic))
	return h * math.Sqrt(3*0x1p-24*k/f.Density)
}

// Altitude returns the smallest altitude of triangle t at rest [m].
func Altitude(m *cloth.Model, t int) float64 {
	uv := &m.UV[t]
	return math.Abs(r2.Cross(r2.Sub(uv[1], uv[0]), r2.Sub(uv[2], uv[0]))) / LongestEdge(m, t)
}
