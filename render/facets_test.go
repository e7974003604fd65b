//go:build cgo

package render

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
)

// Light glances off coarse satin as off the curved cloth that its triangles are refined to without end: they do not show as facets.
func TestCoarseSatinHasNoFacets(t *testing.T) {
	on := testRenderer(t).ctx
	draw := func(finest int) func(x, y int) float64 {
		r, err := New(on, testW, testH)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if finest > 0 {
			r.finest = finest
		}
		m := plate(0.4, 24) // edges of 3.3 cm
		uv := make([][3]r2.Vec, len(m.Tri))
		for i, c := range m.Tri {
			for k, v := range c {
				uv[i][k] = r2.Vec{X: m.X[v].X, Y: m.X[v].Y}
			}
		}
		for i, x := range m.X { // folds askew to the mesh, so that no row of triangles is alike
			m.X[i].Z = 0.03*math.Sin(15*x.X+9*x.Y) + 0.02*math.Sin(11*x.Y-4*x.X)
		}
		m.UV, m.Smooth, m.Material = uv, true, Woven(Hex(0x7d3c98), Satin)
		m.Material.Hem = 0
		s := &Scene{Meshes: []Mesh{m}, Camera: FrameBox(Box{Min: m.X[0], Max: m.X[len(m.X)-1]}, float64(testW)/testH)}
		s.Camera.FovY *= 0.7 // not the border
		return linear(t, r, s)
	}
	coarse, fine := draw(0), draw(1<<20)
	sum, all := 0.0, 0.0
	for y := range testH {
		for x := range testW {
			d := coarse(x, y) - fine(x, y)
			sum, all = sum+d*d, all+fine(x, y)*fine(x, y)
		}
	}
	if d := math.Sqrt(sum / all); d > 0.01 {
		t.Errorf("light differs by %.4f of what it is, as a root mean square", d)
	}
}
