package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPredict: a fabric of a fit, from the table to the page; a second call goes on where the first ended.
func TestPredict(t *testing.T) {
	dir := t.TempDir()
	must := func(args ...string) string {
		t.Helper()
		status, out, errs := execute(t, dir, args...)
		if status != done {
			t.Fatalf("%v: %d\n%s%s", args, status, out, errs)
		}
		return out
	}
	text := "# density = 140 g/m2\noverhang [mm]\n40\n42\n41\n43\n"
	if err := os.WriteFile(filepath.Join(dir, "strips.csv"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	must("fit", "cantilever", "strips.csv", "-o", "mine.toml")
	scene := []string{"predict", "hanging-sheet", "--fabric", "mine.toml", "--draws", "3", "--frames", "2", "--backend",
		"cpu", "--set", "sheet.0.vertices=[5, 5]", "--set", "render.width=64", "--set", "render.height=48", "-o", "p"}
	out := must(scene...)
	for _, says := range []string{"sheet.height_m", "max_stretch", "3 draws reach 50 %", "of 4 of its numbers"} {
		if !strings.Contains(out, says) {
			t.Errorf("without %q:\n%s", says, out)
		}
	}
	before, err := os.Stat(filepath.Join(dir, "p", "runs", "0002", "run.json"))
	if err != nil {
		t.Fatal(err)
	}
	if again := must(scene...); again != out {
		t.Errorf("the second time:\n%s\nthe first time:\n%s", again, out)
	}
	after, err := os.Stat(filepath.Join(dir, "p", "runs", "0002", "run.json"))
	if err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("a finished run was run again: %v", err)
	}
	inBody := "up_axis = \"y\"\n[[body]]\nkind = \"sphere\"\nradius_m = 0.2\n[[sheet]]\nname = \"sheet\"\n" +
		"size_m = [0.5, 0.5]\nvertices = [6, 6]\nfabric = \"cotton\"\n"
	if err := os.WriteFile(filepath.Join(dir, "in.toml"), []byte(inBody), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, q := range map[string]struct {
		args []string
		says string
	}{
		"no fit":         {[]string{"hanging-sheet", "--fabric", "cotton"}, "no [[fitted]]"},
		"no fabric":      {[]string{"hanging-sheet", "--fabric", "none.toml"}, "none.toml"},
		"no scene":       {[]string{"no-such-scene", "--fabric", "mine.toml"}, "no-such-scene"},
		"not its fabric": {[]string{"hanging-sheet", "--fabric", "mine.toml", "--of", "silk"}, "cotton"},
		"drape's option": {[]string{"hanging-sheet", "--fabric", "mine.toml", "--edge", "0.02"}, "predict drape"},
		"edge of 0":      {[]string{"drape", "--fabric", "mine.toml", "--edge", "0"}, "--edge 0: expected metres, above 0"},
		"in a body": {[]string{"in.toml", "--fabric", "mine.toml", "--draws", "2", "--frames", "2", "--backend", "cpu"},
			"inside body"},
		"scene's option":  {[]string{"drape", "--fabric", "mine.toml", "--frames", "3"}, "of scenes"},
		"too few":         {[]string{"drape", "--fabric", "mine.toml", "--draws", "1"}, "--draws 1"},
		"unknown figure":  {[]string{"drape", "--fabric", "mine.toml", "--by", "folds"}, "drape_coefficient or nodes"},
		"several fabrics": {[]string{"tee-trousers-walk", "--fabric", "mine.toml"}, "--of"},
	} {
		status, _, errs := execute(t, dir, append(append([]string{"predict"}, q.args...), "-o", "deep/bad")...)
		if status != wrong || !strings.Contains(errs, q.says) {
			t.Errorf("%s: %d, %s: expected %q", name, status, errs, q.says)
		}
		if _, err := os.Stat(filepath.Join(dir, "deep")); err == nil {
			t.Fatalf("%s: something was written", name)
		}
	}
}
