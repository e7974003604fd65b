//go:build cgo

package render

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// TestFacing: no pixel is black where a surface faces the eye exactly, so that the product of both directions rounds to
// more than one: a sphere around the eye does so everywhere.
func TestFacing(t *testing.T) {
	r := testRenderer(t)
	for _, m := range []Material{Woven(RGB{.5, .1, .1}, Plain), Plaster()} {
		eye := r3.Vec{X: .3, Y: 1.2, Z: .1}
		s := &Scene{Meshes: []Mesh{sphere(eye, 2, 48)}, Camera: Camera{Eye: eye, Target: r3.Vec{X: 1.1, Y: 1.4, Z: 2},
			FovY: 1}}
		s.Meshes[0].Material, s.Meshes[0].Smooth = m, true
		img := picture(t, r, s)
		black := 0
		for i := 0; i < len(img.Pix); i += 4 {
			if img.Pix[i] < 3 {
				black++
			}
		}
		if black > 0 {
			t.Errorf("%v: %d of %d pixels are black", m, black, len(img.Pix)/4)
		}
	}
}
