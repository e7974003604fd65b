package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/fit"
	"hysteron/law"
	"hysteron/scenes"
)

// TestFitFastOnce: a strip of the fabric that a FAST sheet becomes, let down, hangs at 41.5° with an overhang of twice
// the sheet's bending length, whatever the base's friction is, which keeps its ratio to the stiffness and is named.
func TestFitFastOnce(t *testing.T) {
	dir := t.TempDir()
	sheet := "property, warp, weft\nW [g/m2], 168\nC [mm], 15.00, 14.50\nB [µN.m], 5.56, 5.02\n"
	if err := os.WriteFile(filepath.Join(dir, "f.csv"), []byte(sheet), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"cotton", "silk", "felt", "worsted"} {
		status, _, stderr := execute(t, dir, "fit", "fast", "f.csv", "--base", name, "-o", name+".toml")
		if status != done || !strings.Contains(stderr, "friction is "+name+"'s, ×") {
			t.Fatalf("%s: status %d: %s", name, status, stderr)
		}
		got, err := scenes.LoadFabric(filepath.Join(dir, name+".toml"))
		if err != nil {
			t.Fatal(err)
		}
		base, err := scenes.LoadFabric(name)
		if err != nil {
			t.Fatal(err)
		}
		k := law.Stiffness(got.BendWarp.Elastic)
		if was := law.Stiffness(base.BendWarp.Elastic); math.Abs(fit.Drawn(got.BendWarp.Friction, 60)/
			fit.Drawn(base.BendWarp.Friction, 60)/(k/was)-1) > 1e-3 {
			t.Errorf("%s: friction and stiffness have another ratio", name)
		}
		d, ok := got.BendWarp.Friction.(law.Dahl)
		if !ok {
			continue
		}
		if angle := fit.Chord(.168*9.80665, .03, 3*k, d.A, d.B, d.Tau, false) / fit.Deg; math.Abs(angle-41.5) > 0.3 {
			t.Errorf("%s: a strip of 30 mm hangs at %.3g°", name, angle)
		}
	}
}

// TestFitBorrows: a fit of a test without unloading names the friction that its fabric has from the base.
func TestFitBorrows(t *testing.T) {
	dir := t.TempDir()
	for file, text := range map[string]string{
		"c.csv": "# density = 168 g/m2\noverhang [mm], way\n30, down\n31, down\n",
		"k.csv": "Stretch-Warp [g/s2], 120000\nBending-Warp [g.mm2/s2/rad], 11571\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"fit", "cantilever", "c.csv", "--as", "bend_warp"}, {"fit", "clo", "k.csv"}} {
		if status, stdout, stderr := execute(t, dir, args...); status != done || !strings.Contains(stdout+stderr,
			"bend_warp a = 0.000608 N") {
			t.Errorf("%v: status %d: %s", args, status, stderr)
		}
	}
}
