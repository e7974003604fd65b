package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/check"
)

const crossing = "v 0 0 0\nv 1 0 0\nv 0 0 1\nv .1 -1 .1\nv .2 -1 .1\nv .1 1 .2\nf 1 2 3\nf 4 5 6\n"

func TestVerifyContact(t *testing.T) {
	dir := t.TempDir()
	clean := filepath.Join(dir, "cloth1.obj")
	bad := filepath.Join(dir, "cloth2.obj")
	for path, text := range map[string]string{clean: strings.Replace(crossing, "v .1 1 .2", "v .1 -.5 .2", 1),
		bad: crossing} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	status, out, _ := execute(t, dir, "verify", "contact", clean)
	if status != done || !strings.Contains(out, "no intersection in any frame") {
		t.Errorf("clean: status %d, %q", status, out)
	}
	status, out, errs := execute(t, dir, "verify", "contact", clean, bad)
	if status != failed || !strings.Contains(out, "cloth2.obj: 1 pairs of cloth triangles intersect") ||
		!strings.Contains(out, "face 0 and cloth face 1 at (0.1") || strings.Contains(errs, "found") {
		t.Errorf("crossing: status %d, %q, %q", status, out, errs)
	}
	status, out, _ = execute(t, dir, "verify", "contact", "--json", bad)
	var got struct{ Reports []check.RunReport }
	if err := json.Unmarshal([]byte(out), &got); err != nil || status != failed || len(got.Reports) != 1 ||
		got.Reports[0].Self != 1 {
		t.Errorf("JSON: status %d, %v, %s", status, err, out)
	}
	write(t, dir, "other.obj", crossing)
	if status, out, errs := execute(t, dir, "verify", "contact", "cloth1.obj", "other.obj"); status != wrong ||
		!strings.Contains(errs, "other.obj: its name has no number of a frame at its end: expected frames of one mesh") {
		t.Errorf("two meshes: status %d, %q, %q", status, out, errs)
	}
	if status, _, errs := execute(t, dir, "verify", "contact", filepath.Join(dir, "none")); status != wrong ||
		!strings.Contains(errs, "none") {
		t.Errorf("missing: status %d, %q", status, errs)
	}
}

// A run is checked against its bodies: with run.json in agreement.
func TestVerifyContactOfRun(t *testing.T) {
	dir := t.TempDir()
	scene := filepath.Join(dir, "ball.toml")
	text := "fps = 24\nframes = 3\nstep_s = 0.0139\n[[body]]\nkind = \"sphere\"\nradius_m = 0.1\nsubdivisions = " +
		"2\n[[sheet]]\nname = \"sheet\"\nsize_m = [0.4, 0.4]\nvertices = [5, 5]\nfabric = \"silk\"\ncentre_m = [0, 0.2, 0]\n"
	if err := os.WriteFile(scene, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	run := filepath.Join(dir, "out")
	if status, _, errs := execute(t, dir, "run", scene, "-o", run, "--no-render", "--backend", "cpu"); status != done {
		t.Fatal(errs)
	}
	status, out, errs := execute(t, dir, "verify", "contact", run)
	if status != done || !strings.Contains(out, "3 frames of sheet (36 triangles) against sphere: no intersection in "+
		"any frame") {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
	for _, to := range []string{"obj", "pc2"} { // what is exported says the same
		status, out, errs := execute(t, dir, "export", run, "--to", to)
		if status != done {
			t.Fatal(out, errs)
		}
		exported := filepath.Join(run, "export", to)
		if status, out, errs = execute(t, dir, "verify", "contact", exported); status != done ||
			out != exported+": 3 frames of sheet (36 triangles) against sphere: no intersection in any frame\n" {
			t.Errorf("%s: status %d, %q, %q", to, status, out, errs)
		}
	}
	os.Remove(scene)
	if status, _, errs := execute(t, dir, "verify", "contact", run); status != done {
		t.Errorf("without the scene, by input.json: status %d, %q", status, errs)
	}
	if err := os.WriteFile(filepath.Join(run, "input.json"), []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if status, _, errs := execute(t, dir, "verify", "contact", run); status != wrong ||
		!strings.Contains(errs, "--no-body") || !strings.Contains(errs, "input.json:1:1") {
		t.Errorf("without the input: status %d, %q", status, errs)
	}
	if status, out, errs := execute(t, dir, "verify", "contact", "--no-body", run); status != done ||
		!strings.Contains(out, "the cloth alone (--no-body): no") {
		t.Errorf("without the input, --no-body: status %d, %q, %q", status, out, errs)
	}
	// Without any input it is known of no bodies, and that is reported.
	os.Remove(filepath.Join(run, "input.json"))
	if status, out, errs := execute(t, dir, "verify", "contact", run); status != done ||
		!strings.Contains(out, "the cloth alone (bodies and ground were not checked: there is no input.json") {
		t.Errorf("without input.json: status %d, %q, %q", status, out, errs)
	}
	if status, out, _ := execute(t, dir, "verify", "contact", "--json", run); status != done || !strings.Contains(out, `"cloth_alone": "bodies and ground were not checked`) {
		t.Errorf("without input.json, --json: status %d, %q", status, out)
	}
}
