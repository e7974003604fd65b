package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/check"
)

// Two real runs side by side: the columns hold what the JSON holds.
func TestWrinkles(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s.toml", sheet)
	for _, args := range [][]string{
		{"run", "s.toml", "-o", "with", "--no-render"},
		{"run", "s.toml", "-o", "without", "--no-render", "--frames", "3", "--set", "friction.internal=false"},
	} {
		if status, _, stderr := execute(t, dir, args...); status != 0 {
			t.Fatalf("%v: %s", args, stderr)
		}
	}
	status, stdout, stderr := execute(t, dir, "wrinkles", "with", "without", "--json", "--box", "-1,-1,-1,1,2,1")
	if status != 0 {
		t.Fatalf("exit status %d: %s", status, stderr)
	}
	var got struct {
		Box  []float64 `json:"box_m"`
		Runs []struct {
			Dir      string
			Garments []check.GarmentWrinkles
		}
	}
	if err := json.Unmarshal([]byte(stdout), &got); err != nil {
		t.Fatalf("%v in %s", err, stdout)
	}
	if len(got.Box) != 6 || got.Box[0] != -1 || len(got.Runs) != 2 || got.Runs[1].Dir != "without" {
		t.Fatalf("%+v", got)
	}
	with, without := got.Runs[0].Garments[0], got.Runs[1].Garments[0]
	if with.Name != "sheet" || with.Vertices != 150 || len(with.Frames) != 4 || len(without.Frames) != 3 {
		t.Fatalf("%+v and %+v: expected 4 and 3 frames of 150 vertices", with, without)
	}
	if f := with.Frames[0]; f.Angle != 0 || f.Moved != 0 {
		t.Errorf("the first frame against itself: %+v", f)
	}
	if f := with.Frames[3]; f.Angle <= 0 || f.Moved <= 0 || f.Angle > 180 {
		t.Errorf("a sheet that falls from two corners: %+v", f)
	}
	if with.Frames[2] == without.Frames[2] {
		t.Error("friction changes nothing")
	}

	status, stdout, stderr = execute(t, dir, "wrinkles", "with", "without", "--every", "2")
	if status != 0 {
		t.Fatalf("exit status %d: %s", status, stderr)
	}
	lines := strings.Split(strings.TrimRight(stdout, "\n"), "\n")
	if len(lines) != 10 || !strings.Contains(lines[0], "[°]") || !strings.Contains(lines[5], "[mm]") {
		t.Fatalf("expected two tables with a title, a head and frames 1, 3 and 4:\n%s", stdout)
	}
	for i, want := range [][]string{{"frame", "with", "without"}, {"1", "0.00", "0.00"}, {"3", "", ""}, {"4", "", "-"}} {
		f := strings.Fields(lines[1+i])
		if len(f) != 3 {
			t.Fatalf("line %q: expected three columns", lines[1+i])
		}
		for k, w := range want {
			if w != "" && f[k] != w {
				t.Errorf("line %q: column %d: expected %q", lines[1+i], k, w)
			}
		}
	}
}

// Since another frame, that frame is the one without change.
func TestWrinklesSince(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s.toml", sheet)
	if status, _, stderr := execute(t, dir, "run", "s.toml", "-o", "d", "--no-render", "--frames", "3"); status != 0 {
		t.Fatal(stderr)
	}
	status, stdout, stderr := execute(t, dir, "wrinkles", "d", "--since", "2")
	if status != 0 {
		t.Fatalf("exit status %d: %s", status, stderr)
	}
	lines := strings.Split(strings.TrimRight(stdout, "\n"), "\n")
	if len(lines) != 10 || !strings.Contains(lines[0], "since frame 2 [°]") ||
		!strings.Contains(lines[5], "since frame 2 [mm]") {
		t.Fatalf("expected two tables of three frames:\n%s", stdout)
	}
	for _, first := range []int{2, 7} {
		for i, zero := range []bool{false, true, false} {
			if f := strings.Fields(lines[first+i]); len(f) != 2 || (f[1] == "0.00") != zero {
				t.Errorf("line %q: expected no change at frame 2 alone", lines[first+i])
			}
		}
	}
}

func TestWrinklesRefusesWrongInput(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s.toml", sheet)
	if status, _, stderr := execute(t, dir, "run", "s.toml", "-o", "d", "--no-render", "--frames", "1"); status != 0 {
		t.Fatal(stderr)
	}
	if err := os.Mkdir(filepath.Join(dir, "empty"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "dir"},
		{[]string{"nowhere"}, "nowhere: no cache/*.pc2"},
		{[]string{"d", "empty"}, "empty: no cache/*.pc2"},
		{[]string{"d", "--box", "1,2,3"}, "--box with 3 numbers"},
		{[]string{"d", "--box", "0,0,0,1,-1,1"}, "y from 0 to -1"},
		{[]string{"d", "--box", "0,0,nan,1,1,1"}, "NaN"},
		{[]string{"d", "--box", "0,0,0,1,one,1"}, `"one"`},
		{[]string{"d", "--box"}, "--box: no value"},
		{[]string{"d", "--box", "8,8,8,9,9,9"}, "d: nothing of the cloth lies in the box"},
		{[]string{"d", "--every", "0"}, "--every 0"},
		{[]string{"d", "--since", "2"}, "no frame 2"},
	} {
		status, stdout, stderr := execute(t, dir, append([]string{"wrinkles"}, c.args...)...)
		if status != 2 || !strings.Contains(stderr, c.want) || stdout != "" {
			t.Errorf("%v: exit status %d, %q, %q: expected 2 and %q", c.args, status, stdout, stderr, c.want)
		}
	}
	write(t, dir, "d/cache/sheet.pc2", "POINTCACHE")
	if status, _, stderr := execute(t, dir, "wrinkles", "d"); status != 2 || !strings.Contains(stderr, "sheet.pc2") {
		t.Errorf("a damaged cache: exit status %d, %q", status, stderr)
	}
}

// Flags that take several numbers take negative ones too, wherever they stand.
func TestNegativeNumbersInFlags(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s.toml", sheet)
	for _, eye := range []string{"1,-2,3", "-1,-2,-3"} {
		status, _, stderr := execute(t, dir, "run", "s.toml", "--overwrite", "--no-render", "--frames", "1", "--eye", eye,
			"--target", "0,0,-1")
		if status != 0 {
			t.Errorf("--eye %s: exit status %d: %s", eye, status, stderr)
		}
	}
	if status, _, stderr := execute(t, dir, "run", "s.toml", "--overwrite", "--no-render", "--eye", "1,2", "--target",
		"0,0,-1"); status != 2 || !strings.Contains(stderr, "three numbers") {
		t.Errorf("two numbers: exit status %d: %s", status, stderr)
	}
}
