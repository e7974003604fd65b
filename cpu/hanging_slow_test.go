//go:build slow

package cpu

import "testing"

// TestHangingSheet101 is TestHangingSheet at 101×101 vertices; about half a minute.
func TestHangingSheet101(t *testing.T) { hangs(t, 101) }
