package verify

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"image/png"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/gpu"
	"hysteron/render"
)

// Picture is cloth to be drawn for the page, on something that holds it.
type Picture struct {
	Title     string
	Model     *cloth.Model
	X         []r3.Vec // positions of its vertices [m]
	Holder    *render.Mesh
	Elevation float64 // of the view [°]
	Bounds    render.Box

	png []byte
}

// Picture adds a picture to the page.
func (e *Env) Picture(p Picture) { e.pictures = append(e.pictures, p) }

// size of pictures [pixels].
const pictureWidth, pictureHeight = 480, 360

// Draw draws the pictures on any OpenGL device. Where there is none, Undrawn says why, and so does the page.
func (r *Report) Draw() error {
	var all []*Picture
	for _, q := range r.Results {
		for i := range q.Pictures {
			all = append(all, &q.Pictures[i])
		}
	}
	if len(all) == 0 {
		return nil
	}
	ctx, err := gpu.Open(gpu.Options{Device: gpu.Auto})
	if err != nil {
		r.Undrawn = fmt.Sprintf("%d pictures are not drawn: %v", len(all), err)
		return nil
	}
	defer ctx.Close()
	renderer, err := render.NewQuality(ctx, pictureWidth, pictureHeight, render.Standard)
	if err != nil {
		r.Undrawn = fmt.Sprintf("%d pictures are not drawn: %v", len(all), err)
		return nil
	}
	for _, p := range all {
		if err = p.draw(renderer); err != nil {
			break
		}
	}
	return errors.Join(err, renderer.Close())
}

func (p *Picture) draw(r *render.Renderer) error {
	s := &render.Scene{Meshes: []render.Mesh{{Name: p.Title, X: p.X, Tri: p.Model.Tri, UV: p.Model.UV, Material: render.Cloth(render.Hex(0x5b7fa6))}}}
	if p.Holder != nil {
		s.Meshes = append(s.Meshes, *p.Holder)
	}
	s.Camera = render.FrameBoxFrom(p.Bounds, float64(pictureWidth)/pictureHeight, math.Pi/6, p.Elevation*math.Pi/180)
	img, err := r.Render(s)
	if err != nil {
		return fmt.Errorf("picture %q: %w", p.Title, err)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return err
	}
	p.png = b.Bytes()
	return nil
}

// data is the picture as an address that holds it, empty if it is not drawn.
func (p *Picture) data() string {
	if p.png == nil {
		return ""
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(p.png)
}
