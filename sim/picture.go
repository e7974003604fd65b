package sim

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/gpu/opengl"
	"hysteron/render"
	"hysteron/scenes"
)

// Modes of pictures.
const (
	Shaded   = "shaded"   // the materials
	Strain   = "strain"   // the largest principal Green strain of each triangle
	Friction = "friction" // the magnitude of the internal friction stress of each triangle
)

// Modes lists the modes of pictures.
func Modes() []string { return []string{Shaded, Strain, Friction} }

// View says how pictures are taken. The zero value is the scene's camera, or one framed on the
// character and the cloth.
type View struct {
	Camera    *render.Camera // nil: as above
	Azimuth   *float64       // frame from here instead: angle from the front towards +X [rad]
	Elevation *float64       // and upwards [rad]
	// frame from where the scene's camera stands, but closer or further, so that all fills the picture
	Fit    bool
	Light  string  // name of render.LightOf; "": the scene's
	Device *int    // the OpenGL device that draws, and simulates where one does; nil: see opengl.Auto
	Around bool    // frame so that all stays in the picture when the camera turns about it
	Range  float64 // value at the upper end of the colours: strain [%], friction [N/m]; 0: see scaleTop
}

// painter draws frames.
type painter struct {
	ctx      context.Context // whose end ends a picture too
	setup    *scenes.Setup
	view     View
	context  *opengl.Context
	shared   bool // the context belongs to someone else
	renderer *render.Renderer
	camera   render.Camera
	bounds   render.Box
	dressing []render.Mesh
}

var errNoDevice = errors.New("no device to draw pictures with")

// openDevice is a variable for tests.
var openDevice = opengl.Open

// newPainter draws on the context of a backend; without one, nil, it opens a device: hardware if there
// is any.
func newPainter(ctx context.Context, setup *scenes.Setup, view View, shared *opengl.Context) (*painter, error) {
	p := &painter{ctx: ctx, setup: setup, view: view, context: shared, shared: shared != nil}
	var err error
	if !p.shared {
		if p.context, err = openDevice(opengl.Options{Device: opengl.Index(view.Device)}); err != nil {
			return nil, fmt.Errorf("%w: %w", errNoDevice, err)
		}
	}
	quality, ok := map[string]render.Quality{"": render.Standard, "draft": render.Draft, "standard": render.Standard,
		"high": render.High}[setup.Scene.Render.Quality]
	if !ok {
		err = fmt.Errorf("render.quality %q: expected draft, standard or high", setup.Scene.Render.Quality)
	} else {
		p.renderer, err = render.NewQuality(ctx, p.context, setup.Scene.Render.Width, setup.Scene.Render.Height, quality)
	}
	if err != nil {
		p.closeContext()
		if ctx.Err() != nil {
			err = fmt.Errorf("%w while pictures were prepared", ErrInterrupted)
		}
		return nil, err
	}
	return p, nil
}

func (p *painter) close() {
	if p != nil {
		p.renderer.Close()
		p.closeContext()
	}
}

// write writes a picture.
func (p *painter) write(path string, img image.Image) error {
	return render.WritePNGContext(p.ctx, path, img)
}

func (p *painter) closeContext() {
	if !p.shared {
		p.context.Close()
	}
}

// frame sets the camera for a clip of frames pictures; cloth are places where the cloth will be.
func (p *painter) frame(frames int, cloth []r3.Vec) {
	points := slices.Clone(cloth)
	for _, b := range p.setup.Bodies {
		x := make([]r3.Vec, b.NumVertices())
		for i := 0; i < frames; i += max(1, frames/framedPoses) {
			b.Positions(x, p.setup.Scene.FrameTime(i))
			points = append(points, x...)
		}
	}
	p.dressing = Dressing(p.setup)
	for _, m := range p.dressing {
		points = append(points, m.X...)
	}
	box := boxOf(points)
	p.bounds = render.Box{Min: r3.Sub(box.Min, spare), Max: r3.Add(box.Max, spare)}
	aspect := float64(p.setup.Scene.Render.Width) / float64(p.setup.Scene.Render.Height)
	azimuth, elevation := 25*math.Pi/180, 18*math.Pi/180
	if slices.ContainsFunc(p.setup.Pieces, func(q scenes.Piece) bool { return q.Garment }) {
		elevation = 7 * math.Pi / 180 // figures are looked at from their own height, flat things more from above
	}
	frame := render.Frame
	if p.view.Around {
		frame = render.FrameAround
	}
	c := p.setup.Scene.Camera
	if c != nil {
		d := r3.Unit(r3.Sub(c.Eye, c.Target))
		azimuth, elevation = math.Atan2(d.X, d.Z), math.Asin(d.Y)
	}
	switch v := &p.view; {
	case v.Camera != nil:
		p.camera = *v.Camera
	case v.Azimuth != nil || v.Elevation != nil:
		at := func(a *float64) float64 {
			if a == nil {
				return 0
			}
			return *a
		}
		p.camera = frame(points, aspect, at(v.Azimuth), at(v.Elevation))
	case c != nil && !v.Fit:
		p.camera = render.Camera{Eye: c.Eye, Target: c.Target, FovY: c.FOV * math.Pi / 180}
		if c.FOV == 0 {
			p.camera.FovY = render.DefaultFovY
		}
	default:
		p.camera = frame(points, aspect, azimuth, elevation)
	}
}

// drawTurned draws with the camera turned about the upright axis, around all of what is to be seen.
func (p *painter) drawTurned(at shot, x []r3.Vec, mode string) (*image.RGBA, error) {
	was := p.camera
	defer func() { p.camera = was }()
	p.camera = p.turned(at.turn)
	return p.draw(at.frame, x, nil, mode, nil)
}

func (p *painter) turned(angle float64) render.Camera {
	return p.camera.Turned(r3.Scale(0.5, r3.Add(p.bounds.Min, p.bounds.Max)), angle)
}

// framedPoses of a clip are looked at to frame it.
const framedPoses = 16

// spare is the room around the framed box within which moving cloth still casts shadows [m].
var spare = r3.Vec{X: 0.2, Y: 0.2, Z: 0.2}

// startPoints guesses, from the start positions, places that the cloth will move in: a garment stays
// on its body, a sheet may swing or fall as far as it is wide, or to the ground.
func startPoints(setup *scenes.Setup, x []r3.Vec) (points []r3.Vec) {
	for i, part := range setup.Model.Parts {
		own := rounded(x[part.Vertices.Lo:part.Vertices.Hi])
		points = append(points, own...)
		if !setup.Pieces[i].Garment {
			b := boxOf(own)
			size := r3.Sub(b.Max, b.Min)
			floor := b.Min.Y - max(size.X, size.Z)
			if g := setup.Scene.Ground; g != nil {
				floor = max(floor, g.Height)
			}
			b.Min.Y = min(b.Min.Y, floor)
			for k := range 4 {
				points = append(points, r3.Vec{X: [2]float64{b.Min.X, b.Max.X}[k&1], Y: b.Min.Y,
					Z: [2]float64{b.Min.Z, b.Max.Z}[k>>1]})
			}
		}
	}
	return points
}

// rounded is x as a vertex cache holds it, so that a resumed run frames the same picture.
func rounded(x []r3.Vec) []r3.Vec {
	out := make([]r3.Vec, len(x))
	for i, v := range x {
		out[i] = r3.Vec{X: float64(float32(v.X)), Y: float64(float32(v.Y)), Z: float64(float32(v.Z))}
	}
	return out
}

func boxOf(x []r3.Vec) render.Box {
	b, _ := render.BoundsOf([]render.Mesh{{X: x}})
	return b
}

// draw draws the picture of a frame. friction holds a value per triangle for mode Friction. With at the
// cloth is drawn from there, in memory of the shared context, and x is not sent to the device.
func (p *painter) draw(frame int, x []r3.Vec, at *render.PositionBuffer, mode string, friction []float64) (*image.RGBA,
	error) {
	s := &render.Scene{Camera: p.camera, Bounds: p.bounds}
	light := render.LightOf(cmp.Or(p.view.Light, p.setup.Scene.Render.Light), p.camera)
	s.Light = &light
	if g := p.setup.Scene.Ground; g != nil {
		s.Ground, s.GroundY = true, g.Height
	}
	m := p.setup.Model
	var scalar []float64
	switch mode {
	case Strain:
		scalar = GreenStrains(m, x)
		s.Legend = &render.Legend{Title: "Principal strain", Unit: "%", Max: p.scaleTop(mode)}
	case Friction:
		if scalar = friction; len(scalar) != len(m.Tri) {
			return nil, fmt.Errorf("%d friction stresses: expected %d", len(scalar), len(m.Tri))
		}
		s.Legend = &render.Legend{Title: "Internal friction", Unit: "N/m", Max: p.scaleTop(mode)}
	}
	s.Meshes = ShownMeshes(p.setup, x, p.setup.Scene.FrameTime(frame), scalar)
	if at != nil {
		for i, part := range m.Parts {
			if p.setup.Pieces[i].Rope != nil {
				continue // its surface is made of x
			}
			v := part.Vertices
			s.Meshes[i].X, s.Meshes[i].Positions = nil, &render.PositionBuffer{Buffer: at.Buffer, Offset: at.Offset +
				at.Stride*v.Lo, Stride: at.Stride, Count: v.Hi - v.Lo}
		}
	}
	s.Meshes = append(s.Meshes, p.dressing...)
	return p.renderer.RenderContext(p.ctx, s)
}

// Strains above this look alike unless View.Range says otherwise [%].
const strainTop = 10

// scaleTop is the value at the upper end of the colours. It does not depend on the frame, so that
// colours can be compared through a clip.
func (p *painter) scaleTop(mode string) float64 {
	if p.view.Range > 0 {
		return p.view.Range
	}
	if mode == Strain {
		return strainTop
	}
	if f := SaturatedFriction(p.setup.Model); f > 0 {
		return f
	}
	return 1
}
