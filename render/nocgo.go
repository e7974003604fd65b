//go:build !cgo

package render

import (
	"context"
	"image"

	"hysteron/gpu/opengl"
)

// Renderer replaces the renderer of builds with cgo; it cannot be created.
type Renderer struct{}

// New returns opengl.ErrNoCgo.
func New(*opengl.Context, int, int) (*Renderer, error) { return nil, opengl.ErrNoCgo }

// NewQuality returns opengl.ErrNoCgo.
func NewQuality(context.Context, *opengl.Context, int, int, Quality) (*Renderer, error) {
	return nil, opengl.ErrNoCgo
}

// Render returns opengl.ErrNoCgo.
func (*Renderer) Render(*Scene) (*image.RGBA, error) { return nil, opengl.ErrNoCgo }

// RenderContext returns opengl.ErrNoCgo.
func (*Renderer) RenderContext(context.Context, *Scene) (*image.RGBA, error) {
	return nil, opengl.ErrNoCgo
}

// Close does nothing.
func (*Renderer) Close() error { return nil }
