package main

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// With --log-format json every line of the standard error output is a record: frames, the result, and what went wrong.
func TestLogFormat(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s.toml", sheet)
	records := func(want int, args ...string) map[string][]map[string]any {
		t.Helper()
		status, _, text := execute(t, dir, append([]string{"--log-format", "json"}, args...)...)
		if status != want {
			t.Errorf("%q: status %d: %s", args, status, text)
		}
		list := map[string][]map[string]any{}
		for line := range strings.Lines(text) {
			var r map[string]any
			if err := json.Unmarshal([]byte(line), &r); err != nil {
				t.Errorf("%q: %v", line, err)
				continue
			}
			if _, err := time.Parse(time.RFC3339Nano, r["time"].(string)); err != nil || r["level"] == nil {
				t.Errorf("%q: %v", line, err)
			}
			list[r["msg"].(string)] = append(list[r["msg"].(string)], r)
		}
		return list
	}
	r := records(done, "run", "s.toml", "-o", "out", "--backend", "cpu", "--no-render")
	if f := r["frame"]; len(f) != 4 || f[1]["frame"] != 2. || f[1]["last"] != 4. || f[1]["steps"] != 3. ||
		!(f[1]["newton_iterations"].(float64) >= 3) {
		t.Errorf("frames %v", f)
	}
	if q := r["result"]; len(q) != 1 || q[0]["run"].(map[string]any)["frames"] != 4. || q[0]["dir"] != "out" {
		t.Errorf("result %v", q)
	}
	hardest := 0.
	for _, f := range r["frame"] {
		if m, ok := f["most_iterations"].(map[string]any); ok {
			n := m["newton_iterations"].(float64)
			hardest = max(hardest, n)
			if k := m["step"].(float64); k < 1 || k > 3 || !(n <= f["newton_iterations"].(float64)) {
				t.Errorf("the step with the most iterations of %v", f)
			}
		}
	}
	if run := r["result"][0]["run"].(map[string]any)["newton_iterations"].(map[string]any); hardest != run["max"] {
		t.Errorf("a step of frames takes up to %g Newton iterations, of the run %v", hardest, run)
	}
	if e := records(wrong, "run", "none.toml")["failed"]; len(e) != 1 || e[0]["level"] != "ERROR" ||
		e[0]["status"] != 2. || !strings.Contains(e[0]["error"].(string), "none.toml") {
		t.Errorf("error %v", e)
	}
	if f := records(done, "-q", "run", "s.toml", "-o", "quiet", "--backend", "cpu", "--no-render")["frame"]; f != nil {
		t.Errorf("frames with -q: %v", f)
	}
	_, _, text := execute(t, dir, "--log-format", "text", "run", "s.toml", "-o", "text", "--backend", "cpu", "--no-render")
	if !strings.Contains(text, "level=INFO msg=frame frame=2 last=4 steps=3 ") {
		t.Errorf("as text: %s", text)
	}
}
