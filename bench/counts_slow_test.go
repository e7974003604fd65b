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
		{"dressed-character", 4, Asked{Dispatches: 217, Barriers: 156, Waits: 4.5, Calls: 1132, Issued: 71}},
		{"stacked-sheets", 1, Asked{Dispatches: 178, Barriers: 132, Waits: 5.75, Calls: 924, Issued: 53.5}},
	} {
		t.Run(c.scene, func(t *testing.T) {
			opt := options(t, "gpu")
			opt.AsHardware, opt.Sizes, opt.Warmup, opt.Steps, opt.BoxS = true, []int{20_000}, c.warmup, 4, 6000
			opt.Scenes = []string{c.scene}
			for _, row := range checkCounts(t, opt, map[string]Asked{c.scene: c.want}) {
				// What steps are to ask for at most.
				if q, a := row.GPU, row.GPU.Asked; q.Newton > 6 || a.Issued > 1.1*q.PCG || a.Dispatches > 500 || a.Waits > 6 || a.Calls > 2500 {
					t.Errorf("%.3g iterations of Newton's method, %.4g issued of %.4g needed, %+v: expected 6, a tenth more, 500 dispatches, 6 waits and 2500 calls at most", q.Newton, a.Issued, q.PCG, *a)
				}
			}
		})
	}
}
