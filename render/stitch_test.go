//go:build cgo

package render

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// TestStitches: the furrow of the stitches of a hem is at Material.Band from each border of a sheet, and nowhere with a
// band of 0.
func TestStitches(t *testing.T) {
	r := testRenderer(t)
	const half = .1
	sheet := plate(half, 10)
	for _, c := range sheet.Tri {
		var uv [3]r2.Vec
		for k, v := range c {
			uv[k] = r2.Vec{X: sheet.X[v].X, Y: sheet.X[v].Y}
		}
		sheet.UV = append(sheet.UV, uv)
	}
	luminances := func(band float64) []float64 {
		sheet.Material = Cloth(RGB{.6, .6, .6})
		sheet.Material.Band = band
		s := &Scene{Meshes: []Mesh{sheet}, Camera: Camera{Eye: r3.Vec{Z: 1}, FovY: 2 * math.Atan(half)}}
		light := StudioLight(s.Camera)
		light.KeyDirection = r3.Vec{Z: 1}
		s.Light = &light
		img := picture(t, r, s)
		var list []float64 // from the lower border to the middle, in the middle column
		for y := testH - 1; y > testH/2; y-- {
			list = append(list, luminance(at(img, testW/2, float64(y))))
		}
		return list
	}
	const pixel = 2 * half / testH
	for _, band := range []float64{.018, .03} {
		with, without := luminances(band), luminances(0)
		darkest, least := 0, 1.
		for i := range with {
			if q := with[i] / without[i]; q < least {
				darkest, least = i, q
			}
		}
		if at := (float64(darkest) + .5) * pixel; math.Abs(at-band) > 1.5*pixel || least > .95 {
			t.Errorf("band of %g m: darkest at %.4f m, by %.3f", band, at, least)
		}
	}
}
