package scenes

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/scenes/scenestest"
)

// TestBlame: what a scene or an override says of a fabric is blamed where it is said, not on the base that it changes,
// in one error; whole numbers are told from others, and a file that stands where a built-in name was taken for it is
// named.
func TestBlame(t *testing.T) {
	with := func(fabric string) string {
		return strings.Replace(scenestest.Minimal, `fabric = "cotton"`, "fabric = "+fabric, 1)
	}
	for _, c := range []struct{ text, set, want, not string }{
		{with(`""`), "", "s.toml:8:1: sheet.0.fabric: text \"\": expected name, file, or table", "missing"},
		{with(`{}`), "", "s.toml:8:1: sheet.0.fabric: an empty table: expected a base, or all keys", "missing"},
		{scenestest.Minimal, "sheet.0.fabric.nonsense.x=1", "--set sheet.0.fabric.nonsense.x=1: sheet.0.fabric.nonsense: " +
			"unknown key", "built-in fabric"},
		{with(`{ base = "cotton", warp = { k1_n_m = 0 } }`), "", "s.toml:8:", "built-in fabric"},
		{scenestest.Minimal, "sheet.0.fabric.warp.k1_n_m=0", "--set sheet.0.fabric.warp.k1_n_m=0: sheet.0.fabric.warp: no " +
			"stiffness", "built-in fabric"},
		{scenestest.Minimal, "frames=4.0", "frames: 4.0: expected a whole number", ""},
	} {
		var set []string
		if c.set != "" {
			set = []string{c.set}
		}
		s, err := Parse("s.toml", []byte(c.text), set)
		if err == nil {
			_, err = s.Build()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || c.not != "" && strings.Contains(err.Error(), c.not) ||
			strings.Count(err.Error(), "expected") != 1 {
			t.Errorf("%s %s: %v: expected %q alone", c.text, c.set, err, c.want)
		}
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile(filepath.Join(".", "mine"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load("mine", nil); err == nil || !strings.Contains(err.Error(), "there is a file of that name") {
		t.Error(err)
	}
	if _, err := Load("yours", nil); err == nil || strings.Contains(err.Error(), "of that name") {
		t.Error(err)
	}
}
