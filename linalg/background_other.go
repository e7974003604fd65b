//go:build !linux

package linalg

// Background lowers the priority of the calling goroutine's thread on Linux. Elsewhere it has no effect.
func Background() {}
