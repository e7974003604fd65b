//go:build !cgo

package bench

import (
	"time"

	"hysteron/gpu"
	"hysteron/gpu/opengl"
)

// gpuCopy returns opengl.ErrNoCgo.
func gpuCopy(*opengl.Context, int, func() error) (rate float64, by string, err error) {
	return 0, "", opengl.ErrNoCgo
}

// wake does nothing.
func wake(*gpu.Sim, *opengl.Context, time.Duration) error { return nil }
