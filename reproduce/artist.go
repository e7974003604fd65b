package reproduce

import (
	"fmt"
	"image"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/gpu"
	"hysteron/render"
	"hysteron/scenes"
)

// artist draws pictures, on any OpenGL device.
type artist struct {
	context  *gpu.Context
	renderer *render.Renderer
	failed   bool // there is no device; said once
}

// Size of pictures [pixels].
const pictureWidth, pictureHeight = 480, 480

// view says what a picture shows.
type view struct {
	azimuth, elevation float64       // from the front towards +X, and upwards [°]
	bounds             render.Box    // what is in it; zero: the cloth
	time               float64       // of bodies [s]
	crop               float64       // share of the height that is left out, half of it above, half below
	scalar             []float64     // in false colours: per vertex or per triangle; nil: the material
	legend             render.Legend // of scalar
}

// draw draws the cloth of a scene at positions x. Without a device to draw on the picture is nil, and
// the page says why there are none.
func (r *report) draw(setup *scenes.Setup, x []r3.Vec, v view) (image.Image, error) {
	if r.artist == nil {
		r.artist = &artist{}
		var err error
		if r.artist.context, err = gpu.Open(gpu.Options{Device: gpu.Auto}); err == nil {
			r.artist.renderer, err = render.NewQuality(r.artist.context, pictureWidth, pictureHeight, render.Draft)
		}
		if err != nil {
			r.artist.close()
			r.artist = &artist{failed: true}
			r.text("There are no pictures: %v.", err)
		}
	}
	if r.artist.failed {
		return nil, nil
	}
	s := &render.Scene{}
	m := setup.Model
	for i, part := range m.Parts {
		tri := slices.Clone(m.Tri[part.Tris.Lo:part.Tris.Hi])
		for t := range tri {
			for k := range tri[t] {
				tri[t][k] -= int32(part.Vertices.Lo)
			}
		}
		mesh := render.Mesh{
			Name: part.Name, X: x[part.Vertices.Lo:part.Vertices.Hi], Tri: tri,
			UV: m.UV[part.Tris.Lo:part.Tris.Hi], Material: render.Cloth(render.RGB(setup.Pieces[i].Colour)),
		}
		switch len(v.scalar) {
		case 0:
		case len(m.X0):
			mesh.Scalar = v.scalar[part.Vertices.Lo:part.Vertices.Hi]
		case len(m.Tri):
			mesh.Scalar = v.scalar[part.Tris.Lo:part.Tris.Hi]
		default:
			return nil, fmt.Errorf("%d values to colour: expected %d or %d", len(v.scalar), len(m.X0), len(m.Tri))
		}
		s.Meshes = append(s.Meshes, mesh)
	}
	if v.scalar != nil {
		s.Legend = &v.legend
	}
	box := v.bounds
	if box == (render.Box{}) {
		box, _ = render.BoundsOf(s.Meshes)
	}
	for k, b := range setup.Bodies {
		at := make([]r3.Vec, b.NumVertices())
		b.Positions(at, v.time)
		s.Meshes = append(s.Meshes, render.Mesh{Name: setup.Scene.Bodies[k].Name, X: at, Tri: b.Triangles(), Material: render.Plaster()})
	}
	s.Camera = render.FrameBoxFrom(box, float64(pictureWidth)/pictureHeight, v.azimuth*math.Pi/180, v.elevation*math.Pi/180)
	img, err := r.artist.renderer.Render(s)
	if err != nil {
		return nil, err
	}
	cut := int(v.crop / 2 * pictureHeight)
	return img.SubImage(image.Rect(0, cut, pictureWidth, pictureHeight-cut)), nil
}

func (a *artist) close() {
	if a == nil {
		return
	}
	if a.renderer != nil {
		a.renderer.Close()
	}
	if a.context != nil {
		a.context.Close()
	}
}
