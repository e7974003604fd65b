//go:build !linux

package linalg

// Background has the calling goroutine give way to others where threads have priorities of their own: not here.
func Background() {}
