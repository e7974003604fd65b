package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/formats"
)

// tangledScene has a flap that hangs through a sheet.
const tangledScene = `
[[sheet]]
name = "floor"
size_m = [0.6, 0.6]
vertices = [7, 7]
mesh = "right"
fabric = "cotton"
centre_m = [0, 1, 0]
pins = ["corner-00", "corner-10"]
[[sheet]]
name = "flap"
size_m = [0.3, 0.3]
vertices = [4, 4]
mesh = "right"
fabric = "cotton"
centre_m = [0.013, 1.11, 0.017]
rotation_deg = [90, 0, 0]
[render]
width = 64
height = 48
quality = "draft"
`

func TestCheckListsIntersections(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s.toml", tangledScene)
	status, stdout, stderr := execute(t, dir, "check", "s.toml", "-o", "out", "--pairs", "2")
	if status != done || !strings.Contains(stdout, "pairs of faces intersect at the start:\n    floor face ") ||
		!strings.Contains(stdout, " and flap face ") || !strings.Contains(stdout, ", 1.0000, 0.0170) m\n    and ") {
		t.Errorf("status %d, %s%s: expected a list with places", status, stdout, stderr)
	}
	f, err := os.Open(filepath.Join(dir, "out", "intersections.obj"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	o, err := formats.ReadOBJ(f, "intersections.obj")
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, g := range o.Group {
		count[o.Groups[g]]++
	}
	// The flap crosses the floor along z = 0.017, within one row of 3 of its 6 columns of squares and
	// parts of the next: the squares of its own lowest row, of 6 triangles, all cross.
	if len(o.Tri) != 72+18 || count["flap-intersecting"] != 6 || count["floor-intersecting"] < 6 ||
		count["floor-intersecting"] > 12 || count["floor"]+count["floor-intersecting"] != 72 {
		t.Errorf("groups %v: expected the lowest row of the flap, and a row of the floor", count)
	}
	if !strings.Contains(stderr, "no pictures") { // nothing to draw with
		for _, name := range []string{"intersections.png", "intersections-near.png"} {
			if info, err := os.Stat(filepath.Join(dir, "out", name)); err != nil || info.Size() == 0 {
				t.Errorf("%s: %v", name, err)
			}
		}
	}

	status, stdout, stderr = execute(t, dir, "check", "s.toml", "--dressed", "--json")
	var got struct{ Intersections intersections }
	if err := json.Unmarshal([]byte(stdout), &got); err != nil || status != done {
		t.Fatalf("status %d, %v: %s%s", status, err, stdout, stderr)
	}
	if q := got.Intersections; !q.Dressed || q.Self != 0 || len(q.Notes) != 1 ||
		!strings.Contains(q.Notes[0], "untangled") || len(q.Files) != 0 {
		t.Errorf("%+v: expected a start that had to be untangled", q)
	}
	status, stdout, _ = execute(t, dir, "check", "s.toml", "--dressed", "--set", "contact.self=false", "--json",
		"--pairs=-1")
	if err := json.Unmarshal([]byte(stdout), &got); err != nil || status != done || got.Intersections.Self == 0 ||
		len(got.Intersections.Pairs) != got.Intersections.Self {
		t.Errorf("without contact of cloth with cloth: status %d, %v, %+v", status, err, got)
	}
}

// What cannot be untangled is wrong input, and shown all the same.
func TestCheckShowsWhatIsRefused(t *testing.T) {
	dir := t.TempDir()
	corners := "pins = [\"corner-00\", \"corner-10\", \"corner-01\", \"corner-11\"]\n"
	write(t, dir, "s.toml", strings.NewReplacer("[7, 7]", "[2, 2]", "[4, 4]", "[2, 2]", "pins = [\"corner-00\", "+
		"\"corner-10\"]\n", corners, "rotation_deg", corners+"rotation_deg").Replace(tangledScene))
	status, stdout, stderr := execute(t, dir, "check", "s.toml", "--dressed", "-o", "out")
	if status != wrong || !strings.Contains(stdout, "pairs of faces intersect") ||
		!strings.Contains(stderr, "could not be untangled") {
		t.Errorf("status %d, %s%s: expected 2, the list and the reason", status, stdout, stderr)
	}
	if _, err := os.Stat(filepath.Join(dir, "out", "intersections.obj")); err != nil {
		t.Error(err)
	}
	if status, _, stderr := execute(t, dir, "run", "s.toml", "--no-render", "--backend", "cpu"); status != wrong ||
		!strings.Contains(stderr, "hysteron check") {
		t.Errorf("run: status %d, %s: expected 2 and advice", status, stderr)
	}
}

// Before it meshes, check says how much there will be; then how large pieces are. Panels that dressing will part
// are no intersections. A run says what check warns of.
func TestCheckSaysSizes(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s.toml", `
frames = 1
[contact]
self = false
[dress]
settle_s = 0.02
verify = false
[[body]]
kind = "sphere"
radius_m = 0.1
centre_m = [9, 9, 9]
[[garment]]
name = "shirt"
pattern = "tee"
edge_length_m = 0.08
fabric = { base = "cotton", thickness_m = 0.05 }
`)
	status, stdout, stderr := execute(t, dir, "check", "s.toml")
	for _, want := range []string{"shirt: about ", " vertices and ", "memory: about ", " GB to run", "shirt: 0.8",
		" m at the start, from ", " kg; ", "implausible fabric", "thickness_m of 0.05 m: no cloth is beyond 3e-06 to 0.03 m",
		"mm lock: its stretch stiffness is "} {
		if !strings.Contains(stdout, want) {
			t.Errorf("%s%s\nexpected %q", stdout, stderr, want)
		}
	}
	if status != done || strings.Contains(stdout, "pairs of faces intersect") ||
		strings.Contains(stdout, "pass through each other") {
		t.Errorf("status %d, %s: expected panels to be left out", status, stdout)
	}
	if status, _, stderr := execute(t, dir, "run", "s.toml", "--no-render", "--backend", "cpu"); status != done ||
		!strings.Contains(stderr, "shirt: warning: implausible fabric") {
		t.Errorf("run: status %d, %s: expected the warning", status, stderr)
	}
	write(t, dir, "s.toml", "frames = 1\n[[body]]\nkind = \"box\"\nsize_m = [0.1, 0.1, 0.1]\nrim_m = "+
		"0.002\nedge_length_m = 0.02\n[[sheet]]\nname = \"sheet\"\nsize_m = [0.2, 0.2]\nedge_length_m = 0.035\nfabric = "+
		"\"cotton\"\ncentre_m = [0, 0.2, 0]\n")
	if status, stdout, _ := execute(t, dir, "check", "s.toml"); status != done ||
		!strings.Contains(stdout, "sheet: note: coarse cloth: ") ||
		!strings.Contains(stdout, "; 0 errors, 0 warnings, 1 note") {
		t.Errorf("check: status %d, %s: expected a note", status, stdout)
	}
	if status, _, stderr := execute(t, dir, "run", "s.toml", "-o", "noted", "--no-render", "--backend",
		"cpu"); status != done || strings.Contains(stderr, "coarse cloth") ||
		!strings.Contains(stderr, "notes: 1, of what needs no action") {
		t.Errorf("run: status %d, %s: expected it to be counted alone", status, stderr)
	}
}
