//go:build slow

package bench

import "testing"

// TestIterationsOnCPUAt100k is TestIterationsOnCPU at 100,352 triangles, the mean of two steps after the first; 20 s of
// processor time.
func TestIterationsOnCPUAt100k(t *testing.T) { checkIterations(t, 100_000, 2, 3, 257) }
