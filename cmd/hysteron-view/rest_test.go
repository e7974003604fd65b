//go:build cgo

package main

import (
	"math"
	"path/filepath"
	"testing"

	"hysteron/view"
)

// droops is a free corner of the strip.
var droops = []string{"--watch", "9"}

// TestRestWithoutWindow: the slider and its button have time pass for cloth, which droops further, while the time of
// the scene stands still, also paused.
func TestRestWithoutWindow(t *testing.T) { checkRest(t, byPuppet(t, "rest", droops)) }

func checkRest(t *testing.T, dir string) {
	t.Helper()
	before, second, hours := told(t, dir, "before", 1), told(t, dir, "second", 1), told(t, dir, "hours", 1)
	if before.Playing || before.Rested != 0 || second.Time != before.Time || hours.Time != before.Time {
		t.Errorf("playing %v, %g s at rest; at %g s, then %g s, %g s: expected a scene that stands still", before.Playing,
			before.Rested, before.Time, second.Time, hours.Time)
	}
	if second.Rested < 1 || second.Rested > 2 || hours.Rested < 4*3600 || hours.Rested > 86402 {
		t.Errorf("%g s, then %g s passed: expected a second or two, then hours", second.Rested, hours.Rested)
	}
	y := func(s view.StageState) float64 { return 1000 * s.Watched[0].X[1] }
	a, b, c := y(before), y(second), y(hours)
	if !(c < b-2 && math.Abs(b-a) < 1) {
		t.Errorf("the corner is at %.4g mm, after a second at %.4g mm, after hours at %.4g mm: expected 2 mm lower", a, b, c)
	}
	if r := told(t, dir, "reset", 1); r.Rested != 0 {
		t.Errorf("after R %g s", r.Rested)
	}
	checkPicture(t, filepath.Join(dir, "hours.png"))
}
