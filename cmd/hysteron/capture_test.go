package main

import (
	"html"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/law"
	"hysteron/scenes"
)

// TestCapture: a fabric that is measured between clips and fitted is about as stiff, with laws of the model.
func TestCapture(t *testing.T) {
	dir := t.TempDir()
	kinds := []string{"stretch-warp", "stretch-weft", "shear", "bend-warp", "bend-weft"}
	status, stdout, stderr := execute(t, dir, "measure", "capture", "--fabric", "cotton", "-o", "lab", "--points", "5",
		"--frames", "3", "--noise", "instrument", "--as", strings.Join(kinds, ","))
	if status != done || !strings.Contains(stdout, "capture-shear.csv: 3 frames") {
		t.Fatalf("status %d: %s%s", status, stdout, stderr)
	}
	args := []string{"fit", "capture", "--model", "soft", "-o", "mine.toml", "--page", "mine.html", "--base", "felt"}
	for _, k := range kinds {
		args = append(args, filepath.Join("lab", "capture-"+k+".csv"))
	}
	status, stdout, stderr = execute(t, dir, args...)
	if status != done || !strings.Contains(stdout, "fitted by forces") ||
		!strings.Contains(stdout, "wrote mine.toml\nwrote mine.html\n") {
		t.Fatalf("status %d: %s%s", status, stdout, stderr)
	}
	f, err := scenes.LoadFabric(filepath.Join(dir, "mine.toml"))
	if err != nil {
		t.Fatal(err)
	}
	if soft, ok := f.Warp.Elastic.(law.Soft); !ok || !(soft.K1 > 100 && soft.K1 < 300) ||
		math.Abs(f.Density-.143) > 1e-6 || f.Coupling != 0 {
		t.Errorf("warp %+v, density %g, coupling %g", f.Warp.Elastic, f.Density, f.Coupling)
	}
	if page := readText(t, filepath.Join(dir, "mine.html")); !strings.Contains(page, "warp.k_1_n_m") ||
		!strings.Contains(page, "friction of the yarns counts as stiffness") {
		t.Error("a page without numbers or notes")
	}
	if text := readText(t, filepath.Join(dir, "mine.toml")); !strings.Contains(stdout, "note: friction of the yarns "+
		"counts as stiffness") || !strings.Contains(text, "source = \"measured: density, fit capture of 5 tests (SHA-256") {
		t.Errorf("friction, and where the density is from, are not said: %s%s", stdout, text)
	}
	for what, text := range map[string]string{"summary": stdout,
		"page": html.UnescapeString(readText(t, filepath.Join(dir, "mine.html")))} {
		if !strings.Contains(text, "tests went so far: warp stretched by ") ||
			!strings.Contains(text, "not measured, but felt's: friction (warp a_n_m = ") ||
			!strings.Contains(text, "the largest force on a clip") {
			t.Errorf("%s does not say how far tests went, or what is the base's: %s", what, text)
		}
	}
	if text := readText(t, filepath.Join(dir, "mine.toml")); strings.Count(text, "; not measured: friction and damping, "+
		"as felt\"") != 5 || strings.Count(text, "; bent to ") != 2 || !strings.Contains(text, "; stretched by ") ||
		!strings.Contains(text, "; sheared by ") {
		t.Errorf("where numbers are from does not say it: %s", text)
	}
	if status, _, stderr := execute(t, dir, args[:len(args)-1]...); status != wrong ||
		!strings.Contains(stderr, "no test bend-weft: expected it, to find bend_weft") {
		t.Errorf("four tests: status %d: %s", status, stderr)
	}
	if status, _, stderr := execute(t, dir, "fit", "capture", args[len(args)-1], "--as", "warp"); status != wrong ||
		!strings.Contains(stderr, "finds all") {
		t.Errorf("--as: status %d: %s", status, stderr)
	}
}

// No frames and no points are no measurement, and not the default either.
func TestCaptureRefusesNothing(t *testing.T) {
	dir := t.TempDir()
	for flag, want := range map[string]string{"--frames=0": "--frames 0: expected 2 or more", "--points=0": "--points " +
		"0: expected 5 or more", "--frames=-3": "--frames -3: expected", "--frames=1": "--frames 1: expected 2 or more",
		"--frames=1000": "1000 frames: expected"} {
		if status, _, stderr := execute(t, dir, "measure", "capture", "--fabric", "cotton", "-o", "lab", "--as", "shear",
			flag); status != wrong || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d, %s, expected %q", flag, status, stderr, want)
		}
	}
}
