package experiments

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
	"hysteron/cloth"
)

// green returns the Green–Lagrange strain (E_uu, E_vv, E_uv) of a triangle at positions x.
func green(m *cloth.Model, t int, x []r3.Vec) (e [3]float64) {
	var wu, wv r3.Vec
	for a, i := range m.Tri[t] {
		b := &m.Rest[t].B[a]
		wu, wv = r3.Add(wu, r3.Scale(b[0], x[i])), r3.Add(wv, r3.Scale(b[1], x[i]))
	}
	return [3]float64{(r3.Norm2(wu) - 1) / 2, (r3.Norm2(wv) - 1) / 2, r3.Dot(wu, wv) / 2}
}

// strainChange returns |E(to) − E(from)| of a triangle.
func strainChange(m *cloth.Model, t int, from, to []r3.Vec) float64 {
	a, b := green(m, t, from), green(m, t, to)
	d := [3]float64{b[0] - a[0], b[1] - a[1], b[2] - a[2]}
	return math.Sqrt(d[0]*d[0] + d[1]*d[1] + 2*d[2]*d[2])
}

// strained returns the change of strain of a part of the cloth between two frames: the root mean square over the rest
// area of |E(to) − E(from)|, of the triangles whose middle is in the box at from.
func strained(m *cloth.Model, part int, box *check.WrinkleBox, from, to []r3.Vec) float64 {
	var area, sum float64
	for t := m.Parts[part].Tris.Lo; t < m.Parts[part].Tris.Hi; t++ {
		v := m.Tri[t]
		if !box.Contains(r3.Scale(1./3, r3.Add(from[v[0]], r3.Add(from[v[1]], from[v[2]])))) {
			continue
		}
		d := strainChange(m, t, from, to)
		area += m.Rest[t].Area
		sum += m.Rest[t].Area * d * d
	}
	if area == 0 {
		return 0
	}
	return math.Sqrt(sum / area)
}
