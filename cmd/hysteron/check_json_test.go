package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// What keeps a scene from being read is in the JSON of check, one problem each with its place, and a machine that reads it needs no other text.
func TestCheckJSONHasErrorsOfReading(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "keys.toml", strings.Replace(sheet, "fabric =", "weave = 1\nfabrik =", 1))
	write(t, dir, "open.toml", "frames = [1\n[[sheet]]\n")
	write(t, dir, "fabric.toml", strings.Replace(sheet, `"silk"`, `"slik"`, 1))
	type problem struct {
		Kind, Severity, Detail, File, Key string
		Line                              int
	}
	for file, want := range map[string][]problem{
		"keys.toml":   {{Key: "sheet.0.weave", Detail: "unknown key"}, {Key: "sheet.0.fabrik", Detail: "unknown key"}},
		"open.toml":   {{Line: 1, Detail: "is not closed"}},
		"fabric.toml": {{Key: "sheet.0.fabric", Detail: "slik"}},
		"absent.toml": {{Detail: "cannot read"}},
	} {
		status, stdout, stderr := execute(t, dir, "check", file, "--json")
		var got struct {
			Scene    string
			Problems []problem
		}
		if err := json.Unmarshal([]byte(stdout), &got); err != nil || status != wrong || got.Scene != file || stderr == "" {
			t.Errorf("%s: status %d, %v, %s%s", file, status, err, stdout, stderr)
			continue
		}
		for i, w := range want {
			found := false
			for _, p := range got.Problems {
				found = found || p.Kind == "input" && p.Severity == "error" && strings.Contains(p.Detail, w.Detail) && (w.Key == "" || p.Key == w.Key && p.File == file && p.Line > 0) && (w.Line == 0 || p.Line == w.Line)
			}
			if !found {
				t.Errorf("%s: %+v, expected entry %d like %+v", file, got.Problems, i, w)
			}
		}
	}
}
