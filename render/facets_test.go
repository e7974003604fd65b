//go:build cgo

package render

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
)

// Light glances off coarse satin as off the curved cloth that its triangles are refined to without end: they do not
// show as facets.
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

// Nor where cloth is stretched unevenly, as beside seams, so that its threads turn from triangle to triangle: it is lit
// nearly as cloth that is not.
func TestStretchedSatinHasNoFacets(t *testing.T) {
	on := testRenderer(t).ctx
	draw := func(noise float64) func(x, y int) float64 {
		r, err := New(on, testW, testH)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		m := plate(0.4, 24)
		uv, rnd := make([][3]r2.Vec, len(m.Tri)), rand.New(rand.NewPCG(3, 5))
		at := make([]r2.Vec, len(m.X))
		for i, x := range m.X {
			at[i] = r2.Vec{X: x.X + noise*rnd.NormFloat64(), Y: x.Y + noise*rnd.NormFloat64()}
			m.X[i].Z = 0.03*math.Sin(15*x.X+9*x.Y) + 0.02*math.Sin(11*x.Y-4*x.X)
		}
		for i, c := range m.Tri {
			for k, v := range c {
				uv[i][k] = r2.Scale(1000, at[v]) // threads too fine to be seen
			}
		}
		m.UV, m.Smooth, m.Material = uv, true, Woven(Hex(0x7d3c98), Satin)
		m.Material.Hem = 0
		s := &Scene{Meshes: []Mesh{m}, Camera: FrameBox(Box{Min: m.X[0], Max: m.X[len(m.X)-1]}, float64(testW)/testH)}
		s.Camera.FovY *= 0.15 // some triangles, so that each is many pixels wide
		return linear(t, r, s)
	}
	even, uneven := draw(0), draw(0.001) // of edges of 3.3 cm
	sum, all := 0.0, 0.0
	for y := 1; y < testH-1; y++ {
		for x := 1; x < testW-1; x++ {
			d := func(i, j int) float64 { return uneven(x+i, y+j) - even(x+i, y+j) }
			bend := d(1, 0) + d(-1, 0) + d(0, 1) + d(0, -1) - 4*d(0, 0)
			sum, all = sum+bend*bend, all+even(x, y)*even(x, y)
		}
	}
	if d := math.Sqrt(sum / all); d > 0.01 {
		t.Errorf("what light differs by bends from pixel to pixel by %.4f of what it is, as a root mean square", d)
	}
}
