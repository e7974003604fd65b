package page

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDoubled: rows that stand twice are told with their line; those of which one differs are not.
func TestDoubled(t *testing.T) {
	head, rows := "# width = 100 mm\nweight [N], length [mm]\n", []string{"0, 100", "1, 103", "2, 105", "1, 104.2", "0, 101", "2, 105.1"}
	whole := strings.Join(rows, "\n") + "\n"
	each := ""
	for _, r := range rows {
		each += r + "\n" + r + "\n"
	}
	for text, want := range map[string]string{
		head + whole: "", head + whole + whole: "the rows from line 9 on are those from line 3 on", head + each: "each row stands twice, from line 3 on",
		head + whole + strings.Replace(whole, "103", "103.1", 1): "",
	} {
		if got := Doubled([]byte(text)); (got == "") != (want == "") || !strings.HasPrefix(got, want) {
			t.Errorf("%q: %q, expected %q", text, got, want)
		}
	}
}

// TestOther: files that are no tables are told as what they are.
func TestOther(t *testing.T) {
	for text, want := range map[string]string{
		"PK\x03\x04x": "save it as CSV", "\xff\xfeW\x00": "text in UTF-16", "\x89PNG\x00": "a picture", "title = \"x\"\n": "TOML, as fabrics", "# a\n[warp]\nk = 1\n": "TOML, as fabrics", "a\x00b": "no text",
		"# mass = 3 g\nweight [N], length [mm]\n0, 1\n": "", "property, warp\nW, 14\n": "", "[W], 3\n": "",
	} {
		file := filepath.Join(t.TempDir(), "x.csv")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Read("kes", file); (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
	file := filepath.Join(t.TempDir(), "x.png")
	if err := os.WriteFile(file, []byte("\x89PNG\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Read("drape", file); err != nil {
		t.Error(err)
	}
}
