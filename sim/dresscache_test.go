package sim

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// shirtScene only sews a shirt, without a body.
const shirtScene = `
frames = 3
step_s = 0.02
fps = 50
[contact]
self = false
[dress]
settle_s = 0.04
[air]
wind_m_s = [0, 0, 0]
[[body]]
kind = "sphere"
radius_m = 0.1
centre_m = [9, 9, 9]
[[garment]]
name = "g"
pattern = "tee"
edge_length_m = 0.08
fabric = "silk"
[[garment.pin]]
vertices = [5]
`

// The dressed state is the same bits whether it was kept or not; what the start does not depend on may change, and what
// it depends on makes it anew; a damaged file is no harm.
func TestDressedStateIsKept(t *testing.T) {
	kept := filepath.Join(t.TempDir(), "kept")
	run := func(dir, cache string, set ...string) (pc2 []byte, notes string) {
		t.Helper()
		mustRun(t, load(t, shirtScene, set...), Options{Dir: dir, Backend: "cpu", NoRender: true, DressCache: cache,
			Progress: func(p Progress) {
				if p.Stage == "note" {
					notes += p.Note + "\n"
				}
			}})
		return read(t, filepath.Join(dir, "cache", "g.pc2")), notes
	}
	plain, _ := run(t.TempDir(), "")
	first, notes := run(t.TempDir(), kept)
	if strings.Contains(notes, "kept") {
		t.Errorf("notes %q in the first run", notes)
	}
	again, notes := run(t.TempDir(), kept)
	if !strings.Contains(notes, "dressed as kept in "+kept) {
		t.Errorf("notes %q: expected the state to be kept", notes)
	}
	if !bytes.Equal(plain, first) || !bytes.Equal(plain, again) {
		t.Error("runs with and without a kept state differ")
	}
	_, notes = run(t.TempDir(), kept, "air.wind_m_s=[9,0,0]", "frames=2", "garment.g.colour=\"#ff0000\"")
	if !strings.Contains(notes, "dressed as kept") {
		t.Errorf("notes %q: expected wind, length and colour not to matter", notes)
	}
	blown, _ := run(t.TempDir(), "", "air.wind_m_s=[9,0,0]")
	frame := len(plain) / 3
	if !bytes.Equal(plain[:frame], blown[:frame]) || bytes.Equal(plain, blown) {
		t.Error("expected wind to blow from the first frame on, and not before")
	}
	for _, set := range []string{"dress.settle_s=0.06", "garment.g.fabric=\"cotton\"", "garment.g.pin.0.vertices=[6]"} {
		if _, notes = run(t.TempDir(), kept, set); strings.Contains(notes, "kept") {
			t.Errorf("%s: notes %q: expected it to be dressed anew", set, notes)
		}
	}
	paths, err := filepath.Glob(filepath.Join(kept, "*.dressed"))
	if err != nil || len(paths) != 4 {
		t.Fatalf("%v, %v: expected four states", paths, err)
	}
	for _, p := range paths {
		data := read(t, p)
		data[len(data)/2]++
		if err := os.WriteFile(p, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	again, notes = run(t.TempDir(), kept)
	if !strings.Contains(notes, "dressing again: ") || !strings.Contains(notes, "checksum") || !bytes.Equal(plain, again) {
		t.Errorf("notes %q: expected a damaged state to be made anew", notes)
	}
	// The oldest ones go.
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(paths[2], old, old); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := trim(kept, filepath.Base(paths[0]), 3*info.Size()+info.Size()/2); err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(kept, "*.dressed")); len(left) != 3 {
		t.Errorf("%d states are left: expected 3", len(left))
	}
	if _, err := os.Stat(paths[2]); err == nil {
		t.Error("the oldest is still there")
	}
}

// Without a folder for dressed states there is one note if a garment is put on, and none otherwise.
func TestNoPlaceForDressed(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", "caches")
	cache, why := DressCache()
	if cache != "" || why == nil {
		t.Fatalf("%q, %v: expected no folder, and why", cache, why)
	}
	for text, want := range map[string]int{shirtScene: 1, hungScene: 0} {
		notes := 0
		mustRun(t, load(t, text), Options{Dir: t.TempDir(), Backend: "cpu", Frames: 2, NoRender: true, DressUnkept: why,
			Progress: func(p Progress) {
				if p.Stage == "note" && strings.Contains(p.Note, "not kept: "+why.Error()) {
					notes++
				}
			}})
		if notes != want {
			t.Errorf("%d notes: expected %d", notes, want)
		}
	}
}

// While garments are put on a picture shows how far they are; it goes at the end, and stays after an interruption,
// until the next run.
func TestDressingIsShown(t *testing.T) {
	needGL(t)
	defer func(d time.Duration) { previewEvery = d }(previewEvery)
	previewEvery = 0
	dir := t.TempDir()
	path := filepath.Join(dir, "dressing.png")
	const small = "[render]\nwidth = 160\nheight = 120\nquality = \"draft\"\n"
	seen := 0
	ctx, interrupt := context.WithCancel(context.Background())
	report := func(p Progress) {
		if strings.HasPrefix(p.Stage, "dressing") && p.Done > 0 && seen < 3 {
			if seen++; len(read(t, path)) < 500 {
				t.Errorf("the picture has %d bytes", len(read(t, path)))
			}
			previewEvery = time.Hour
			interrupt()
		}
	}
	opt := Options{Dir: dir, Backend: "cpu", Progress: report}
	if _, err := Run(ctx, load(t, shirtScene+small, "frames=1"), opt); !errors.Is(err, ErrInterrupted) || seen != 1 {
		t.Fatalf("%v, told of %d times", err, seen)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error("the picture is gone after an interruption")
	}
	ctx, interrupt = context.WithCancel(context.Background())
	opt.Overwrite, opt.Progress = true, func(p Progress) {
		if strings.HasPrefix(p.Stage, "dressing") {
			interrupt()
		}
	}
	if _, err := Run(ctx, load(t, shirtScene+small, "frames=1"), opt); !errors.Is(err, ErrInterrupted) {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the picture of the run before is still there")
	}
	previewEvery = 0
	seen, opt.Progress = 0, report
	mustRun(t, load(t, shirtScene+small, "frames=1"), opt)
	if seen == 0 {
		t.Error("dressing was not told of")
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the picture is still there")
	}
}
