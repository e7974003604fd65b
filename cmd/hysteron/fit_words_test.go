package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFitWords: what a sheet or a table asks is a warning, what only informs a note, on the console and as JSON; each
// says what was measured.
func TestFitWords(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"kes.csv": "property, warp, weft\nB, 0.03, 0.024\n2HB, 0.060, 0.050\nW, 21.5\nT, 0.62\nMIU, 0.2, 0.2\n",
		"soft.csv": "property, warp, weft\nB, 0.118, 0.094\n2HB, 0.060, 0.050\nEMT, 50, 9\nLT, 0.6, 0.6\nRT, 58, 52\nW, " +
			"21.5\n",
		"fast.csv": "property, warp, weft\nE5, 0.01, 0.2\nE20, 0.06, 0.6\nE100, 0.3, 2\nW, 215\n",
		"clo.csv":  "Stretch [g/s2], 300\nDensity [g/m2], 1000\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, q := range []struct{ args, warned, noted, measured string }{
		{"kes kes.csv", "line 3: what cloth keeps when it is let go (weft, by 2HB of 0.05", "not used: MIU",
			"10 × 10 cm of this cloth weigh 2.15 g; ten layers are 6.2 mm thick"},
		{"kes soft.csv", "line 4: EMT (warp) of 50 %", "the sheet does not give",
			"10 cm of the warp get 50 mm longer under 490.3 N/m (500 gf/cm), what 5 kg weigh on a strip 10 cm wide"},
		{"fast fast.csv", "line 4: E100 (warp) of 0.3 %", "the sheet does not give",
			"10 cm of the weft get 2 mm longer under 98.07 N/m (100 gf/cm), what 1 kg weigh"},
		{"clo clo.csv", "the warp needs 2.8 N/m to get longer by a tenth", "the sheet does not give",
			"10 cm of the warp get 1 mm longer under 0.003 N/m"},
	} {
		args := append([]string{"fit"}, strings.Fields(q.args)...)
		status, stdout, stderr := execute(t, dir, args...)
		if status != done || !strings.Contains(stderr, "warning: "+q.warned) || !strings.Contains(stderr, "note: "+q.noted) ||
			!strings.Contains(stdout, "\nmeasured: ") || !strings.Contains(stdout, q.measured) {
			t.Errorf("%s: status %d: %s%s", q.args, status, stdout, stderr)
		}
		for _, line := range strings.Split(strings.TrimSpace(stderr), "\n") {
			if strings.Contains(line, "?") != strings.HasPrefix(line, "warning: ") ||
				strings.HasPrefix(line, "note: ") == strings.HasPrefix(line, "warning: ") {
				t.Errorf("%s: %q: expected warning: before what asks, note: before other lines", q.args, line)
			}
		}
		status, stdout, stderr = execute(t, dir, append(args, "--json")...)
		var got struct {
			Read          string
			Numbers       []struct{ Part, Key string }
			Notes, Doubts []string
		}
		if err := json.Unmarshal([]byte(stdout), &got); err != nil || status != done {
			t.Fatalf("%s: %v, %s%s", q.args, err, stdout, stderr)
		}
		if !strings.Contains(got.Read, q.measured) || len(got.Numbers) == 0 ||
			!strings.Contains(strings.Join(got.Doubts, "\n"), q.warned) || !strings.Contains(strings.Join(got.Notes, "\n"),
			q.noted) {
			t.Errorf("%s: %+v", q.args, got)
		}
	}
}

// TestFitMixedBends: one bend beside a base's of another law is refused with what to do, which then works.
func TestFitMixedBends(t *testing.T) {
	dir := t.TempDir()
	if status, _, stderr := execute(t, dir, "measure", "bending", "--fabric", "cotton", "--as", "bend_warp", "-o",
		"lab"); status != done {
		t.Fatal(stderr)
	}
	table := filepath.Join("lab", "bending-bend_warp.csv")
	status, _, stderr := execute(t, dir, "fit", "bending", table, "--as", "bend_warp", "--base", "worsted", "--starts",
		"1", "-o", "q.toml")
	way := "fit kes " + table + " --as bend_warp"
	if status != wrong || strings.Contains(stderr, "to be written") || !strings.Contains(stderr, "leave out --as") ||
		!strings.Contains(stderr, way) || !strings.Contains(stderr, "another --base") {
		t.Errorf("status %d: %s", status, stderr)
	}
	for _, args := range []string{"fit bending " + table, way} {
		status, stdout, stderr := execute(t, dir, append(strings.Fields(args), "--base", "worsted", "--starts", "1", "-o",
			"q.toml", "--overwrite")...)
		if status != done {
			t.Errorf("%s: status %d: %s", args, status, stderr)
		}
		if args == way && !strings.Contains(stdout+stderr, "note: bend_warp gets friction of the law stribeck") {
			t.Errorf("%s: no word of the law: %s%s", args, stdout, stderr)
		}
	}
}
