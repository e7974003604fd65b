//go:build !cgo

package render

import (
	"image"

	"hysteron/gpu"
)

// Renderer stands for a renderer; without cgo none can be made.
type Renderer struct{}

// New returns gpu.ErrNoCgo.
func New(*gpu.Context, int, int) (*Renderer, error) { return nil, gpu.ErrNoCgo }

// NewQuality returns gpu.ErrNoCgo.
func NewQuality(*gpu.Context, int, int, Quality) (*Renderer, error) { return nil, gpu.ErrNoCgo }

// Render returns gpu.ErrNoCgo.
func (*Renderer) Render(*Scene) (*image.RGBA, error) { return nil, gpu.ErrNoCgo }

// Close does nothing.
func (*Renderer) Close() error { return nil }
