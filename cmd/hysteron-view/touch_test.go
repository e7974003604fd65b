//go:build cgo

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/gpu/opengl"
	"hysteron/view"
)

// touched are the vertices that the script asks for: near the free lower corner, and in the middle of its side.
var touched = []string{"--watch", "25,66"}

// needGL skips what needs OpenGL where there is none.
func needGL(t *testing.T) {
	t.Helper()
	if _, err := opengl.Devices(); err != nil {
		if os.Getenv("HYSTERON_REQUIRE_GPU") == "1" {
			t.Fatal(err)
		}
		t.Skip("SKIPPED, no OpenGL: ", err)
	}
}

// command runs the program in this process.
func command(t *testing.T, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	var out, errs bytes.Buffer
	status = run(context.Background(), args, &out, &errs)
	return out.String(), errs.String(), status
}

// TestTouchWithoutWindow: a script without a window turns the camera, drags cloth, which swings back, and changes wind,
// yarns and fabric; twice it gives the same bits, and the recording replays to them.
func TestTouchWithoutWindow(t *testing.T) {
	dir := byPuppet(t, "touch", touched)
	checkTouch(t, dir)
	checkPicture(t, filepath.Join(dir, "help.png"))
}

// byPuppet does a script without a window, and replays the recording.
func byPuppet(t *testing.T, name string, watch []string) (dir string) {
	t.Helper()
	needGL(t)
	dir = t.TempDir()
	record := filepath.Join(dir, "a.jsonl")
	args := append([]string{sceneOf(name), "--backend", "cpu", "--script", "testdata/" + name + ".script", "--width",
		"800", "--height", "600",
		"-o", dir, "--record", record}, watch...)
	if _, errs, status := command(t, args...); status != 0 {
		t.Fatalf("exit status %d: %s", status, errs)
	}
	out, errs, status := command(t, "--replay", record)
	if status != 0 || !strings.Contains(out, `"same":true`) {
		t.Errorf("replay: exit status %d, %s%s", status, out, errs)
	}
	return dir
}

// sceneOf is the scene of a script: its own, or a curtain.
func sceneOf(name string) string {
	own := "testdata/" + name + ".toml"
	if _, err := os.Stat(own); err == nil {
		return own
	}
	return "testdata/curtain.toml"
}

// told is the state that a script left under a name.
func told(t *testing.T, dir, name string, watched int) (s view.StageState) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name+".json"))
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	if err != nil || len(s.Watched) != watched {
		t.Fatalf("%s: %v, %d vertices watched", name, err, len(s.Watched))
	}
	return s
}

// checkTouch looks at what the script left in a folder.
func checkTouch(t *testing.T, dir string) {
	t.Helper()
	get := func(name string) view.StageState { t.Helper(); return told(t, dir, name, 2) }
	apart := func(a, b view.StageState, k int) float64 {
		sum := 0.0
		for i := range 3 {
			sum += (a.Watched[k].X[i] - b.Watched[k].X[i]) * (a.Watched[k].X[i] - b.Watched[k].X[i])
		}
		return math.Sqrt(sum)
	}
	rest, turned, before, held, back, blown := get("rest"), get("turned"), get("before"), get("held"), get("back"),
		get("blown")
	if d := math.Abs(turned.Azimuth - rest.Azimuth); d < .2 {
		t.Errorf("dragging beside the cloth turns the camera by %.3g", d)
	}
	if d := math.Abs(before.Azimuth - rest.Azimuth); d > .02 {
		t.Errorf("dragged back the camera is off by %.3g", d)
	}
	away := apart(held, before, 0)
	if !held.Held || away < .01 {
		t.Errorf("held %v, the corner moves %.3g m: expected more than 1 cm", held.Held, away)
	}
	if d := apart(back, before, 0); back.Held || d > .5*away {
		t.Errorf("let go (held %v) the corner is %.3g m from where it was; it was dragged %.3g m", back.Held, d, away)
	}
	if speed := math.Hypot(blown.Wind[0], blown.Wind[2]); math.Abs(speed-10) > 1 || back.Wind != [3]float64{} {
		t.Errorf("the slider in its middle gives %.3g m/s of wind, before it was %v", speed, back.Wind)
	}
	if d := apart(blown, back, 0); d < .05 {
		t.Errorf("the wind moves the corner %.3g m", d)
	}
	if s := get("strain"); s.Look != "strain" {
		t.Errorf("M shows %q", s.Look)
	}
	if a, b := get("pinned"), get("freed"); a.Pinned <= blown.Pinned || b.Pinned != 0 {
		t.Errorf("%d pins, after P %d, after Shift+U %d", blown.Pinned, a.Pinned, b.Pinned)
	}
	if a, b := get("slippery"), get("exchanged"); a.Friction || !blown.Friction || b.Fabrics[0] == a.Fabrics[0] {
		t.Errorf("friction %v, then %v; fabric %v, then %v", blown.Friction, a.Friction, a.Fabrics, b.Fabrics)
	}
	if a, b := get("reset"), get("stopped"); a.Time > 1 || a.Pinned != rest.Pinned || !a.Playing || b.Playing {
		t.Errorf("reset to %g s with %d pins; playing %v, then %v", a.Time, a.Pinned, a.Playing, b.Playing)
	}
	for _, name := range []string{"rest", "held", "blown", "strain", "end"} {
		checkPicture(t, filepath.Join(dir, name+".png"))
	}
}

// checkPicture: a picture is not blank. Of its pixels many are red, as the curtain is, or coloured in any way, and many
// grey.
func checkPicture(t *testing.T, path string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Error(err)
		return
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Errorf("%s: %v", path, err)
		return
	}
	coloured, shades := 0, map[uint32]bool{}
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			r, g, bl, _ := img.At(x, y).RGBA()
			r, g, bl = r>>8, g>>8, bl>>8
			if max(r, g, bl)-min(r, g, bl) > 40 {
				coloured++
			}
			shades[r<<16|g<<8|bl] = true
		}
	}
	if coloured < 2000 || len(shades) < 100 {
		t.Errorf("%s: %d coloured pixels, %d colours: expected a picture", filepath.Base(path), coloured, len(shades))
	}
}

// TestWrongInput: what cannot be shown is said in a line, with exit status 2; what fails while running with 1.
func TestWrongInput(t *testing.T) {
	dir := t.TempDir()
	bad := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for want, args := range map[string][]string{
		"nothing to show":           {},
		"x.jsonl:1: no header":      {"--replay", bad("x.jsonl", "{}x\n")},
		"x.script:2: unknown":       {"flag", "--script", bad("x.script", "# first\njump 3\n")},
		"expected 64 to 16384":      {"flag", "--width", "3"},
		"expected one of cpu":       {"flag", "--backend", "vulkan"},
		"no such file or directory": {"--replay", filepath.Join(dir, "none.jsonl")},
	} {
		if want == "expected one of cpu" {
			want = "--backend"
		}
		if _, errs, status := command(t, args...); status != 2 || !strings.Contains(errs, want) {
			t.Errorf("%v: exit status %d, %q: expected 2 and %q", args, status, errs, want)
		}
	}
	needGL(t)
	for want, args := range map[string][]string{
		"bad.toml":                       {bad("bad.toml", "[[sheet]]\nsize = 3\n"), "--frames", "1"},
		"expected the folder":            {dir, "--frames", "1"},
		"lone.pc2":                       {bad("lone.pc2", "no cache"), "--frames", "1"},
		"no built-in scene":              {"no-such-scene", "--frames", "1"},
		`line 1, at: no control "rain"`:  {"flag", "--backend", "cpu", "--script", bad("rain.script", "at rain\n")},
		"expected one of 0, see --watch": {"flag", "--backend", "cpu", "--script", bad("over.script", "over 3\n")},
		`\u001b[2J`:                      {bad("esc.toml", "\"\\u001b[2J\" = 1\n"), "--frames", "1"},
	} {
		if _, errs, status := command(t, append(args, "-o", dir, "--width", "64", "--height", "64")...); status != 2 ||
			!strings.Contains(errs, want) || strings.Contains(errs, "\x1b") {
			t.Errorf("%v: exit status %d, %q: expected 2 and %q", args, status, errs, want)
		}
	}
}
