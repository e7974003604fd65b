package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// Control characters of a scene, and of a file's name, never reach the terminal as such.
func TestControlCharactersAreEscaped(t *testing.T) {
	dir := t.TempDir()
	for _, key := range []string{"\\u001b[2J", "\\u009b2J", "\\u202e", "\\u007f", "\\r"} {
		write(t, dir, "s.toml", "\""+key+"\" = 1\n"+sheet)
		status, out, errs := execute(t, dir, "check", "s.toml")
		if status != wrong || !strings.Contains(errs, "unknown key") {
			t.Errorf("%s: status %d, %s", key, status, errs)
		}
		if strings.ContainsFunc(out+errs, func(r rune) bool {
			return r != '\n' && r != '\t' && (unicode.IsControl(r) || r == 0x202e)
		}) {
			t.Errorf("%s: %q has control characters", key, errs)
		}
	}
	name := "a\x1b[31m.toml"
	write(t, dir, name, sheet)
	if _, out, errs := execute(t, dir, "run", name, "--no-render", "--frames", "2"); strings.Contains(out+errs, "\x1b") {
		t.Errorf("%q %q: escapes of the file's name", out, errs)
	}
	c := exec.Command(os.Args[0], "check", name, "--json")
	c.Dir, c.Env = dir, append(os.Environ(), asCommand+"=1")
	out, err := c.Output()
	var got struct{ Scene string }
	if err != nil || json.Unmarshal(out, &got) != nil || got.Scene != filepath.Base(name) {
		t.Errorf("JSON %s, %v: expected the name as it is", out, err)
	}
}
