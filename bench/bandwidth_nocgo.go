//go:build !cgo

package bench

import "hysteron/gpu/opengl"

// gpuCopy returns opengl.ErrNoCgo.
func gpuCopy(*opengl.Context, int) (rate float64, by string, err error) {
	return 0, "", opengl.ErrNoCgo
}
