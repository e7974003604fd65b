package report

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/render"
)

// Swatch returns a square of cloth with a soft fold.
func Swatch(side float64, material render.Material) render.Mesh {
	const n = 48
	m := render.Mesh{Name: "swatch", Material: material}
	at := func(i, j int) r2.Vec { return r2.Vec{X: side * (float64(i)/n - 0.5), Y: side * (float64(j)/n - 0.5)} }
	for j := range n + 1 {
		for i := range n + 1 {
			p := at(i, j)
			m.X = append(m.X, r3.Vec{X: p.X, Y: p.Y, Z: 0.12 * side * math.Cos(2*math.Pi*(p.X+0.35*p.Y)/side)})
		}
	}
	for j := range n {
		for i := range n {
			a := int32(j*(n+1) + i)
			for _, c := range [2][3][2]int{{{0, 0}, {1, 0}, {1, 1}}, {{0, 0}, {1, 1}, {0, 1}}} {
				var tri [3]int32
				var uv [3]r2.Vec
				for k, d := range c {
					p := at(i+d[0], j+d[1])
					tri[k], uv[k] = a+int32(d[0]+(n+1)*d[1]), r2.Vec{X: p.Y, Y: -p.X} // the warp is vertical
				}
				m.Tri, m.UV = append(m.Tri, tri), append(m.UV, uv)
			}
		}
	}
	return m
}
