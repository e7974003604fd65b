package report

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"

	"hysteron/formats"
	"hysteron/gpu/opengl"
	"hysteron/render"
)

// Artist draws pictures on any OpenGL device, opened for the first one.
type Artist struct {
	Width, Height int // of pictures [pixels]
	Quality       render.Quality
	Device        *int // of OpenGL; nil: see opengl.Auto

	missing  error // error of opening a device
	context  *opengl.Context
	renderer *render.Renderer
}

// Draw draws a scene from a direction [rad]; box is the visible region. Without a device the picture is nil: see
// Missing.
func (a *Artist) Draw(ctx context.Context, s *render.Scene, box render.Box, azimuth, elevation float64) (*image.RGBA,
	error) {
	if a.renderer == nil && a.missing == nil {
		if a.context, a.missing = opengl.Open(opengl.Options{Device: opengl.Index(a.Device)}); a.missing == nil {
			a.renderer, a.missing = render.NewQuality(ctx, a.context, a.Width, a.Height, a.Quality)
		}
	}
	if a.missing != nil {
		return nil, nil
	}
	s.Camera = render.FrameBoxFrom(box, float64(a.Width)/float64(a.Height), azimuth, elevation)
	return a.renderer.RenderContext(ctx, s)
}

// PNG returns an image encoded as PNG.
func PNG(img image.Image) ([]byte, error) {
	var b bytes.Buffer
	err := png.Encode(formats.SignPNG(&b), img)
	return b.Bytes(), err
}

// Missing returns why there are no pictures; nil if there is a device, or none was needed yet.
func (a *Artist) Missing() error { return a.missing }

// Close releases the device.
func (a *Artist) Close() (err error) {
	if a.renderer != nil {
		err = a.renderer.Close()
	}
	if a.context != nil {
		err = errors.Join(err, a.context.Close())
	}
	return err
}
