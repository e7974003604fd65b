package main

import (
	"strings"
	"testing"
)

// A typing error is told its word; another word is told none.
func TestSuggestions(t *testing.T) {
	for args, want := range map[string]string{
		"run x.toml --framse 3": `did you mean "--frames"?`,
		"run x.toml --out d":    `"--output"`,
		"run x.toml --fps 24":   "",
		"run x.toml --resum":    `did you mean "--resume"?`,
	} {
		status, _, stderr := execute(t, t.TempDir(), strings.Fields(args)...)
		if status != wrong || want == "" && strings.Contains(stderr, "did you mean") || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit status %d, %q: expected %d and %q", args, status, stderr, wrong, want)
		}
	}
	for _, c := range []struct {
		a, b string
		n    int
	}{{"fps", "fov", 2}, {"", "ab", 2}, {"frames", "frames", 0}, {"framse", "frames", 2}, {"kitten", "sitting", 3}} {
		if n := edits(c.a, c.b); n != c.n {
			t.Errorf("%q and %q: %d edits, expected %d", c.a, c.b, n, c.n)
		}
	}
}
