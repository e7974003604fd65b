//go:build !cgo

package bench

import "hysteron/gpu"

// gpuCopy returns gpu.ErrNoCgo.
func gpuCopy(*gpu.Context, int) (rate float64, by string, err error) { return 0, "", gpu.ErrNoCgo }
