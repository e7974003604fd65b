//go:build slow

package bench

import "testing"

// TestCountsAt20k is TestCounts at 20,000 triangles, the mean of four steps after the first one; after the first four of the dressed character, in which its body begins to move.
func TestCountsAt20k(t *testing.T) {
	for _, c := range []struct {
		scene  string
		warmup int
		want   Asked
	}{
		{"hanging-sheet", 1, Asked{Dispatches: 40.5, Barriers: 27.8, Waits: 2.75, Calls: 231, Issued: 38}},
		{"friction-cycle", 1, Asked{Dispatches: 130, Barriers: 103, Waits: 4.5, Calls: 660, Issued: 449}},
		{"dressed-character", 4, Asked{Dispatches: 217, Barriers: 156, Waits: 4.5, Calls: 1086, Issued: 71}},
		{"stacked-sheets", 1, Asked{Dispatches: 178, Barriers: 132, Waits: 5.75, Calls: 887, Issued: 53.5}},
	} {
		t.Run(c.scene, func(t *testing.T) {
			opt := options(t, "gpu")
			opt.AsHardware, opt.Sizes, opt.Warmup, opt.Steps, opt.BoxS = true, []int{20_000}, c.warmup, 4, 6000
			opt.Scenes = []string{c.scene}
			checkCounts(t, opt, map[string]Asked{c.scene: c.want})
		})
	}
}
