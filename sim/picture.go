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

	"hysteron/cloth"
	"hysteron/gpu/opengl"
	"hysteron/render"
	"hysteron/scenes"
)

// Modes of pictures.
const (
	Shaded   = "shaded"   // materials
	Strain   = "strain"   // largest principal Green strain of each triangle
	Friction = "friction" // magnitude of the internal friction stress of each triangle
)

// Modes lists the modes of pictures.
func Modes() []string { return []string{Shaded, Strain, Friction} }

// View holds the options of pictures. The zero value is the camera of the scene, or one framed on the character and the
// cloth.
type View struct {
	Camera    *render.Camera // nil: as above
	Azimuth   *float64       // of a framed camera: angle from the front towards +X [rad]
	Elevation *float64       // of a framed camera, upwards [rad]
	// move the scene's camera along its axis so that everything fills the picture
	Fit    bool
	Light  string  // name of render.LightOf; "": the scene's
	Device *int    // OpenGL device for drawing, and for simulation on a device; nil: see opengl.Auto
	Around bool    // frame for a camera that turns around the scene
	Range  float64 // upper end of the colour scale: strain [%], friction [N/m]; 0: see scaleTop
}

// painter draws frames.
type painter struct {
	ctx      context.Context // its end also ends a picture
	setup    *scenes.Setup
	view     View
	context  *opengl.Context
	shared   bool // the context belongs to a backend
	renderer *render.Renderer
	camera   render.Camera
	bounds   render.Box
	dressing []render.Mesh
}

var errNoDevice = errors.New("no device to draw pictures with")

// openDevice is a variable for tests.
var openDevice = opengl.Open

// newPainter returns a painter on the context of a backend. Without one (nil) it opens a device, hardware if there is
// any.
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

// frame frames the camera for a clip of frames pictures. cloth is points that the cloth may reach.
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
		elevation = 7 * math.Pi / 180 // figures are seen from their own height, flat things from above
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

// drawTurned draws with the camera turned about the upright axis around the scene.
func (p *painter) drawTurned(at shot, x []r3.Vec, mode string) (*image.RGBA, error) {
	was := p.camera
	defer func() { p.camera = was }()
	p.camera = p.turned(at.turn)
	return p.draw(at.frame, x, nil, mode, nil)
}

func (p *painter) turned(angle float64) render.Camera {
	return p.camera.Turned(r3.Scale(0.5, r3.Add(p.bounds.Min, p.bounds.Max)), angle)
}

// framedPoses is the number of poses of a clip that the camera is framed on.
const framedPoses = 16

// spare is the margin around the framed box in which cloth still casts shadows [m].
var spare = r3.Vec{X: 0.2, Y: 0.2, Z: 0.2}

// startPoints estimates from the start positions where the cloth will move. A garment stays on its body; a sheet may
// swing or fall as far as it is wide, or to the ground.
func startPoints(setup *scenes.Setup, x []r3.Vec) (points []r3.Vec) {
	for i, part := range setup.Model.Parts {
		own := rounded(cloth.Of(&part, x))
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

// rounded returns x as stored in a vertex cache, so that a resumed run frames the same picture.
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

// draw draws the picture of a frame. friction has a value per triangle in mode Friction. If at is set, the cloth is
// drawn from that buffer of the shared context, and x is not sent to the device.
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
			if p.setup.Pieces[i].Rope != nil || part.Index != nil {
				continue // drawn from x: its surface, or vertices of several parts
			}
			v := part.Vertices
			s.Meshes[i].X, s.Meshes[i].Positions = nil, &render.PositionBuffer{Buffer: at.Buffer, Offset: at.Offset +
				at.Stride*v.Lo, Stride: at.Stride, Count: v.Hi - v.Lo}
		}
	}
	s.Meshes = append(s.Meshes, p.dressing...)
	return p.renderer.RenderContext(p.ctx, s)
}

// strainTop is the upper end of the strain scale unless View.Range sets it [%].
const strainTop = 10

// scaleTop returns the upper end of the colour scale. It does not depend on the frame, so that frames can be compared.
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
