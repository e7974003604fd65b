//go:build cgo && slow

package gpu

import "testing"

// TestMillion is TestSmallMillion with a million vertices and 128 MiB.
func TestMillion(t *testing.T) { fits(t, 1000, 128<<20) }
