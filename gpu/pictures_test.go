//go:build cgo

package gpu_test

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/gpu"
	"hysteron/gpu/opengl"
	"hysteron/render"
)

// Package render imports gpu, so that tests inside gpu cannot draw; this file, outside, lends them its
// hand.
func init() { gpu.DrawForTests = draw }

// draw writes a picture of the cloth at positions x, seen from in front and above within a box.
func draw(c *opengl.Context, path string, m *cloth.Model, x []r3.Vec, lo, hi r3.Vec) error {
	r, err := render.New(c, 640, 480)
	if err != nil {
		return err
	}
	defer r.Close()
	box := render.Box{Min: lo, Max: hi}
	s := &render.Scene{Camera: render.FrameBoxFrom(box, 640./480, .4, .5), Bounds: box}
	tri := make([][3]int32, len(m.Tri))
	copy(tri, m.Tri)
	s.Meshes = []render.Mesh{{Name: "cloth", X: x, Tri: tri, UV: m.UV, Material: render.Cloth(render.Hex(0xc9a66b))}}
	img, err := r.Render(s)
	if err != nil {
		return err
	}
	return render.WritePNG(path, img)
}
