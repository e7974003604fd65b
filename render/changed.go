//go:build cgo

package render

import (
	"image"
	"math"

	"github.com/go-gl/gl/v4.3-core/gl"
	"gonum.org/v1/gonum/spatial/r3"
)

// view is the subject of the last live picture: while it stays the same, only the regions of meshes and their shadows,
// present and former, change.
type view struct {
	camera  Camera
	w, h    int
	ground  bool
	groundY float64
	reach   [2]image.Rectangle // regions of meshes and of their shadows, from the upper left corner [pixel]
}

// changed returns the parts of the picture that may differ from the last one, and records the present view; all of the
// picture if that is unknown.
func (l *Live) changed(f *frame) (parts []image.Rectangle) {
	all := image.Rect(0, 0, l.w, l.h)
	v := view{f.scene.Camera, l.w, l.h, f.scene.Ground, f.scene.GroundY, f.reach(all)}
	parts = []image.Rectangle{all}
	if now, before := v, l.last; before != nil && !l.fresh && f.scene.Light == nil && l.sampled == nil {
		if now.reach = before.reach; now == *before {
			parts = parts[:0]
			for k, r := range v.reach {
				if r = r.Union(before.reach[k]); !r.Empty() {
					parts = append(parts, r)
				}
			}
		}
	}
	if len(parts) == 2 && parts[0].Overlaps(parts[1]) {
		parts = []image.Rectangle{parts[0].Union(parts[1])}
	}
	l.last = &v
	return parts
}

// reach returns bounds of the meshes, and of their shadows on the ground, in a picture that fills all [pixel].
func (f *frame) reach(all image.Rectangle) [2]image.Rectangle {
	var meshes, ground []r3.Vec
	for i := range f.scene.Meshes {
		if f.scene.Meshes[i].Positions != nil { // only the device has them
			return [2]image.Rectangle{all}
		}
		if box, ok := BoundsOf(f.scene.Meshes[i : i+1]); ok {
			for k := range 8 {
				meshes = append(meshes, box.corner(k))
			}
		}
	}
	if f.scene.Ground && len(meshes) > 0 {
		part := f.shaded()
		for _, k := range [4][2]int{{0, 1}, {0, 3}, {2, 1}, {2, 3}} {
			ground = append(ground, r3.Vec{X: part[k[0]], Y: f.scene.GroundY, Z: part[k[1]]})
		}
	}
	return [2]image.Rectangle{f.around(meshes, all), f.around(ground, all)}
}

// around returns a rectangle around all pixels of the convex hull of these corners.
func (f *frame) around(corners []r3.Vec, all image.Rectangle) image.Rectangle {
	near := .01 * f.bounds.radius()
	lo, hi := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, p := range corners {
		x, y, depth := f.scene.Camera.Project(p, all.Dx(), all.Dy())
		if !(depth > near) { // beside or behind the eye
			return all
		}
		lo, hi = [2]float64{min(lo[0], x), min(lo[1], y)}, [2]float64{max(hi[0], x), max(hi[1], y)}
	}
	if !(lo[0] <= hi[0] && lo[1] <= hi[1]) {
		return image.Rectangle{}
	}
	const room = 2 // pixels, for edges of triangles
	pixel := func(v float64) int { return int(math.Max(-1e6, math.Min(v, 1e6))) }
	return image.Rect(pixel(math.Floor(lo[0]))-room, pixel(math.Floor(lo[1]))-room, pixel(math.Ceil(hi[0]))+room,
		pixel(math.Ceil(hi[1]))+room).Intersect(all)
}

// blit copies a part of a picture of w × h pixels, from its upper left corner, from the framebuffer that is bound for
// reading to the one for drawing, shifted by dx and dy pixels. A scissor would do the same, at ten times the cost on
// software OpenGL.
func blit(part image.Rectangle, h, dx, dy int) {
	x, y, w, t := int32(part.Min.X), int32(h-part.Max.Y), int32(part.Max.X), int32(h-part.Min.Y)
	gl.BlitFramebuffer(x, y, w, t, x+int32(dx), y+int32(dy), w+int32(dx), t+int32(dy), gl.COLOR_BUFFER_BIT, gl.NEAREST)
}
