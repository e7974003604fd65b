package cloth

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Principal stretches of cloth.
const (
	// TearStretch is beyond the strength of any cloth: woven cloth tears at 1.1 to 1.5 times its length, knitted at
	// up to 3, with much elastane at 4.
	TearStretch = 4
	// FitStretch is the largest stretch of a garment that fits; dressing expects no more.
	FitStretch = 1.6
)

// Stretch returns the larger principal stretch of triangle t at positions x: the square root of the larger eigenvalue
// of FᵀF.
func (m *Model) Stretch(t int, x []r3.Vec) float64 {
	u, v := m.columns(t, x)
	uu, vv, uv := r3.Norm2(u), r3.Norm2(v), r3.Dot(u, v)
	return math.Sqrt((uu+vv)/2 + math.Hypot((uu-vv)/2, uv))
}

// columns of the deformation gradient F of triangle t.
func (m *Model) columns(t int, x []r3.Vec) (u, v r3.Vec) {
	for a, i := range m.Tri[t] {
		u = r3.Add(u, r3.Scale(m.Rest[t].B[a][0], x[i]))
		v = r3.Add(v, r3.Scale(m.Rest[t].B[a][1], x[i]))
	}
	return u, v
}

// MaxStretch returns the largest principal stretch of any triangle.
func (m *Model) MaxStretch(x []r3.Vec) (worst float64) {
	for t := range m.Tri {
		worst = max(worst, m.Stretch(t, x))
	}
	return worst
}
