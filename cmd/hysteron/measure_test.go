package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/law"
	"hysteron/scenes"
)

// TestMeasureAndFit: a fabric that is measured on a virtual instrument and fitted comes back; the same seed reads the
// same, another something else.
func TestMeasureAndFit(t *testing.T) {
	dir := t.TempDir()
	status, stdout, stderr := execute(t, dir, "measure", "shear", "--fabric", "cotton", "-o", "lab")
	if status != done || !strings.Contains(stdout, "hysteron fit shear") {
		t.Fatalf("status %d: %s%s", status, stdout, stderr)
	}
	table := filepath.Join("lab", "shear-shear.csv")
	if status, _, stderr := execute(t, dir, "fit", "shear", table, "-o", "mine.toml", "--base", "felt", "--starts",
		"2"); status != done {
		t.Fatal(stderr)
	}
	got, err := scenes.LoadFabric(filepath.Join(dir, "mine.toml"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := scenes.LoadFabric("cotton")
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range [][2]float64{
		{got.Shear.Spring().K1, want.Shear.Spring().K1}, {got.Shear.Dahl().A, want.Shear.Dahl().A},
		{got.Shear.Dahl().Tau, want.Shear.Dahl().Tau},
	} {
		if !(q[0] > 0.99*q[1] && q[0] < 1.01*q[1]) {
			t.Errorf("%g, the cloth has %g", q[0], q[1])
		}
	}
	read := func(seed string) string {
		if status, _, stderr := execute(t, dir, "measure", "shear", "--fabric", "cotton", "-o", "noisy", "--noise", "0.02",
			"--seed", seed); status != done {
			t.Fatal(stderr)
		}
		return readText(t, filepath.Join(dir, "noisy", "shear-shear.csv"))
	}
	if a, b := read("1"), read("2"); a == b || a != read("1") || a == readText(t, filepath.Join(dir, table)) {
		t.Error("errors of readings: expected those of the seed")
	}
}

// TestMeasureAndFitMemory: a strip whose creep is measured gets its branches back, in the fabric file as well, and what
// is predicted within its times is printed; times that no test has are refused.
func TestMeasureAndFitMemory(t *testing.T) {
	dir := t.TempDir()
	soft, err := scenes.RefitFabric("linen", map[string]any{"warp.relaxation.share_1": .3,
		"warp.relaxation.time_1_s": 20.})
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "soft.toml", string(soft))
	for _, kind := range []string{"relax", "creep", "bagging"} {
		predict, said, args := "60", "predicted: after 60 s it ", []string{"measure", kind, "--fabric", "soft.toml", "--as",
			"warp", "-o", "lab", "--after", "0.5,1,3,10,30,100,300"}
		if kind == "bagging" {
			predict, said = "50,60", "predicted: stretched for 50 s, 60 s later it bags by "
			args = append(args, "--held", "5,300")
		}
		status, stdout, stderr := execute(t, dir, args...)
		if status != done || !strings.Contains(stdout, "hysteron fit "+kind) {
			t.Fatalf("status %d: %s%s", status, stdout, stderr)
		}
		status, stdout, stderr = execute(t, dir, "fit", kind, filepath.Join("lab", kind+"-warp.csv"), "--as", "warp",
			"--base", "linen", "-o", kind+".toml", "--starts", "1", "--predict", predict)
		if status != done || !strings.Contains(stdout, said) {
			t.Fatalf("status %d: %s%s", status, stdout, stderr)
		}
		f, err := scenes.LoadFabric(filepath.Join(dir, kind+".toml"))
		if err != nil {
			t.Fatal(err)
		}
		l, _ := f.Warp.Relaxing.(law.Relaxing)
		if !(l.Share1 > .299 && l.Share1 < .301 && l.Time1 > 19.8 && l.Time1 < 20.2 && l.Share2 == 0) {
			t.Errorf("%s: %+v, the cloth has a share of 0.3 and 20 s", kind, l)
		}
	}
	for args, want := range map[string]string{
		"measure creep --fabric linen -o x --held 5":                             "--held is of crease",
		"measure crease --fabric linen -o x --after 5,1":                         "each later than the one before",
		"measure crease --fabric linen -o x --held 0":                            "expected times above 0 s",
		"measure shear --fabric linen -o x --after 5":                            "--after of these, relax and creep",
		"fit creep lab/creep-warp.csv --as warp --base linen --predict 5,6":      "expected a time in seconds",
		"fit creep lab/creep-warp.csv --as warp --base linen --predict 9000":     "nothing bounds what lies beyond",
		"fit cantilever lab/creep-warp.csv --predict 5":                          "fit crease, bagging, relax or creep",
		"fit creep lab/creep-warp.csv --as bend_warp":                            "creep measures warp or weft",
		"fit crease lab/creep-warp.csv --as bend_warp --base linen -o made.toml": `no column "angle"`,
	} {
		status, _, stderr := execute(t, dir, strings.Fields(args)...)
		if status != wrong || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d, %q: expected %q", args, status, stderr, want)
		}
	}
}

// TestNoiseOfItsOwn: errors of one seed and direction are nowhere those of another, nor those of another experiment.
func TestNoiseOfItsOwn(t *testing.T) {
	dir := t.TempDir()
	read := map[[2]string][]string{}
	for _, seed := range []string{"6", "7", "8"} {
		if status, _, stderr := execute(t, dir, "measure", "tensile", "--fabric", "cotton", "-o", seed, "--noise", "0.02",
			"--seed", seed); status != done {
			t.Fatal(stderr)
		}
		for _, part := range []string{"warp", "weft"} { // which are alike in cotton
			text := readText(t, filepath.Join(dir, seed, "tensile-"+part+".csv"))
			for other, rows := range read {
				for _, row := range rows {
					if len(row) > 8 && row[0] != '#' && strings.Contains(row, ".") && strings.Contains(text, row+"\n") {
						t.Errorf("seed %s, %s and seed %s, %s: both have %s", seed, part, other[0], other[1], row)
					}
				}
			}
			read[[2]string{seed, part}] = strings.Split(text, "\n")
		}
	}
}

// TestMeasureRefuses: one clear message, status 2.
func TestMeasureRefuses(t *testing.T) {
	for _, q := range []struct {
		args []string
		want string
	}{
		{[]string{"measure", "shear", "--fabric", "nix", "-o", "x"}, `no built-in fabric "nix"`},
		{[]string{"measure", "shear", "--fabric", "cotton", "-o", "x", "--as", "warp"}, "shear measures shear"},
		{[]string{"measure", "shear", "--fabric", "cotton", "-o", "x", "--noise", "loud"}, "expected a share of the range " +
			"from 0 to 1, or instrument"},
		{[]string{"measure", "stretch", "--fabric", "cotton", "-o", "x", "--most", "0"}, "expected 1 to 20 N"},
		{[]string{"measure", "sheet", "--fabric", "cotton", "-o", "x", "--noise", "0.02"}, "--noise 0.02: measure sheet " +
			"reads without errors, expected no --noise"},
		{[]string{"measure", "sheet", "--fabric", "cotton", "-o", "x", "--as", "warp"}, "--as warp: measure sheet measures " +
			"all parts, expected no --as"},
		{[]string{"measure", "drape", "--fabric", "cotton", "-o", "x", "--as", "bend_warp"}, "--as bend_warp: measure " +
			"drape measures both directions"},
	} {
		if status, _, stderr := execute(t, t.TempDir(), q.args...); status != wrong || !strings.Contains(stderr, q.want) {
			t.Errorf("%v: status %d: %s", q.args, status, stderr)
		}
	}
}

func readText(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
