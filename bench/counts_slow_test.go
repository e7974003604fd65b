//go:build slow

package bench

import "testing"

// counted is a scene with the steps before those that are counted, the first of which the reference takes, and what
// these ask for.
type counted struct {
	scene               string
	lead, warmup, steps int
	want                Asked
}

// TestCountsAt20k is TestCounts at 20,000 triangles, the mean of four steps after the first one; of the dressed
// character 24 after the first four, in which its body begins to move, and of stacked sheets four after the first four,
// in which they come loose from each other.
func TestCountsAt20k(t *testing.T) {
	countAt(t, 20_000, []counted{
		{"hanging-sheet", 0, 1, 4, Asked{Dispatches: 40.5, Barriers: 27.8, Waits: 2.75, Calls: 229, Issued: 41.5}},
		{"friction-cycle", 0, 1, 4, Asked{Dispatches: 64, Barriers: 46, Waits: 3.5, Calls: 340, Issued: 80}},
		{"dressed-character", 0, 4, 24, Asked{Dispatches: 113.6, Barriers: 78.6, Waits: 3.29, Calls: 597.6, Issued: 18.1}},
		{"stacked-sheets", 0, 3, 4, Asked{Dispatches: 159.3, Barriers: 114.8, Waits: 4, Calls: 828, Issued: 97.8}},
	})
}

// TestCountsAt100k is the same at 100,000 triangles, the mean of a few steps. The first three of stacked sheets the
// reference takes, in minutes; llvmpipe takes very much longer.
func TestCountsAt100k(t *testing.T) {
	countAt(t, 100_000, []counted{
		{"hanging-sheet", 0, 1, 2, Asked{Dispatches: 128, Barriers: 108, Waits: 4.5, Calls: 693.5, Issued: 30}},
		{"friction-cycle", 0, 1, 2, Asked{Dispatches: 123.5, Barriers: 90.5, Waits: 5.5, Calls: 655, Issued: 315}},
		{"dressed-character", 0, 4, 4, Asked{Dispatches: 114.8, Barriers: 86, Waits: 2.5, Calls: 605, Issued: 63}},
		{"stacked-sheets", 3, 1, 3, Asked{Dispatches: 180, Barriers: 134.3, Waits: 4.33, Calls: 936.3, Issued: 115.7}},
	})
}

func countAt(t *testing.T, triangles int, list []counted) {
	for _, c := range list {
		t.Run(c.scene, func(t *testing.T) {
			opt := options(t, "gpu")
			// which no load may cut short
			opt.AsHardware, opt.Sizes, opt.Lead, opt.Warmup, opt.Steps, opt.BoxS = true, []int{triangles}, c.lead, c.warmup,
				c.steps, 1e5
			opt.Scenes = []string{c.scene}
			for _, row := range checkCounts(t, opt, map[string]Asked{c.scene: c.want}) {
				// What steps are to ask for at most.
				if q, a := row.GPU, row.GPU.Asked; q.Newton > 6 || a.Issued > 1.1*q.PCG || a.Dispatches > 500 || a.Waits > 6 ||
					a.Calls > 2500 {
					t.Errorf("%.3g iterations of Newton's method, %.4g issued of %.4g needed, %+v: expected 6, a tenth more, 500 "+
						"dispatches, 6 waits and 2500 calls at most", q.Newton, a.Issued, q.PCG, *a)
				}
			}
		})
	}
}
