package experiments

import (
	"image"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/render"
	"hysteron/report"
	"hysteron/scenes"
	"hysteron/sim"
)

// pictureSide is the width and height of pictures [pixels].
const pictureSide = 480

// view is the camera, the bounds and the colours of a picture.
type view struct {
	azimuth, elevation float64       // camera direction, from the front towards +X, and upwards [°]
	bounds             render.Box    // region in the picture
	time               float64       // of bodies [s]
	crop               float64       // share of the height that is cropped, half at the top, half at the bottom
	strain             []float64     // of triangles, in false colours; nil: the material
	legend             render.Legend // of strain
}

// draw renders the cloth of a scene at positions x and writes DIR/NAME.png. Without a device for drawing the figure is
// empty.
func (r *journal) draw(name, caption string, setup *scenes.Setup, x []r3.Vec, v view) report.Figure {
	img, err := r.image(setup, x, v)
	if err != nil || img == nil {
		r.check(err)
		return report.Figure{}
	}
	data, err := report.PNG(img)
	r.check(err)
	r.file(name+".png", data)
	return report.Figure{PNG: data, Caption: caption}
}

func (r *journal) image(setup *scenes.Setup, x []r3.Vec, v view) (image.Image, error) {
	s := &render.Scene{Meshes: sim.ShownMeshes(setup, x, v.time, v.strain)}
	if v.strain != nil {
		s.Legend = &v.legend
	}
	img, err := r.artist.Draw(r.ctx, s, v.bounds, v.azimuth*math.Pi/180, v.elevation*math.Pi/180)
	if err != nil || img == nil {
		return nil, err
	}
	cut := int(v.crop / 2 * pictureSide)
	return img.SubImage(image.Rect(0, cut, pictureSide, pictureSide-cut)), nil
}
