package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// What keeps a scene from being read is in the JSON of check, one problem each with its place, and a machine that reads
// it needs no other text.
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
		if err := json.Unmarshal([]byte(stdout), &got); err != nil || status != wrong || got.Scene != file ||
			stderr == "" {
			t.Errorf("%s: status %d, %v, %s%s", file, status, err, stdout, stderr)
			continue
		}
		for i, w := range want {
			found := false
			for _, p := range got.Problems {
				found = found || p.Kind == "input" && p.Severity == "error" && strings.Contains(p.Detail, w.Detail) &&
					(w.Key == "" || p.Key == w.Key && p.File == file && p.Line > 0) && (w.Line == 0 || p.Line == w.Line)
			}
			if !found {
				t.Errorf("%s: %+v, expected entry %d like %+v", file, got.Problems, i, w)
			}
		}
	}
}

// Who asks for JSON gets it whatever keeps a scene from being checked: a command line that is wrong, with the override
// at fault, and files that cannot be written.
func TestCheckJSONHasUsageAndFailures(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s.toml", sheet)
	write(t, dir, "crossed.toml", sheet+strings.Replace(sheet[strings.Index(sheet, "[[sheet]]"):], `name = "sheet"`,
		"name = \"across\"\nrotation_deg = [0, 0, 90]", 1))
	write(t, dir, "taken", "a file")
	for _, c := range []struct {
		args                  string
		status                int
		kind, file, key, sets string
	}{
		{"s.toml --bogus", wrong, "input", "", "", ""},
		{"s.toml --pairs=x", wrong, "input", "", "", ""},
		{"s.toml --output=", wrong, "input", "", "", ""},
		{"s.toml --device=99", wrong, "input", "", "", ""},
		{"s.toml --set bad.key=1", wrong, "input", "s.toml", "bad", "bad.key=1"},
		{"s.toml --set sheet.0.layer=x", wrong, "input", "s.toml", "sheet.0.layer", "sheet.0.layer=x"},
		{"s.toml --set sheet.3.layer=1", wrong, "input", "s.toml", "", "sheet.3.layer=1"},
		{"crossed.toml -o taken/x", wrong, "input", "", "", ""},
		{"crossed.toml -o /proc/x", failed, "failure", "/proc/x", "", ""},
	} {
		status, stdout, stderr := execute(t, dir, append([]string{"check", "--json"}, strings.Fields(c.args)...)...)
		var got struct {
			Problems []struct{ Kind, Severity, Detail, File, Key, Set string }
		}
		err := json.Unmarshal([]byte(stdout), &got)
		if err != nil || status != c.status || stderr == "" || len(got.Problems) == 0 {
			t.Errorf("%s: status %d, %v, %s%s", c.args, status, err, stdout, stderr)
			continue
		}
		if p := got.Problems[0]; p.Kind != c.kind || p.Severity != "error" || p.Detail == "" ||
			!strings.HasPrefix(p.File, c.file) || p.Key != c.key || p.Set != c.sets {
			t.Errorf("%s: %+v", c.args, p)
		}
	}
}

// Whether a command line that is not understood asks for the JSON of a check: other commands may be asked for a check,
// or for their own JSON.
func TestAsksCheckJSON(t *testing.T) {
	for line, want := range map[string]bool{
		"check s.toml --json --bogus": true, "check --json=true --bogus": true, "--log-format json check --json": true,
		"-q check s.toml --json": true,
		"check s.toml":           false, "check s.toml --json=false": false, "run check --json --bogus": false,
		"verify --only check --json": false, "bench --json": false, "": false,
	} {
		if got := isCheckJSON(strings.Fields(line)); got != want {
			t.Errorf("%q: %t", line, got)
		}
	}
}
