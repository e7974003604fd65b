package main

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"hysteron/cloth"
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
	for want, args := range map[string][]string{
		"the friction of cotton, in its ratio to the stiffness there": {"fit", "cantilever", "c.csv", "--as", "bend_warp"},
		"bend_warp a = 0.000608 N":                                    {"fit", "clo", "k.csv"},
	} {
		if status, stdout, stderr := execute(t, dir, args...); status != done || !strings.Contains(stdout+stderr, want) {
			t.Errorf("%v: status %d: %s%s, expected %q", args, status, stdout, stderr, want)
		}
	}
}

// TestCantileverCountsFrictionOnce: a strip that is let down to 41.5° is the FAST sheet's of the same bending length:
// both fits, by code of their own, write the same stiffness beside the same friction in the base's ratio.
func TestCantileverCountsFrictionOnce(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "c.csv", "# density = 168 g/m2\n# thickness = 0.3 mm\noverhang [mm], way\n30.00, down\n")
	write(t, dir, "f.csv", "property, warp, weft\nW [g/m2], 168\nT2 [mm], 0.3\nC [mm], 15.00, 15.00\n")
	var got [2]law.Set
	for i, args := range [][]string{{"fit", "cantilever", "c.csv", "-o", "c.toml"}, {"fit", "fast", "f.csv", "-o",
		"f.toml"}} {
		status, stdout, stderr := execute(t, dir, args...)
		if status != done {
			t.Fatalf("%v: status %d: %s", args, status, stderr)
		}
		if i == 0 && !strings.Contains(stdout+stderr, "in its ratio to the stiffness there (a = ") {
			t.Errorf("%s%s: expected the friction that is borrowed", stdout, stderr)
		}
		f, err := scenes.LoadFabric(filepath.Join(dir, args[len(args)-1]))
		if err != nil {
			t.Fatal(err)
		}
		got[i] = f.BendWarp.Laws(1)
	}
	for _, role := range []law.Role{law.Elasticity, law.Yarns} {
		a, b := law.Values(got[0][role]), law.Values(got[1][role])
		for k := range a {
			if math.Abs(a[k]-b[k]) > .01*math.Abs(b[k]) {
				t.Errorf("role %d, number %d: %g, fit fast %g", role, k, a[k], b[k])
			}
		}
	}
}

// TestFitFabricRows: a table with a fabric in each row becomes a folder of fabrics, each that of its own sheet, or
// nothing where a row is wrong, which is named.
func TestFitFabricRows(t *testing.T) {
	dir := t.TempDir()
	table := "fabric, W [mg/cm2], T [mm], B warp, B weft, 2HB\nPoplin 7/1, 11.5, 0.3, 0.06, 0.05, 0.03\n" +
		"Satin, 14, 0.35, 0.04, 0.08, 0.02\n"
	write(t, dir, "t.csv", table)
	write(t, dir, "one.csv", "property, warp, weft\nW [mg/cm2], 11.5\nT [mm], 0.3\nB, 0.06, 0.05\n2HB, 0.03\n")
	for _, args := range [][]string{{"fit", "kes", "t.csv", "-o", "all"}, {"fit", "kes", "one.csv", "-o", "one.toml"},
		{"fit", "kes", "t.csv", "-o", "all"}} { // and once more
		if status, _, stderr := execute(t, dir, args...); status != done {
			t.Fatalf("%v: status %d: %s", args, status, stderr)
		}
	}
	var got [2]cloth.Fabric
	for i, file := range []string{"all/Poplin-7-1.toml", "one.toml"} {
		f, err := scenes.LoadFabric(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		f.Name = ""
		got[i] = f
	}
	if !reflect.DeepEqual(got[0], got[1]) {
		t.Errorf("%+v, expected that of its own sheet, %+v", got[0], got[1])
	}
	if _, err := os.Stat(filepath.Join(dir, "all", "Satin.toml")); err != nil {
		t.Error(err)
	}
	status, stdout, _ := execute(t, dir, "fit", "kes", "t.csv", "--json")
	if status != done || strings.Count(stdout, "\"name\"") != 2 {
		t.Errorf("status %d: %s: expected two names", status, stdout)
	}
	write(t, dir, "bad.csv", strings.Replace(table, "0.08", "x", 1))
	write(t, dir, "same.csv", strings.Replace(table, "Satin", "Poplin 7-1", 1))
	for want, args := range map[string][]string{
		"bad.csv:3: Satin: B: \"x\"":         {"bad.csv", "-o", "bad"},
		"expected a folder":                  {"t.csv", "-o", "t.toml"},
		"a page is of one fabric":            {"t.csv", "--page", "p.html"},
		"same.csv:3: Poplin 7-1: expected a": {"same.csv", "-o", "same"},
	} {
		status, _, stderr := execute(t, dir, append([]string{"fit", "kes"}, args...)...)
		if status != wrong || !strings.Contains(stderr, want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: status %d, %q: expected %q", args, status, stderr, want)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "bad")); err == nil {
		t.Error("fabrics of a table with a wrong row were written")
	}
}
