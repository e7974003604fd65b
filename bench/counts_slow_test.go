//go:build slow

package bench

import "testing"

// TestCountsAt20k is TestCounts at 20,000 triangles, the mean of four steps after the first one.
func TestCountsAt20k(t *testing.T) {
	opt := options(t, "gpu")
	opt.AsHardware, opt.Sizes, opt.Warmup, opt.Steps, opt.BoxS = true, []int{20_000}, 1, 4, 6000
	opt.Scenes = []string{"hanging-sheet", "friction-cycle"}
	checkCounts(t, opt, map[string]Asked{
		"hanging-sheet":  {Dispatches: 40.5, Barriers: 27.8, Waits: 2.75, Calls: 231, Issued: 38},
		"friction-cycle": {Dispatches: 130, Barriers: 103, Waits: 4.5, Calls: 660, Issued: 449},
	})
}
