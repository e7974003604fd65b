//go:build viewer

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReplayWindow: what was recorded in a window on the GPU backend replays to the same bits without one, as
// TestTouchWindow and TestKeysWindow see on the CPU backend; on the other backend it replays to others.
func TestReplayWindow(t *testing.T) {
	byRobotOn(t, "gpu", "pull", touched, func(t *testing.T, dir string) {
		if s := told(t, dir, "blown", 2); s.Wind == [3]float64{} || s.Steps < 80 {
			t.Errorf("after %d steps the wind is %v", s.Steps, s.Wind)
		}
		record := filepath.Join(dir, "window.jsonl")
		data, err := os.ReadFile(record)
		t.Logf("%d drags act within steps (%v)", strings.Count(string(data), `"iteration"`), err)
		out, errs, status := command(t, "--replay", record, "--backend", "cpu")
		if status != 0 || !strings.Contains(out, `"same":false`) {
			t.Errorf("replay on the CPU: exit status %d, %s%s", status, out, errs)
		}
	})
}
