package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A pattern whose back faces inward is one error of check, and not run. Cloth inside a body is named and drawn.
func TestCheckTellsWhere(t *testing.T) {
	dir := t.TempDir()
	panel := func(name string, z, turn int) string {
		return fmt.Sprintf(`%q:{"vertices":[[-30,0],[30,0],[30,60],[-30,60]],"edges":[{"endpoints":[0,1]},{"endpoints":[1,2]},{"endpoints":[2,3]},{"endpoints":[3,0]}],"translation":[0,70,%d],"rotation":[0,%d,0]}`, name, z, turn)
	}
	pattern := func(z, turn, a, b int) string {
		return fmt.Sprintf(`{"properties":{"units_in_meter":100},"pattern":{"panels":{%s,%s},"stitches":[[{"panel":"front","edge":1},{"panel":"back","edge":%d}],[{"panel":"front","edge":3},{"panel":"back","edge":%d}]]}}`,
			panel("front", z, 0), panel("back", -40, turn), a, b)
	}
	write(t, dir, "inward.json", pattern(40, 0, 1, 3))
	write(t, dir, "inside.json", pattern(5, 180, 3, 1))
	scene := func(name string) {
		write(t, dir, name+".toml", fmt.Sprintf("[[body]]\nkind = \"mannequin\"\n[[garment]]\nname = \"tube\"\npattern = "+
			"\"%s.json\"\nedge_length_m = 0.06\nfabric = \"cotton\"\n", name))
	}
	scene("inward")
	scene("inside")
	status, stdout, stderr := execute(t, dir, "check", "inward.toml")
	if status != wrong || strings.Count(stdout, "error:") != 1 ||
		!strings.Contains(stdout, "stitches[0], front[1] to back[1], and 1 more join a panel that faces inward") {
		t.Errorf("status %d, %s%s: expected one error", status, stdout, stderr)
	}
	if status, _, stderr := execute(t, dir, "run", "inward.toml", "--no-render"); status != wrong ||
		!strings.Contains(stderr, "it was not run") || strings.Contains(stderr, "pulling") {
		t.Errorf("run: status %d, %s", status, stderr)
	}
	status, stdout, stderr = execute(t, dir, "check", "inside.toml", "-o", "out")
	if status != done || !strings.Contains(stdout, "vertices of panel front are up to 0.") ||
		!strings.Contains(stdout, "inside body \"mannequin\" at the start, the deepest at (") {
		t.Errorf("status %d, %s%s", status, stdout, stderr)
	}
	text, err := os.ReadFile(filepath.Join(dir, "out", "trouble.obj"))
	if err != nil || !strings.Contains(string(text), "tube-intersecting") ||
		!strings.Contains(string(text), "body-mannequin") {
		t.Errorf("%v: expected a mesh of it, with the body", err)
	}
}

// What check refuses is not run either, be it in a body: not by itself, not as a run to resume that has not begun, and
// not in a sweep.
func TestRunRefusesWhatCheckRefuses(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s.toml", sheet+"[[body]]\nkind = \"sphere\"\nradius_m = 1e-300\nsubdivisions = 1\ncentre_m = [5, 0, "+
		"0]\n")
	write(t, dir, "sweep.toml", "scene = \"s.toml\"\n[[axis]]\npath = \"step_s\"\nvalues = [0.01]\n")
	if status, out, _ := execute(t, dir, "check", "s.toml"); status != wrong ||
		!strings.Contains(out, "error: zero-area triangle") {
		t.Fatalf("check: status %d, %s: expected errors", status, out)
	}
	if status, out, stderr := execute(t, dir, "sweep", "plan", "sweep.toml", "-o", "sweep"); status != done {
		t.Fatal(out, stderr)
	}
	for _, args := range [][]string{{"run", "s.toml"}, {"run", "s.toml", "--resume"}, {"run", "sweep", "--task", "1"}} {
		status, _, stderr := execute(t, dir, append(args, "--no-render", "--backend", "cpu")...)
		if status != wrong || !strings.Contains(stderr, "zero-area") || !strings.Contains(stderr, "it was not run") {
			t.Errorf("%v: status %d, %s", args, status, stderr)
		}
	}
}

// A library or an image that is not there is told by check and by run, with the file and the line.
func TestLostColours(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "here.mtl", "newmtl a\nmap_Kd gone.png\n")
	write(t, dir, "g.obj", "mtllib gone.mtl\nmtllib here.mtl\nv 0 1 0\nv 1 1 0\nv 0 1 1\nusemtl a\nf 1 2 3\n")
	write(t, dir, "s.toml", "frames = 1\n[[mesh]]\nname = \"g\"\nfile = \"g.obj\"\nrest = \"shape\"\nfabric = \"silk\"\n")
	status, stdout, stderr := execute(t, dir, "check", "s.toml")
	run, _, told := execute(t, dir, "run", "s.toml", "--no-render", "--backend", "cpu")
	for _, want := range []string{"g.obj:1: mtllib: ", "gone.mtl: cannot read", "here.mtl:2: map_Kd of a: ",
		"gone.png: cannot read"} {
		if !strings.Contains(stdout, want) || !strings.Contains(told, want) {
			t.Errorf("%s%s%s\nexpected %q twice", stdout, stderr, told, want)
		}
	}
	if status != done || run != done {
		t.Errorf("status %d and %d: %s%s", status, run, stderr, told)
	}
}
