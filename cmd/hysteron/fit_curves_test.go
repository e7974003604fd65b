package main

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"hysteron/law"
	"hysteron/scenes"
)

// TestFitHollow: a worsted's sheet (LT below two thirds) becomes a fabric, whose tensile curve with noise becomes a
// fabric by either command.
func TestFitHollow(t *testing.T) {
	dir := t.TempDir()
	sheet := "property, warp, weft\nEMT, 5.2, 8.1\nLT, 0.62, 0.61\nRT, 65, 62\n"
	if err := os.WriteFile(filepath.Join(dir, "suit.csv"), []byte(sheet), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"fit", "kes", "suit.csv", "-o", "suit.toml"},
		{"measure", "tensile", "--fabric", "suit.toml", "--noise", "0.02", "--as", "warp", "-o", "lab"},
		{"fit", "tensile", "lab/tensile-warp.csv", "--as", "warp", "-o", "a.toml", "--starts", "1"},
		{"fit", "kes", "lab/tensile-warp.csv", "--as", "warp", "-o", "b.toml", "--starts", "1"},
	} {
		if status, stdout, stderr := execute(t, dir, args...); status != done {
			t.Fatalf("%v: status %d: %s%s", args, status, stdout, stderr)
		}
	}
	want, err := scenes.LoadFabric(filepath.Join(dir, "suit.toml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.toml", "b.toml"} {
		got, err := scenes.LoadFabric(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		a, ok := got.Warp.Elastic.(law.Curve)
		if b := want.Warp.Elastic.(law.Curve); !ok || math.Abs(a.K4/b.K4-1) > 0.1 || math.Abs(a.K5/b.K5-1) > 0.1 {
			t.Errorf("%s: %+v, the cloth has %+v", name, got.Warp.Elastic, b)
		}
	}
}

// TestFitOneBend: a bend with a peak goes onto a base whose friction has none, and back, and --law decides.
func TestFitOneBend(t *testing.T) {
	dir := t.TempDir()
	if status, _, stderr := execute(t, dir, "measure", "bending", "--fabric", "worsted", "--noise", "0.01", "--as",
		"bend_warp", "-o", "lab"); status != done {
		t.Fatal(stderr)
	}
	table := filepath.Join("lab", "bending-bend_warp.csv")
	for _, q := range []struct{ base, law string }{{"cotton", "stribeck"}, {"cotton", "dahl"}, {"felt", "stribeck"}} {
		status, stdout, stderr := execute(t, dir, "fit", "kes", table, "--as", "bend_warp", "--base", q.base, "--law", q.law,
			"-o", "x.toml", "--starts", "2")
		if status != done {
			t.Fatalf("%s, %s: status %d: %s%s", q.base, q.law, status, stdout, stderr)
		}
		f, err := scenes.LoadFabric(filepath.Join(dir, "x.toml"))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []law.Law{f.BendWarp.Friction, f.BendWeft.Friction} {
			if law.Of(c).Name != q.law {
				t.Errorf("%s: friction %s, expected %s", q.base, law.Of(c).Name, q.law)
			}
		}
		base, err := scenes.LoadFabric(q.base)
		if err != nil {
			t.Fatal(err)
		}
		if s, ok := f.BendWeft.Friction.(law.Stribeck); ok {
			if d := base.BendWeft.Dahl(); math.Abs(s.F1-d.A-300*d.B) > 1e-9*s.F1 || s.Eps1 != d.Tau || s.F2 != 0 ||
				!strings.Contains(stderr, "bend_weft") {
				t.Errorf("%s: %+v from %+v; %q", q.base, s, d, stderr)
			}
		}
	}
	for _, args := range [][]string{{"fit", "kes", table, "--as", "bend_warp", "--law", "curve"},
		{"fit", "shear", table, "--law", "paper"}, {"fit", "stretch", table, "--law", "dahl"}} {
		if status, _, stderr := execute(t, dir, args...); status != wrong || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: status %d, %q: expected one line and status 2", args, status, stderr)
		}
	}
}

// TestFitShears: two curves of shear, along either direction, have numbers of their own and one law of friction, and
// the fabric has their mean; a peak that 2 % noise hides is left out with a word, a third curve is refused.
func TestFitShears(t *testing.T) {
	dir := t.TempDir()
	for seed := range 2 {
		if status, _, stderr := execute(t, dir, "measure", "shear", "--fabric", "acrylic-twill", "--noise", "0.02",
			"--seed", strconv.Itoa(seed+1), "-o", "lab"+strconv.Itoa(seed)); status != done {
			t.Fatal(stderr)
		}
	}
	one, other := filepath.Join("lab0", "shear-shear.csv"), filepath.Join("lab1", "shear-shear.csv")
	status, stdout, stderr := execute(t, dir, "fit", "kes", one, other, "--as", "shear,shear", "-o", "x.toml", "--starts",
		"2")
	if status != done || strings.Count(stdout, "shear: first order") != 2 || strings.Count(stdout,
		"of second order, with a peak, is left out") != 2 || !strings.Contains(stderr, "the mean of both directions") {
		t.Fatalf("status %d: %s%s", status, stdout, stderr)
	}
	f, err := scenes.LoadFabric(filepath.Join(dir, "x.toml"))
	if err != nil {
		t.Fatal(err)
	}
	var sum, last float64
	for _, line := range strings.Split(stdout, "\n") {
		if w := strings.Fields(line); len(w) > 1 && w[0] == "k1_n_m" {
			last, _ = strconv.ParseFloat(w[1], 64)
			sum += last
		}
	}
	if k := f.Shear.Spring().K1; math.Abs(k-sum/2) > 1e-3*k || math.Abs(k-last) < 1e-3*math.Abs(sum-2*last) {
		t.Errorf("k1 = %g N/m, the mean of both is %g", k, sum/2)
	}
	if status, _, stderr := execute(t, dir, "fit", "kes", one, other, one, "--as", "shear,shear,shear", "-o",
		"y.toml"); status != wrong || !strings.Contains(stderr, "shear twice") {
		t.Errorf("three: status %d: %s", status, stderr)
	}
}
