package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFitReads: every kind of fit says of what it cannot read why, and what was expected, in one line that names the
// file once; nothing is written.
func TestFitReads(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "box"), 0o777); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"box": "cannot read: not a regular file (a folder)", "nosuch.csv": "cannot read: no such " +
		"file or directory", "empty.csv": "nothing stands in it", "shut.csv": "cannot read: permission denied"}
	for _, name := range []string{"empty.csv", "shut.csv"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(" \n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(filepath.Join(dir, "shut.csv"), 0); err != nil {
		t.Fatal(err)
	}
	if os.Getuid() == 0 { // who may read all
		delete(files, "shut.csv")
	}
	for _, kind := range []string{"stretch", "bend", "cantilever", "tensile", "shear", "bending", "kes", "fast", "clo",
		"energy", "capture", "drape", "friction", "crease", "bagging", "relax", "creep", "kes --as shear"} {
		for name, why := range files {
			args := strings.Fields("fit " + kind + " -o x.toml " + name)
			status, _, stderr := execute(t, dir, args...)
			if status != wrong || !strings.HasPrefix(stderr, "hysteron: "+name+": "+why+"; expected a ") ||
				strings.Count(stderr, "\n") != 1 || strings.Count(stderr, name) != 1 {
				t.Errorf("%v: status %d, %q: expected %q, and what was expected", args, status, stderr, why)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "x.toml")); err == nil {
		t.Error("a fabric was written")
	}
}

// TestFitOnBounds: every kind of fit whose best numbers stand on a bound says so in its summary, on its page and in the
// fabric file.
func TestFitOnBounds(t *testing.T) {
	dir := t.TempDir()
	cycle := func(head string, top, slope float64, both bool) string { // cloth without friction
		b := strings.Builder{}
		b.WriteString(head)
		const n = 20
		for i := range 4*n + 1 {
			q := top * (1 - math.Abs(math.Mod(float64(i)/n+1, 4)-2))
			if !both && i > 2*n {
				break
			}
			fmt.Fprintf(&b, "%.4f, %.5f\n", q, slope*q)
		}
		return b.String()
	}
	// pulls less where the area grows, so that the best energy of it is none
	pulled := "warp [%], weft [%], force_warp [N/m], force_weft [N/m]\n"
	for i := 1; i < 9; i++ {
		for _, e := range [][2]float64{{.025, 0}, {0, .025}, {.025, .025}} {
			u, v := e[0]*float64(i), e[1]*float64(i)
			f := func(u, v float64) float64 {
				return 100 * (u + u*u/2 - .05*(u+u*u/2+v+v*v/2)) * (1 + u)
			}
			pulled += fmt.Sprintf("%.4g, %.4g, %.6f, %.6f\n", 100*u, 100*v, f(u, v), f(v, u))
		}
	}
	hung := "# width = 100 mm\n# length = 100 mm\n# mass = 1.43 g\nweight [N], length [mm]\n"
	for _, w := range []float64{0, 2, 4, 6, 4, 2, 0, 3, 6, 0} {
		hung += fmt.Sprintf("%g, %.4f\n", w, 100+1.7*w-.05*w*w)
	}
	for name, text := range map[string]string{
		"stretch.csv": hung, "energy.csv": pulled,
		"tensile.csv": cycle("strain [%], force [gf/cm]\n", 5, 100, false), "shear.csv": cycle("angle [deg], force [gf/cm]\n",
			8, 0.8, true), "bending.csv": cycle("curvature [1/cm], moment [gf.cm/cm]\n", 2.5, 0.1, true),
		"bend.csv": "# density = 208 g/m2\nradius [mm], curvature [1/m]\n3, 8.1\n5, 8\n7, 7.9\n10, 8\n16, 8\n23, " +
			"8.1\n31.5, 8\n50, 7.9\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if status, _, stderr := execute(t, dir, "measure", "capture", "--fabric", "cotton", "-o", "lab", "--points", "7",
		"--frames", "4"); status != done {
		t.Fatal(stderr)
	}
	capture := []string{"capture", "--model", "springs"}
	tests, err := filepath.Glob(filepath.Join(dir, "lab", "*.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"stretch", "stretch.csv", "--as", "warp"}, {"bend", "bend.csv", "--base", "felt"}, {"tensile", "tensile.csv"},
		{"tensile", "tensile.csv", "--law", "traction"}, {"shear", "shear.csv"}, {"bending", "bending.csv"},
		{"energy", "energy.csv"},
		{"kes", "tensile.csv", "shear.csv", "bending.csv", "--as", "warp,shear,bend_warp"}, append(capture, tests...),
	} {
		status, stdout, stderr := execute(t, dir, append(append([]string{"fit"}, args...), "-o", "x.toml", "--page", "x.html",
			"--overwrite", "--starts", "2")...)
		if status != done {
			t.Errorf("%v: status %d: %s", args, status, stderr)
			continue
		}
		text, html := readText(t, filepath.Join(dir, "x.toml")), readText(t, filepath.Join(dir, "x.html"))
		found := 0
		for _, line := range strings.Split(stdout, "\n") {
			if says, ok := strings.CutPrefix(strings.TrimSpace(line), "on its bound: "); ok {
				if found++; !strings.Contains(text, says) || !strings.Contains(html, says) {
					t.Errorf("%v: %q is not in the file or not on the page", args, says)
				}
			}
		}
		if found == 0 {
			t.Errorf("%v: nothing stands on its bound: %s", args, stdout)
		}
	}
}
